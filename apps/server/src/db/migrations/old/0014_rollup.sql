-- Counters that follow the events. A change of a profile queues deltas; one consumer folds them into buckets of 15 minutes.

create table rollup_queue (
  enterprise_id uuid not null,
  id uuid not null,
  metric text collate "C" not null,
  dimension text collate "C" not null default '',
  bucket timestamptz(3) not null,
  delta integer not null,
  primary key (enterprise_id, id)
);
select tenant_table('rollup_queue');

create table rollup (
  enterprise_id uuid not null,
  metric text collate "C" not null,
  dimension text collate "C" not null,
  bucket timestamptz(3) not null,
  count bigint not null,
  primary key (enterprise_id, metric, bucket, dimension)
);
select tenant_table('rollup');

-- How many profiles have each status, and each device brand, now.
create table current_count (
  enterprise_id uuid not null,
  metric text collate "C" not null check (metric in ('status', 'brand')),
  dimension text collate "C" not null,
  count bigint not null,
  primary key (enterprise_id, metric, dimension)
);
select tenant_table('current_count');
