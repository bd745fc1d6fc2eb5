-- oldest version: 0417_ascending
-- Its time in a copy of the database is the time up to which the copy has everything. Written only if there is a copy.
create table heartbeat (
  id boolean primary key default true check (id),
  at timestamptz(3) not null
);
insert into heartbeat (at) values (now());
select global_table('heartbeat', 'select, update', '', 'select');
