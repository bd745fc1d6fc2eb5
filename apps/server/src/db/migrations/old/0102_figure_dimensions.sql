-- Figures by dimension. An event stores the values that its profile had at its time, and counters have one row for each kind
-- of dimension.

alter table profile_event
  add column group_id uuid,
  add column campaign_id uuid,
  -- null: sample data, which no counter counts, or an event from before this migration that is not filled yet
  add column configuration_id uuid,
  add column configuration_version integer,
  add column region text collate "C",
  add column device_brand text collate "C",
  add column device_model text collate "C",
  -- the user who created the profile
  add column member_id uuid,
  -- the same step happened before under the same activation code or order
  add column repeated boolean not null default false;
create index profile_event_group on profile_event (enterprise_id, group_id, at) where group_id is not null;

set local role simwright_system;

-- what is queued counts by the previous meaning
with taken as (
  delete from rollup_queue returning enterprise_id, metric, dimension, group_id, bucket, delta
), counted as (
  select enterprise_id, metric, dimension, null::uuid as group_id, bucket, delta from taken
  union all
  select enterprise_id, metric, dimension, group_id, bucket, delta from taken where group_id is not null
), buckets as (
  insert into rollup as r (enterprise_id, metric, group_id, bucket, dimension, count)
  select enterprise_id, metric, group_id, bucket, dimension, sum(delta) from counted
  where metric not in ('status', 'brand') group by 1, 2, 3, 4, 5
  on conflict (enterprise_id, metric, group_id, bucket, dimension) do update set count = r.count + excluded.count
)
insert into current_count as c (enterprise_id, metric, group_id, dimension, count)
select enterprise_id, metric, group_id, dimension, sum(delta) from counted
where metric in ('status', 'brand') group by 1, 2, 3, 4
on conflict (enterprise_id, metric, group_id, dimension) do update set count = c.count + excluded.count;

reset role;

alter table rollup_queue
  add column campaign_id uuid,
  add column configuration_id uuid,
  add column configuration_version integer,
  add column region text collate "C",
  add column device_brand text collate "C",
  add column device_model text collate "C",
  add column member_id uuid,
  add column subject_code text collate "C",
  add column reason_code text collate "C";

alter table rollup rename to rollup_before;
alter index rollup_counted rename to rollup_before_counted;

-- Buckets of 15 minutes for 60 days, of an hour beyond. Counts are updated often and never searched, so no index has them
-- and an update stays on its page.
create table rollup (
  enterprise_id uuid not null,
  kind text collate "C" not null,
  -- '' is the value of events without one, and the only value of the kind total
  dimension text collate "C" not null,
  metric text collate "C" not null,
  bucket timestamptz(3) not null,
  count bigint not null,
  primary key (enterprise_id, kind, dimension, metric, bucket)
) with (fillfactor = 80);
-- merging, comparing and rebuilding go through all kinds of some time
create index rollup_bucket on rollup (enterprise_id, bucket);
select tenant_table('rollup');

-- How many profiles of each configuration have each status: `<configuration id>/<status>`.
alter table current_count drop constraint current_count_metric_check;
alter table current_count add constraint current_count_metric_check
  check (metric in ('status', 'brand', 'configuration'));

-- Progress and findings of the work on an enterprise's rollups.
create table rollup_state (
  enterprise_id uuid primary key,
  -- events from before the migration have their dimensions up to this time; null: all have
  filled_to timestamptz(3),
  -- buckets before this time are hours
  merged_to timestamptz(3),
  -- the daily check continues here, and when it last ended
  checked_to timestamptz(3),
  checked_at timestamptz(3),
  -- rollup rows that differed from the events since the last rebuild
  wrong_rows integer not null default 0,
  wrong_example text,
  wrong_at timestamptz(3)
);
select tenant_table('rollup_state', 'select');

set local role simwright_system;
insert into rollup (enterprise_id, kind, dimension, metric, bucket, count)
select enterprise_id, case when group_id is null then 'total' else 'group' end, coalesce(group_id::text, ''), metric,
  bucket, sum(count)
from rollup_before group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5;
insert into current_count (enterprise_id, metric, group_id, dimension, count)
select p.enterprise_id, 'configuration', g.group_id, p.configuration_id || '/' || p.status, count(*)
from profile p left join profile_place g on g.enterprise_id = p.enterprise_id and g.profile_id = p.id
where not p.sample and g.group_id is not null group by 1, 3, 4
union all
select enterprise_id, 'configuration', null, configuration_id || '/' || status, count(*)
from profile where not sample group by 1, 4;
-- a job fills the events and rebuilds their counters, a part at a time
insert into rollup_state (enterprise_id, filled_to)
select e.enterprise_id, '1970-01-01Z' from enterprise e
where exists (select from profile_event v where v.enterprise_id = e.enterprise_id);
reset role;

drop table rollup_before;
