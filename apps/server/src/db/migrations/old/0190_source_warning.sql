-- Rows of an upload with warnings, which can be generated: how many, and how many of each kind.
alter table source add column warned integer not null default 0;
alter table source add column warning_counts jsonb not null default '[]';
alter table source_part add column warned integer not null default 0;
