-- Keys with which programs call the portal's API.
create table api_key (
  enterprise_id uuid not null references enterprise,
  id uuid not null,
  name text not null check (length(name) between 1 and 64),
  -- PERSONAL: acts with those of its scopes that its creator holds. SERVICE: acts with all of its scopes.
  kind text collate "C" not null check (kind in ('PERSONAL', 'SERVICE')),
  -- ids of permissions
  scopes text[] not null check (cardinality(scopes) > 0),
  -- addresses and ranges from which it may be used; empty: from any
  addresses text[] not null,
  created_by uuid not null,
  created_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  version integer not null default 1,
  primary key (enterprise_id, id)
);
create unique index api_key_name on api_key (enterprise_id, lower(name)) where revoked_at is null;
create index api_key_created on api_key (enterprise_id, created_at, id);
select tenant_table('api_key');

-- The secrets of a key: during a rotation two are valid. The hash is SHA-256, which is enough for 256 random bits.
create table api_key_secret (
  enterprise_id uuid not null,
  -- the public part of the key that a program sends
  id uuid not null,
  key_id uuid not null,
  hash bytea not null check (length(hash) = 32),
  created_at timestamptz(3) not null,
  -- it expires, or was ended before
  ends_at timestamptz(3) not null,
  -- at most one minute old
  last_used_at timestamptz(3),
  last_used_address text,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, key_id) references api_key on delete cascade
);
create index api_key_secret_key on api_key_secret (enterprise_id, key_id, created_at);
select tenant_table('api_key_secret');

-- The enterprise account of a secret: looked up before a tenant is known.
create table api_key_directory (
  secret_id uuid primary key,
  enterprise_id uuid not null
);
create index api_key_directory_enterprise on api_key_directory (enterprise_id);
select global_table('api_key_directory', 'select', 'select, insert, delete');

-- a limited member sees only their own
select limit_to_groups('api_key', 'created_by = (select current_setting(''app.member'', true)::uuid)');
select limit_to_groups('api_key_secret', 'exists (select from api_key k
  where k.enterprise_id = api_key_secret.enterprise_id and k.id = api_key_secret.key_id)');
