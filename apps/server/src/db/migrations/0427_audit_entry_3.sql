-- oldest version: 0417_ascending
-- The key of a partitioned table contains its time. Only the worker that appends waits for the index.
create unique index audit_entry_number on audit_entry (enterprise_id, number, at);

-- A partition has its own name.
create or replace function keep_audit() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_table_name like 'audit\_entry%' then
    if exists (select from audit_checkpoint c where c.enterprise_id = old.enterprise_id and c.number >= old.number) then
      return old;
    end if;
  end if;
  raise exception 'the audit log can only be added to' using errcode = 'insufficient_privilege';
end $$;
