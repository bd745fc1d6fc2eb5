-- What was changed in the cells of an upload to read them, and how many of its ICCIDs have 19 digits without padding.
alter table source add column reading jsonb not null default '{}';
