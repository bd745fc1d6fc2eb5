-- What each server process has counted in a minute: calls and refusals of the SM-DP+, failed jobs, the queue, storage.
-- Written once a minute from counters in memory, deleted after 30 days.
create table process_minute (
  minute timestamptz(3) not null,
  process uuid not null,
  name text collate "C" not null,
  -- what was counted in this minute; of a gauge, its value
  count bigint not null,
  -- of calls: how many took how long, by the bounds of runtime/metrics.ts
  buckets integer[],
  primary key (name, minute, process)
);
create index process_minute_minute on process_minute (minute);
select global_table('process_minute', 'select, insert, update, delete', '', 'select');

-- When a backup was completed. The portal's dashboard shows the last one.
create table backup_run (
  taken_at timestamptz(3) primary key,
  bytes bigint not null
);
select global_table('backup_run', 'select', '', 'select');
