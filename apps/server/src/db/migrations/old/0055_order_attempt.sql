-- How often each device has tried an order that is not bound to a device: a burst of devices uses up only its own attempts.
-- Once bound, download_order.attempts counts. Rows go with their order.
create table order_attempt (
  enterprise_id uuid not null,
  order_id uuid not null,
  eid text collate "C" not null,
  attempts integer not null,
  last_seen_at timestamptz(3) not null,
  primary key (enterprise_id, order_id, eid),
  foreign key (enterprise_id, order_id) references download_order on delete cascade
);
create index order_attempt_last_seen on order_attempt (last_seen_at);
select tenant_table('order_attempt');
