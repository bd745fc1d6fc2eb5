-- oldest version: 0417_ascending
select split_by_month('device_message', 'id');
select tenant_table('device_message');
create policy groups on device_message as restrictive for select to simwright_limited using (false);
