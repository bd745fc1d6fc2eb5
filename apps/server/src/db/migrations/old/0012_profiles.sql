-- Source data, batches, profiles, activation codes, download orders and what happened to them.

create table pgp_key (
  enterprise_id uuid not null references enterprise,
  id uuid not null,
  public_key text not null,
  fingerprint text collate "C" not null,
  user_name text not null,
  -- the private key, sealed under the card key
  sealed bytea not null,
  created_at timestamptz(3) not null,
  primary key (enterprise_id, id)
);
create unique index pgp_key_one on pgp_key (enterprise_id);
select tenant_table('pgp_key');

create table source (
  enterprise_id uuid not null references enterprise,
  id uuid not null,
  configuration_id uuid not null,
  file_name text not null,
  protection text collate "C" not null check (protection in ('PLAIN', 'PGP')),
  columns jsonb not null,
  fault_counts jsonb not null,
  total integer not null,
  faulty integer not null,
  existing integer not null,
  state text collate "C" not null check (state in ('STAGED', 'CONFIRMED', 'DISCARDED')),
  created_by uuid not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, configuration_id) references profile_configuration
);
create index source_expires on source (expires_at);
select tenant_table('source');

-- Staged rows in parts of 500, each part sealed under the card key; deleted when the batch ends or the upload expires.
create table source_part (
  enterprise_id uuid not null,
  source_id uuid not null,
  part integer not null,
  rows integer not null,
  faulty integer not null,
  existing integer not null,
  sealed bytea not null,
  primary key (enterprise_id, source_id, part),
  foreign key (enterprise_id, source_id) references source on delete cascade
);
select tenant_table('source_part');

create table batch (
  enterprise_id uuid not null references enterprise,
  id uuid not null,
  code text collate "C" not null,
  type text collate "C" not null check (type in ('GENERATE_AC', 'BATCH_GENERATE', 'RE_GENERATE', 'SINGLE_GENERATE', 'OPEN_BATCH_GENERATE')),
  process text collate "C" not null check (process in ('PROCESSING', 'COMPLETE')),
  configuration_id uuid not null,
  configuration_version integer not null,
  source_id uuid,
  file_name text,
  protection text collate "C" check (protection in ('PLAIN', 'PGP')),
  generate_again boolean not null default false,
  total integer not null,
  succeeded integer not null default 0,
  failed integer not null default 0,
  -- checkpoint: the part of the source that comes next
  next_part integer not null default 0,
  cancel_requested_at timestamptz(3),
  -- lease of the process that works on it, by the database's clock
  lease_holder uuid,
  lease_until timestamptz(3),
  attempts integer not null default 0,
  created_by uuid not null,
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  completed_at timestamptz(3),
  primary key (enterprise_id, id),
  unique (enterprise_id, code),
  foreign key (enterprise_id, configuration_id, configuration_version) references profile_configuration_version
);
create index batch_created on batch (enterprise_id, created_at desc, id desc);
create index batch_running on batch (lease_until) where process = 'PROCESSING';
select tenant_table('batch');

create table batch_row (
  enterprise_id uuid not null,
  batch_id uuid not null,
  line integer not null,
  iccid text collate "C" not null,
  profile_id uuid,
  activation_code_id uuid,
  -- null on success
  reason text,
  primary key (enterprise_id, batch_id, line),
  foreign key (enterprise_id, batch_id) references batch
);
create index batch_row_failed on batch_row (enterprise_id, batch_id, line) where reason is not null;
select tenant_table('batch_row');

-- The enterprise is referenced through the configuration version.
create table profile (
  enterprise_id uuid not null,
  id uuid not null,
  iccid text collate "C" not null,
  imsi text collate "C" not null,
  msisdn text collate "C",
  -- the EID of the device that holds it, or that the code is bound to
  eid text collate "C",
  spn text not null,
  status text collate "C" not null check (status in ('AVAILABLE', 'DOWNLOADED', 'INSTALLED', 'ENABLED', 'DISABLED', 'DELETED', 'ERROR', 'EXPIRED', 'CANCELED', 'REMOVED')),
  status_at timestamptz(3) not null,
  -- of the current order; download_order is the truth
  order_state text collate "C" not null check (order_state in ('Available', 'Allocated', 'Linked', 'Confirmed', 'Released', 'Downloaded', 'Installed', 'Error', 'Unavailable')),
  order_state_at timestamptz(3) not null,
  activation_code_id uuid not null,
  matching_id text collate "C" not null,
  configuration_id uuid not null,
  configuration_version integer not null,
  batch_id uuid not null,
  protection text collate "C" check (protection in ('PLAIN', 'PGP')),
  region text collate "C",
  device_brand text collate "C",
  device_model text,
  notes text,
  downloads integer not null default 0,
  created_by uuid not null,
  created_at timestamptz(3) not null,
  primary key (enterprise_id, id),
  unique (enterprise_id, iccid),
  foreign key (enterprise_id, configuration_id, configuration_version) references profile_configuration_version
);
create index profile_created on profile (enterprise_id, created_at desc, id desc);
create index profile_status_created on profile (enterprise_id, status, created_at desc, id desc);
create index profile_status_at on profile (enterprise_id, status_at desc, id desc);
create index profile_imsi on profile (enterprise_id, imsi);
create index profile_matching_id on profile (enterprise_id, matching_id);
create index profile_msisdn on profile (enterprise_id, msisdn) where msisdn is not null;
create index profile_eid on profile (enterprise_id, eid) where eid is not null;
create index profile_batch on profile (enterprise_id, batch_id, created_at desc, id desc);
create index profile_configuration_created on profile (enterprise_id, configuration_id, created_at desc, id desc);
create index profile_brand on profile (enterprise_id, device_brand, created_at desc, id desc) where device_brand is not null;
select tenant_table('profile');

-- All card keys of a profile in one blob, sealed under the card key.
create table profile_key (
  enterprise_id uuid not null,
  profile_id uuid not null,
  sealed bytea not null,
  primary key (enterprise_id, profile_id),
  foreign key (enterprise_id, profile_id) references profile on delete cascade
);
select tenant_table('profile_key');

create table activation_code (
  enterprise_id uuid not null,
  id uuid not null,
  kind text collate "C" not null check (kind in ('single')),
  matching_id text collate "C" not null,
  slug text collate "C" not null,
  profile_id uuid not null,
  -- SHA-256 of the confirmation code, sealed under the card key; null when none is needed
  sealed_confirmation bytea,
  -- `EXPIRED`: its lifetime is over; `DEAD`: another code took its place
  state text collate "C" not null check (state in ('LIVE', 'EXPIRED', 'DEAD')),
  -- download orders under it so far; the current one has this number
  orders integer not null default 1,
  max_attempts integer not null,
  max_redownloads integer not null,
  allow_device_change boolean not null,
  expires_at timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, profile_id) references profile deferrable initially deferred
);
create index activation_code_profile on activation_code (enterprise_id, profile_id);
create index activation_code_expires on activation_code (expires_at) where state = 'LIVE' and expires_at is not null;
select tenant_table('activation_code');

create table download_order (
  enterprise_id uuid not null,
  id uuid not null,
  profile_id uuid not null,
  activation_code_id uuid not null,
  number integer not null default 1,
  -- the EID it is linked to by us, or bound to at the first bound profile package
  eid text collate "C",
  state text collate "C" not null check (state in ('Available', 'Allocated', 'Linked', 'Confirmed', 'Released', 'Downloaded', 'Installed', 'Error', 'Unavailable')),
  state_at timestamptz(3) not null,
  -- `test`: only devices under a test certificate issuer
  device_trust text collate "C" not null check (device_trust in ('test', 'live')),
  attempts integer not null default 0,
  confirmation_failures integer not null default 0,
  -- the eUICC's own count in the last notification that was applied; an older one is history
  last_sequence bigint not null default -1,
  created_at timestamptz(3) not null,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, profile_id) references profile,
  foreign key (enterprise_id, activation_code_id) references activation_code
);
create unique index download_order_code on download_order (enterprise_id, activation_code_id, number);
create index download_order_profile on download_order (enterprise_id, profile_id, created_at desc);
select tenant_table('download_order');

-- A bound profile package kept for retries ({A0..A3, otPK.DP, otPK.EUICC, EID, hostId}), sealed under the card key.
create table bound_package (
  enterprise_id uuid not null,
  order_id uuid not null,
  sealed bytea not null,
  created_at timestamptz(3) not null,
  primary key (enterprise_id, order_id),
  foreign key (enterprise_id, order_id) references download_order on delete cascade
);
create index bound_package_created on bound_package (created_at);
select tenant_table('bound_package');

-- Grows most of all, only by inserts that lock or make the profile in the same transaction; profiles are never deleted
-- (REMOVED is a status). So it has no foreign key.
create table profile_event (
  enterprise_id uuid not null,
  profile_id uuid not null,
  id uuid not null,
  type text collate "C" not null,
  at timestamptz(3) not null,
  actor text collate "C" not null check (actor in ('user', 'device', 'system')),
  actor_id uuid,
  address text,
  eid text collate "C",
  device text,
  subject_code text collate "C",
  reason_code text collate "C",
  detail text not null,
  message_id uuid,
  primary key (enterprise_id, profile_id, id)
);
create index profile_event_at on profile_event (enterprise_id, at desc, id desc);
select tenant_table('profile_event');

-- Directories: what arrives without a tenant is found here.
create table iccid_directory (
  iccid text collate "C" primary key,
  enterprise_id uuid not null,
  profile_id uuid not null
);
select global_table('iccid_directory');

create table activation_code_directory (
  matching_id text collate "C" primary key,
  slug text collate "C" not null unique,
  enterprise_id uuid not null,
  activation_code_id uuid not null
);
select global_table('activation_code_directory');

create table linked_order_directory (
  eid text collate "C" not null,
  enterprise_id uuid not null,
  order_id uuid not null,
  activation_code_id uuid not null,
  created_at timestamptz(3) not null,
  primary key (eid, order_id)
);
select global_table('linked_order_directory');
