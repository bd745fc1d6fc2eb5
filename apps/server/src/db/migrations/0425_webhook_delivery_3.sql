-- oldest version: 0417_ascending
select split_by_month('webhook_delivery', 'id');
select tenant_table('webhook_delivery');
create policy groups on webhook_delivery as restrictive for select to simwright_limited using (false);
