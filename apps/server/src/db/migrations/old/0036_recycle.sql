-- Recycling: a profile goes back into stock, by a time or by a deed, once it is sure that no card has it any more.

-- `SCHEDULED`: at `recycle_at`; from `recycle_begun_at` on it waits for the device's word, at most until `recycle_due_at`.
alter table profile add column recycle_status text collate "C" not null default 'NONE'
  check (recycle_status in ('NONE', 'SCHEDULED', 'RECYCLED', 'FAILED'));
alter table profile add column recycle_reason text collate "C"
  check (recycle_reason in ('EXPIRE_TIME', 'MANUAL', 'DEVICE_DELETED', 'CAMPAIGN_END'));
-- when it is to be recycled, then when it was, or when that was given up
alter table profile add column recycle_at timestamptz(3);
alter table profile add column recycle_begun_at timestamptz(3);
-- when there is something to do
alter table profile add column recycle_due_at timestamptz(3);
create index profile_recycle_due on profile (recycle_due_at) where recycle_due_at is not null;
create index profile_recycle_created on profile (enterprise_id, recycle_status, created_at desc, id desc)
  where recycle_status <> 'NONE';
create index profile_recycle_reason on profile (enterprise_id, recycle_reason, created_at desc, id desc)
  where recycle_reason is not null;
create index profile_recycle_at on profile (enterprise_id, recycle_at, id) where recycle_at is not null;

-- The highest counter in a message of the applet that came with the order's profile: an older message is none.
alter table download_order add column recycle_counter bigint not null default 0;

-- What became of each recycling. Outlives what it tells of; kept for 12 months. Ids are UUIDv7, so they order by time.
create table recycle_log (
  enterprise_id uuid not null references enterprise,
  id uuid not null,
  profile_id uuid not null,
  order_id uuid not null,
  iccid text collate "C" not null,
  eid text collate "C",
  at timestamptz(3) not null,
  step text collate "C" not null check (step in ('SET', 'TAKEN_BACK', 'BEGUN', 'RECYCLED', 'FAILED', 'MESSAGE_REFUSED')),
  reason text collate "C" check (reason in ('EXPIRE_TIME', 'MANUAL', 'DEVICE_DELETED', 'CAMPAIGN_END')),
  -- of a recycling that is set, or waits
  due_at timestamptz(3),
  actor text collate "C" not null check (actor in ('user', 'device', 'system')),
  actor_id uuid,
  address text,
  detail text not null,
  primary key (enterprise_id, id)
);
create index recycle_log_iccid on recycle_log (enterprise_id, iccid, id desc);
create index recycle_log_profile on recycle_log (enterprise_id, profile_id, id desc);
create index recycle_log_at on recycle_log (at);
select tenant_table('recycle_log');

-- What others are told of, written in the transaction that makes it so; whoever delivers takes it away.
create table outbox (
  enterprise_id uuid not null references enterprise,
  id uuid not null,
  topic text collate "C" not null check (topic in ('recycle')),
  payload jsonb not null,
  at timestamptz(3) not null,
  primary key (enterprise_id, id)
);
create index outbox_at on outbox (at);
select tenant_table('outbox');

-- What came in on the applets' port, from whomever.
create table bip_message (
  id uuid primary key,
  at timestamptz(3) not null,
  address text not null,
  raw bytea not null,
  iccid text collate "C",
  counter bigint,
  reason text collate "C",
  outcome text collate "C" not null
    check (outcome in ('RECYCLED', 'KNOWN', 'FORGED', 'REPLAYED', 'UNKNOWN', 'MALFORMED')),
  -- a tester's, made in the portal
  simulated boolean not null default false,
  enterprise_id uuid
);
create index bip_message_iccid on bip_message (iccid, id desc);
create index bip_message_at on bip_message (at);
select global_table('bip_message');

-- The lease desk: a profile is lent until a date; then it is recycled.
create table lease (
  enterprise_id uuid not null references enterprise,
  id uuid not null,
  profile_id uuid not null,
  borrower text not null,
  notes text not null,
  ends_at timestamptz(3) not null,
  -- by whomever: brought back early, or recycled
  ended_at timestamptz(3),
  version integer not null default 1,
  created_by uuid not null,
  created_at timestamptz(3) not null,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, profile_id) references profile
);
create unique index lease_open on lease (enterprise_id, profile_id) where ended_at is null;
create index lease_created on lease (enterprise_id, created_at desc, id desc);
create index lease_ends on lease (enterprise_id, ends_at, id) where ended_at is null;
select tenant_table('lease');

alter table operation drop constraint operation_kind_check;
alter table operation add constraint operation_kind_check
  check (kind in ('REMOVE', 'GROUP', 'NOTES', 'BIND', 'FREE', 'EXPIRY', 'ATTEMPTS', 'RECYCLE_TIME', 'RECYCLE'));
