-- EID push: a profile waits for one device, which hears of it at an SM-DS.

create table eid_push (
  enterprise_id uuid not null references enterprise,
  id uuid not null,
  profile_id uuid not null,
  activation_code_id uuid not null,
  order_id uuid not null,
  eid text collate "C" not null,
  -- the MatchingID of the code
  event_id text collate "C" not null,
  smdp_address text not null,
  -- the SM-DS where it is registered; null: the own one
  smds text,
  state text collate "C" not null check (state in ('PUSHED', 'DOWNLOADED', 'FAILED')),
  state_at timestamptz(3) not null,
  -- why it failed
  reason text,
  -- whether it is one of the uses of the enterprise account: registered, or about to be
  counted boolean not null,
  -- whether it has bound the profile to the device
  binds boolean not null,
  -- of its event at the SM-DS; `CLOSED`: it is not there any more
  event text collate "C" not null check (event in ('REGISTERING', 'REGISTERED', 'DELETING', 'CLOSED')),
  event_attempts integer not null default 0,
  event_due_at timestamptz(3) not null,
  created_by uuid not null,
  created_at timestamptz(3) not null,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, profile_id) references profile,
  foreign key (enterprise_id, order_id) references download_order
);
create index eid_push_created on eid_push (enterprise_id, created_at desc, id desc);
create index eid_push_eid on eid_push (enterprise_id, eid);
create index eid_push_profile on eid_push (enterprise_id, profile_id);
create unique index eid_push_open on eid_push (enterprise_id, order_id) where state = 'PUSHED';
create index eid_push_event on eid_push (event_due_at) where event <> 'CLOSED';
select tenant_table('eid_push');

-- The push that an order is under way with, so that the SM-DP+ finds it without a search.
alter table download_order add column push_id uuid;

-- The SM-DS: what waits for an eUICC, and at which SM-DP+.
create table smds_event (
  eid text collate "C" not null,
  event_id text collate "C" not null,
  -- object identifier of the SM-DP+ that registered it; empty: our own
  owner text collate "C" not null,
  rsp_server_address text not null,
  -- `test`: only devices under a test certificate issuer are told
  device_trust text collate "C" not null check (device_trust in ('test', 'live')),
  created_at timestamptz(3) not null,
  primary key (eid, event_id)
);
create index smds_event_created on smds_event (created_at);
select global_table('smds_event');

-- Sessions of ES11 between their two calls.
create table smds_session (
  transaction_id bytea primary key check (octet_length(transaction_id) = 16),
  server_address text not null,
  server_challenge bytea not null,
  ci_key_id bytea not null,
  server_ci_key_id bytea not null,
  address text not null,
  expires_at timestamptz(3) not null
);
create index smds_session_expires on smds_session (expires_at);
select global_table('smds_session');
