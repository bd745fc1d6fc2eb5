-- ES2+ (SGP.22, 5.3): programs of operators order profiles, with a client certificate that is registered in the portal.

create table es2plus_operator (
  enterprise_id uuid not null references enterprise on delete cascade,
  -- its name is in `program`, so that its events have an actor
  id uuid not null references program,
  -- the functionRequesterIdentifier of its calls, an object identifier
  requester text collate "C" not null,
  -- DER
  certificate bytea not null,
  -- SHA-256 of the certificate, hexadecimal
  fingerprint text collate "C" not null,
  subject text not null,
  not_after timestamptz(3) not null,
  -- where HandleDownloadProgressInfo is sent; null: nowhere
  callback_url text,
  version integer not null default 1,
  created_by uuid not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  removed_at timestamptz(3),
  removed_by uuid,
  check ((removed_at is null) = (removed_by is null)),
  primary key (enterprise_id, id)
);
create index es2plus_operator_requester on es2plus_operator (enterprise_id, requester) where removed_at is null;
select tenant_table('es2plus_operator');

-- A certificate arrives without a tenant. Only certificates in use are here, each of one enterprise account.
create table es2plus_certificate_directory (
  fingerprint text collate "C" primary key,
  enterprise_id uuid not null,
  operator_id uuid not null,
  foreign key (enterprise_id, operator_id) references es2plus_operator on delete cascade
);
create index es2plus_certificate_directory_operator on es2plus_certificate_directory (enterprise_id, operator_id);
select global_table('es2plus_certificate_directory');

-- Successful calls with their answers: the same call again gets the same answer.
create table es2plus_call (
  enterprise_id uuid not null references enterprise on delete cascade,
  -- the operator, or a credential of the open API
  caller_id uuid not null,
  -- functionCallIdentifier
  call_id text collate "C" not null,
  function text collate "C" not null,
  -- SHA-256 of the input without the header
  input_hash bytea not null,
  profile_id uuid,
  -- null until the call is complete, in its own transaction
  answer jsonb,
  at timestamptz(3) not null,
  -- the order of calls
  number bigint generated always as identity,
  primary key (enterprise_id, caller_id, call_id)
);
create index es2plus_call_profile on es2plus_call (enterprise_id, profile_id, number desc);
create index es2plus_call_at on es2plus_call (at);
select tenant_table('es2plus_call');

-- What an operator is notified of (ES2+.HandleDownloadProgressInfo). Written in the transaction of the step itself.
create table es2plus_progress (
  enterprise_id uuid not null references enterprise on delete cascade,
  -- the functionCallIdentifier of all its attempts; UUIDv7
  id uuid not null,
  order_id uuid not null,
  profile_id uuid not null,
  configuration_id uuid not null,
  requester text collate "C" not null,
  iccid text collate "C" not null,
  eid text collate "C",
  point smallint not null check (point between 1 and 4),
  -- Executed-Success if there are no codes, Failed otherwise
  subject_code text collate "C",
  reason_code text collate "C",
  message text,
  -- the message of the device with the installation result
  message_id uuid,
  at timestamptz(3) not null,
  state text collate "C" not null check (state in ('WAITING', 'DELIVERED', 'FAILED', 'NOT_SENT')),
  attempts integer not null default 0,
  -- of the next attempt, or until when a process sends it; null: none
  next_at timestamptz(3),
  last_at timestamptz(3),
  last_status integer,
  last_fault text,
  primary key (enterprise_id, id),
  check ((state = 'WAITING') = (next_at is not null))
);
create index es2plus_progress_due on es2plus_progress (next_at) where next_at is not null;
create index es2plus_progress_requester on es2plus_progress (enterprise_id, requester, id desc);
create index es2plus_progress_at on es2plus_progress (at);
select tenant_table('es2plus_progress');

-- Rows about profiles of any group: never visible to a limited member.
select limit_to_groups(name::regclass, 'false') from unnest(array['es2plus_call', 'es2plus_progress']) name;

-- Who ordered, if it was by ES2+: functionRequesterIdentifier.
alter table download_order add column requester text collate "C";
-- The SM-DS at which the event of the order is registered when it is released.
alter table download_order add column smds_address text;
-- ES2+.ConfirmOrder with an empty MatchingID: the operator does not know that of the code.
alter table download_order add column without_matching_id boolean not null default false;
