-- What the configuration required of each subscriber when the file was uploaded: its rows are valid only for these rules.
-- Null: uploaded before this column existed, for a configuration of the type Regular.
alter table source add column needs jsonb;
