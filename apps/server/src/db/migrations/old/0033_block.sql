-- Devices that may not download, and what they tried.

create table block_rule (
  enterprise_id uuid not null references enterprise,
  id uuid not null,
  -- `EID_RANGE`: all EIDs that begin with the value; `TAC`: all devices of a type
  kind text collate "C" not null check (kind in ('EID', 'EID_RANGE', 'TAC')),
  value text collate "C" not null check (value ~ '^[0-9]{8,32}$'),
  note text not null,
  hits integer not null default 0,
  last_hit_at timestamptz(3),
  version integer not null default 1,
  created_by uuid not null,
  created_at timestamptz(3) not null,
  primary key (enterprise_id, id)
);
create unique index block_rule_value on block_rule (enterprise_id, value, kind);
create index block_rule_created on block_rule (enterprise_id, created_at desc, id desc);
select tenant_table('block_rule');

-- Outlives the rule; kept for 12 months. Ids are UUIDv7, so they order by time.
create table block_hit (
  enterprise_id uuid not null references enterprise,
  id uuid not null,
  block_id uuid not null,
  kind text collate "C" not null,
  value text collate "C" not null,
  at timestamptz(3) not null,
  eid text collate "C" not null,
  tac text collate "C",
  device text,
  address text,
  profile_id uuid,
  primary key (enterprise_id, id)
);
create index block_hit_rule on block_hit (enterprise_id, block_id, id desc);
create index block_hit_eid on block_hit (enterprise_id, eid, id desc);
create index block_hit_at on block_hit (at);
select tenant_table('block_hit');
