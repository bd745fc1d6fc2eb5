-- oldest version: 0417_ascending
select split_by_month('program_call', 'id');
select tenant_table('program_call');
create policy groups on program_call as restrictive for select to simwright_limited using (false);
