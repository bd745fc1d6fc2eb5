-- oldest version: 0417_ascending
drop trigger append_only on audit_entry;
drop trigger never_emptied on audit_entry;
alter table audit_entry drop constraint audit_entry_pkey;
alter table audit_entry add constraint audit_entry_pkey primary key using index audit_entry_number;
select split_by_month('audit_entry', 'at');
select tenant_table('audit_entry', 'select', 'select, insert, delete');
create policy groups on audit_entry as restrictive for select to simwright_limited using (false);
create trigger append_only before update or delete on audit_entry for each row execute function keep_audit();
create trigger never_emptied before truncate on audit_entry for each statement execute function keep_audit();
