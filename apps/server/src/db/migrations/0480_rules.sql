-- oldest version: 0352_fewer_references
-- Rules: when an event of a profile happens, and conditions hold, then do something. They read the events in the background.
create table rule (
  enterprise_id uuid not null references enterprise,
  id uuid not null,
  name text not null check (length(name) between 1 and 64),
  state text collate "C" not null check (state in ('ACTIVE', 'PAUSED', 'STOPPED')),
  stop_reason text collate "C",
  -- since when it does not act
  stopped_at timestamptz(3),
  -- when, conditions and actions: see contract/provisioning/rule.ts
  definition jsonb not null,
  -- the ids of what the definition refers to
  uses uuid[] not null default '{}',
  hourly_limit integer not null check (hourly_limit > 0),
  -- events from before this time are none of its business
  active_from timestamptz(3) not null,
  version integer not null default 1,
  created_by uuid not null,
  created_at timestamptz(3) not null,
  -- whose rights it has
  saved_by uuid not null,
  saved_at timestamptz(3) not null,
  removed_at timestamptz(3),
  primary key (enterprise_id, id),
  check ((state = 'STOPPED') = (stop_reason is not null)),
  check ((state = 'ACTIVE') = (stopped_at is null))
);
create unique index rule_name on rule (enterprise_id, lower(name) collate "C") where removed_at is null;
select tenant_table('rule');
select limit_to_groups('rule', 'false');

-- How far the events of an enterprise account are read; no row: it has no active rule. The snapshots say which events: those
-- that `after_snapshot` does not see, up to those that `to_snapshot` sees. So none is lost that commits late.
create table rule_feed (
  enterprise_id uuid not null references enterprise,
  -- each change of a rule increments it, so that a process knows whether the rules that it has compiled are current
  rules_version bigint not null default 1,
  after_snapshot text not null,
  -- the time of `after_snapshot`
  after_at timestamptz(3) not null,
  -- while a page of events is read
  to_snapshot text,
  to_at timestamptz(3),
  cursor_at timestamptz(3),
  cursor_id uuid,
  -- the time of the newest event that was read
  newest_at timestamptz(3) not null,
  -- rules that act some days after an event have seen what was due until then
  swept_to timestamptz(3) not null,
  -- read at that time even if there seems to be nothing new
  next_at timestamptz(3) not null,
  primary key (enterprise_id)
);
create index rule_feed_next on rule_feed (next_at);
select tenant_table('rule_feed');
select limit_to_groups('rule_feed', 'false');

-- A match of a rule and an event, and what the rule did. The unique key makes it act once.
create table rule_run (
  enterprise_id uuid not null references enterprise,
  id uuid not null,
  rule_id uuid not null,
  profile_id uuid not null,
  event_id uuid not null,
  event_type text collate "C" not null,
  happened_at timestamptz(3) not null,
  iccid text collate "C" not null,
  eid text collate "C",
  depth smallint not null,
  state text collate "C" not null check (state in ('WAITING', 'DONE', 'SKIPPED', 'DROPPED')),
  matched_at timestamptz(3) not null,
  acted_at timestamptz(3),
  reasons text[] not null default '{}',
  primary key (enterprise_id, id),
  unique (enterprise_id, rule_id, profile_id, event_id),
  foreign key (enterprise_id, rule_id) references rule
);
create index rule_run_matched on rule_run (enterprise_id, matched_at, id);
create index rule_run_rule on rule_run (enterprise_id, rule_id, matched_at, id);
create index rule_run_profile on rule_run (enterprise_id, profile_id, matched_at, id);
create index rule_run_waiting on rule_run (enterprise_id, rule_id, id) where state = 'WAITING';
create index rule_run_acted on rule_run (enterprise_id, rule_id, acted_at) where acted_at is not null;
create index rule_run_old on rule_run (matched_at);
select tenant_table('rule_run');
select limit_to_groups('rule_run', 'false');

-- An event that a rule caused.
alter table profile_event add column rule_id uuid;
alter table profile_event add column rule_depth smallint;
