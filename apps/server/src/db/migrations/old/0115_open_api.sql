-- Programs that act in an enterprise account by the open API.

-- The names of programs, by the id that `created_by` and `actor_id` have for what they did. Rows are never deleted before
-- the enterprise account is.
create table program (
  id uuid primary key,
  enterprise_id uuid not null references enterprise on delete cascade,
  name text not null check (length(name) between 1 and 64)
);
create index program_enterprise on program (enterprise_id);
select global_table('program');

create table open_api_credential (
  enterprise_id uuid not null references enterprise on delete cascade,
  id uuid not null references program,
  access_key text collate "C" not null,
  -- sealed under the service key; null: revoked
  sealed_secret bytea,
  secret_at timestamptz(3) not null,
  -- the secret before the last rotation, as long as both are valid
  sealed_previous bytea,
  created_by uuid not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  revoked_by uuid,
  check ((revoked_at is null) = (sealed_secret is not null)),
  check (sealed_previous is null or revoked_at is null),
  primary key (enterprise_id, id)
);
select tenant_table('open_api_credential');

-- An AccessKey arrives without a tenant.
create table access_key_directory (
  access_key text collate "C" primary key,
  enterprise_id uuid not null,
  credential_id uuid not null,
  foreign key (enterprise_id, credential_id) references open_api_credential on delete cascade
);
create index access_key_directory_credential on access_key_directory (enterprise_id, credential_id);
select global_table('access_key_directory');

-- The RequestIDs that were used, until calls with their timestamps are refused anyway.
create table open_api_request (
  credential_id uuid not null,
  request_id uuid not null,
  at timestamptz(3) not null,
  primary key (credential_id, request_id)
);
create index open_api_request_at on open_api_request (at);
select global_table('open_api_request');

-- Whether the call of the open API that started the batch asked for links to public pages.
alter table batch add column with_links boolean not null default false;
