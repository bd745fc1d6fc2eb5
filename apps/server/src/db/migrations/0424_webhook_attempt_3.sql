-- oldest version: 0417_ascending
select split_by_month('webhook_attempt', 'delivery_id');
select tenant_table('webhook_attempt');
create policy groups on webhook_attempt as restrictive for select to simwright_limited using (false);
