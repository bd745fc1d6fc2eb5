-- oldest version: 0417_ascending
alter table webhook_delivery validate constraint webhook_delivery_oldest;
