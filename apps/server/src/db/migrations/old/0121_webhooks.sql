-- Webhooks: the portal calls programs of an enterprise account when something happens to its profiles.

create table webhook_endpoint (
  enterprise_id uuid not null references enterprise,
  id uuid not null,
  name text not null,
  -- null: the receiver in the portal itself, which is called in process
  url text,
  -- the kinds of events that are sent
  kinds text[] not null,
  -- the HTTP status that the receiver in the portal answers
  bench_status integer not null default 200,
  access_key text not null,
  sealed_secret bytea not null,
  -- after a rotation, the previous secret also signs until then
  sealed_previous bytea,
  previous_until timestamptz(3),
  -- PAUSED: events wait. OFF: events are not sent, also not later.
  state text collate "C" not null check (state in ('ACTIVE', 'PAUSED', 'OFF')),
  off_reason text collate "C" check (off_reason in ('GONE', 'EXHAUSTED', 'QUEUE_FULL')),
  -- older events are not sent
  since timestamptz(3) not null,
  last_sequence bigint not null default 0,
  -- the process that sends; by the clock of the database
  lease_holder uuid,
  lease_until timestamptz,
  version integer not null default 1,
  created_by uuid not null,
  created_at timestamptz(3) not null,
  primary key (enterprise_id, id),
  check ((state = 'OFF') or off_reason is null)
);
create index webhook_endpoint_active on webhook_endpoint (lease_until) where state = 'ACTIVE';
select tenant_table('webhook_endpoint');

-- One event for one endpoint, with all its attempts. Outlives its endpoint; deleted after 30 days. Ids are UUIDv7.
create table webhook_delivery (
  enterprise_id uuid not null references enterprise,
  -- the webhook-id of all its attempts
  id uuid not null,
  endpoint_id uuid not null,
  -- counts the events of the endpoint, without gaps; also in the body
  sequence bigint not null,
  kind text collate "C" not null,
  iccid text collate "C",
  body text not null,
  -- when it happened
  at timestamptz(3) not null,
  state text collate "C" not null check (state in ('WAITING', 'DELIVERED', 'FAILED', 'NOT_SENT')),
  -- on the schedule, which a replay begins again
  attempts integer not null default 0,
  -- not attempted yet: sent in the order of the sequence, one after the other
  in_order boolean not null default true,
  -- of the next attempt; null: none
  next_at timestamptz(3),
  -- of the last attempt; null: none
  last_at timestamptz(3),
  last_status integer,
  last_fault text,
  last_ms integer,
  primary key (enterprise_id, id),
  check ((state = 'WAITING') = (next_at is not null))
);
create index webhook_delivery_first on webhook_delivery (enterprise_id, endpoint_id, sequence)
  where next_at is not null and in_order;
create index webhook_delivery_retry on webhook_delivery (enterprise_id, endpoint_id, next_at)
  where next_at is not null and not in_order;
create index webhook_delivery_endpoint on webhook_delivery (enterprise_id, endpoint_id, id desc);
create index webhook_delivery_state on webhook_delivery (enterprise_id, state, id desc);
create index webhook_delivery_iccid on webhook_delivery (enterprise_id, iccid, id desc) where iccid is not null;
create index webhook_delivery_at on webhook_delivery (at);
select tenant_table('webhook_delivery');

create table webhook_attempt (
  enterprise_id uuid not null,
  delivery_id uuid not null,
  id uuid not null,
  at timestamptz(3) not null,
  ms integer not null,
  url text,
  request_headers jsonb not null,
  -- null: no answer
  status integer,
  fault text,
  -- the first 4 KiB
  answer text,
  primary key (enterprise_id, delivery_id, id),
  foreign key (enterprise_id, delivery_id) references webhook_delivery on delete cascade
);
select tenant_table('webhook_attempt');

-- What arrived at the receivers in the portal.
create table webhook_arrival (
  enterprise_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  at timestamptz(3) not null,
  headers jsonb not null,
  body text not null,
  -- whether the signature of each form verifies
  plain_valid boolean not null,
  standard_valid boolean not null,
  answered integer not null,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, endpoint_id) references webhook_endpoint on delete cascade
);
create index webhook_arrival_endpoint on webhook_arrival (enterprise_id, endpoint_id, id desc);
create index webhook_arrival_at on webhook_arrival (at);
select tenant_table('webhook_arrival');

-- Rows about profiles of any group: never visible to a limited member.
select limit_to_groups(name::regclass, 'false')
from unnest(array['webhook_delivery', 'webhook_attempt', 'webhook_arrival']) name;

-- Rows are written only while an endpoint of the enterprise account wants events; earlier ones were read by nobody.
set local role simwright_system;
delete from outbox;
reset role;
alter table outbox drop constraint outbox_topic_check;
alter table outbox add constraint outbox_topic_check check (topic in ('profile', 'recycle', 'notice'));
