-- Refuses a statement of which a guard does not apply: what it read has changed since. The message is the number of the guard;
-- see `db/write-together.ts`.
create function refuse_write(guard integer) returns integer language plpgsql as $$
begin
  raise exception '%', guard using errcode = 'SW001';
end $$;
