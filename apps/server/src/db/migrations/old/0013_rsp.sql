-- The SM-DP+: sessions of ES9+ and what devices sent.

create table rsp_session (
  transaction_id bytea primary key check (octet_length(transaction_id) = 16),
  -- `CODE_REFUSED`: as AUTHENTICATED, after a confirmation code that was missing or wrong
  state text collate "C" not null check (state in ('INITIATED', 'AUTHENTICATED', 'CODE_REFUSED', 'DELIVERED', 'ENDED')),
  server_address text not null,
  euicc_challenge bytea not null,
  server_challenge bytea not null,
  -- subject key identifiers of the certificate issuers: the one the eUICC must chain to, the one the server's does
  ci_key_id bytea not null,
  server_ci_key_id bytea not null,
  address text not null,
  -- from AuthenticateClient on
  enterprise_id uuid,
  activation_code_id uuid,
  order_id uuid,
  eid text collate "C",
  euicc_certificate bytea,
  euicc_public_key bytea,
  smdp_signature2 bytea,
  device_brand text,
  device_model text,
  created_at timestamptz(3) not null,
  -- steps end here; the row stays for installation results
  expires_at timestamptz(3) not null
);
create index rsp_session_created on rsp_session (created_at);
create index rsp_session_unproven on rsp_session (created_at) where enterprise_id is null;
select global_table('rsp_session');

create table device (
  enterprise_id uuid not null references enterprise,
  eid text collate "C" not null,
  tac text collate "C",
  imei text collate "C",
  brand text collate "C",
  model text,
  first_seen_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  primary key (enterprise_id, eid)
);
select tenant_table('device');

-- Raw messages of devices, as received, up to 64 KiB each, for 12 months.
create table device_message (
  enterprise_id uuid not null references enterprise,
  id uuid not null,
  function text collate "C" not null,
  transaction_id bytea,
  eid text collate "C",
  address text not null,
  -- the outcome: 'Executed-Success', or 'subject/reason'
  outcome text not null,
  raw bytea not null,
  at timestamptz(3) not null,
  primary key (enterprise_id, id)
);
create index device_message_at on device_message (at);
select tenant_table('device_message');

-- Type allocation codes: brand and model of a device by the first eight digits of its IMEI.
create table tac (
  tac text collate "C" primary key check (tac ~ '^[0-9]{8}$'),
  brand text not null,
  model text not null
);
select global_table('tac');
