-- Profile configurations. A version is never changed: an edit makes a new one, and profiles keep theirs.

create table profile_configuration (
  enterprise_id uuid not null references enterprise,
  id uuid not null,
  name text collate "C" not null,
  type text collate "C" not null,
  version integer not null,
  created_by uuid,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (enterprise_id, id)
);
create unique index profile_configuration_name on profile_configuration (enterprise_id, lower(name) collate "C") where deleted_at is null;
create index profile_configuration_updated on profile_configuration (enterprise_id, updated_at desc, id desc);
select tenant_table('profile_configuration');

create table profile_configuration_version (
  enterprise_id uuid not null,
  configuration_id uuid not null,
  version integer not null,
  fields jsonb not null,
  -- a fixed confirmation code, sealed under the card key
  sealed_confirmation_code bytea,
  created_by uuid,
  created_at timestamptz(3) not null,
  primary key (enterprise_id, configuration_id, version),
  foreign key (enterprise_id, configuration_id) references profile_configuration
);
select tenant_table('profile_configuration_version');
