-- oldest version: 0352_fewer_references
-- An enterprise account moves to another installation: archives that it exports, and how it arrived from another one.
create table enterprise_export (
  enterprise_id uuid not null references enterprise,
  id uuid not null,
  -- the OpenPGP key to which card keys are encrypted, and its fingerprint
  recipient_key text not null,
  recipient text collate "C" not null,
  process text collate "C" not null check (process in ('PROCESSING', 'COMPLETE', 'FAILED')),
  -- rows to write; 0: not counted yet
  total bigint not null default 0,
  written bigint not null default 0,
  bytes bigint not null default 0,
  attempts integer not null default 0,
  lease_holder uuid,
  lease_until timestamptz(3),
  created_by uuid not null,
  created_at timestamptz(3) not null,
  completed_at timestamptz(3),
  expires_at timestamptz(3) not null,
  primary key (enterprise_id, id)
);
create index enterprise_export_created on enterprise_export (enterprise_id, created_at desc, id desc);
create index enterprise_export_expires on enterprise_export (expires_at);
create unique index enterprise_export_running on enterprise_export (enterprise_id) where process = 'PROCESSING';
select tenant_table('enterprise_export');

create table enterprise_export_part (
  enterprise_id uuid not null,
  export_id uuid not null,
  number integer not null,
  sealed bytea not null,
  primary key (enterprise_id, export_id, number),
  foreign key (enterprise_id, export_id) references enterprise_export on delete cascade
);
select tenant_table('enterprise_export_part');

create table enterprise_arrival (
  enterprise_id uuid primary key references enterprise,
  -- fingerprint of the installation that signed the archive
  signer text collate "C" not null,
  exported_at timestamptz(3) not null,
  arrived_at timestamptz(3) not null,
  report jsonb not null
);
select tenant_table('enterprise_arrival');

-- Members whose view is limited to groups see none of it.
select limit_to_groups(name::regclass, 'false')
from unnest(array['enterprise_export', 'enterprise_export_part', 'enterprise_arrival']) name;
