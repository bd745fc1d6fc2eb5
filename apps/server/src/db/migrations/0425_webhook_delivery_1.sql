-- oldest version: 0417_ascending
-- Dropping a month must not lock the table that a reference names.
alter table webhook_delivery drop constraint webhook_delivery_enterprise_id_fkey;
select limit_oldest('webhook_delivery', 'id');
