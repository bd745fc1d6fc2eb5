-- The calls that programs made with API keys and with credentials of the open API. Ids are UUIDv7; no foreign key, because
-- rows are written some time after the call. Deleted after 30 days, in batches by `at`.
create table program_call (
  enterprise_id uuid not null,
  id uuid not null,
  at timestamptz(3) not null,
  -- an API key or a credential, which may be deleted before
  program_id uuid not null,
  program_kind text collate "C" not null check (program_kind in ('KEY', 'CREDENTIAL')),
  program_name text not null,
  method text collate "C" not null,
  -- the template, without ids
  path text collate "C" not null,
  outcome text collate "C" not null check (outcome in ('OK', 'REFUSED', 'FAILED')),
  status integer not null,
  code text collate "C",
  ms integer not null,
  address text not null,
  request_id text collate "C" not null,
  -- a file and fields were sent
  form boolean not null default false,
  -- JSON without secrets
  request text,
  answer text,
  cut boolean not null,
  primary key (enterprise_id, id)
);
create index program_call_program on program_call (enterprise_id, program_id, id desc);
create index program_call_wrong on program_call (enterprise_id, outcome, id desc) where outcome <> 'OK';
create index program_call_request on program_call (enterprise_id, request_id);
create index program_call_at on program_call (at);
select tenant_table('program_call');

-- Calls are about profiles of any group: never visible to a limited member.
select limit_to_groups('program_call', 'false');
