-- Counters name their group in a column of its own. The id of the group was packed into the metric or the dimension. From
-- here on a queued delta that names a group counts for the enterprise and for the group.

set local role simwright_system;

-- what is queued counts by the previous meaning
with taken as (
  delete from rollup_queue returning enterprise_id, metric, dimension, bucket, delta
), buckets as (
  insert into rollup as r (enterprise_id, metric, dimension, bucket, count)
  select enterprise_id, metric, dimension, bucket, sum(delta) from taken
  where metric not in ('status', 'brand', 'group') group by 1, 2, 3, 4
  on conflict (enterprise_id, metric, bucket, dimension) do update set count = r.count + excluded.count
)
insert into current_count as c (enterprise_id, metric, dimension, count)
select enterprise_id, metric, dimension, sum(delta) from taken
where metric in ('status', 'brand', 'group') group by 1, 2, 3
on conflict (enterprise_id, metric, dimension) do update set count = c.count + excluded.count;

reset role;
alter table rollup_queue add column group_id uuid;
alter table rollup add column group_id uuid;
alter table rollup drop constraint rollup_pkey;
alter table current_count add column group_id uuid;
alter table current_count drop constraint current_count_pkey;
alter table current_count drop constraint current_count_metric_check;

set local role simwright_system;
update rollup set group_id = right(metric, 36)::uuid, metric = left(metric, length(metric) - 37)
where metric ~ ' [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
update current_count
set group_id = left(dimension, 36)::uuid, dimension = substr(dimension, 38),
  metric = case substr(dimension, 37, 1) when '/' then 'brand' else 'status' end
where metric = 'group';
reset role;

-- a group of null is the enterprise as a whole
create unique index rollup_counted on rollup (enterprise_id, metric, group_id, bucket, dimension) nulls not distinct;
alter table current_count add constraint current_count_metric_check check (metric in ('status', 'brand'));
create unique index current_count_counted on current_count (enterprise_id, metric, group_id, dimension) nulls not distinct;
