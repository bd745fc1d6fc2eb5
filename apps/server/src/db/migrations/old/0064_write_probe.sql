-- The test write of /readyz. TRUNCATE gives the table a new file, so that each test write needs new space on the disk; the
-- filler is stored as it is, outside the row.
create table write_probe (filler bytea not null);
alter table write_probe alter column filler set storage external;
select global_table('write_probe', 'insert, truncate', '', '');
