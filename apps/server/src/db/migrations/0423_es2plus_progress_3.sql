-- oldest version: 0417_ascending
select split_by_month('es2plus_progress', 'id');
select tenant_table('es2plus_progress');
create policy groups on es2plus_progress as restrictive for select to simwright_limited using (false);
