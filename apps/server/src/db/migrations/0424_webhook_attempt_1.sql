-- oldest version: 0417_ascending
-- Dropping a month must not lock the table that a reference names.
alter table webhook_attempt drop constraint webhook_attempt_enterprise_id_delivery_id_fkey;
select limit_oldest('webhook_attempt', 'delivery_id');
