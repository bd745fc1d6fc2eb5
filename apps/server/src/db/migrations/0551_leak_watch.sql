-- oldest version: 0352_fewer_references
-- Activation codes of one profile that many devices or networks try.
create table code_leak (
  enterprise_id uuid not null,
  profile_id uuid not null,
  kind text collate "C" not null check (kind in ('CODE_DEVICES', 'CODE_NETWORKS')),
  id uuid not null,
  -- the code; the profile may have another one since
  matching_id text collate "C" not null,
  value integer not null,
  -- the level of the threshold that was notified
  level integer not null,
  hours integer not null,
  found_at timestamptz(3) not null,
  dismissed_at timestamptz(3),
  dismissed_by uuid,
  primary key (enterprise_id, profile_id, kind),
  foreign key (enterprise_id, profile_id) references profile on delete cascade,
  check ((dismissed_at is null) = (dismissed_by is null))
);
create index code_leak_found on code_leak (enterprise_id, found_at, id);
create index code_leak_old on code_leak (found_at);
select tenant_table('code_leak');
select limit_to_groups('code_leak', 'exists (select from profile_place m
  where m.enterprise_id = code_leak.enterprise_id and m.profile_id = code_leak.profile_id)');

-- How far the events of an enterprise account are compared.
create table code_leak_feed (
  enterprise_id uuid not null primary key,
  read_to timestamptz(3) not null
);
select tenant_table('code_leak_feed');
select limit_to_groups('code_leak_feed', 'false');

-- Networks from which the public page of a code was opened: the first half of an IPv4 address, or the /32 of an IPv6 address.
create table code_page_network (
  enterprise_id uuid not null,
  activation_code_id uuid not null,
  network text collate "C" not null,
  -- the last visit, or up to an hour before it
  at timestamptz(3) not null,
  primary key (enterprise_id, activation_code_id, network),
  foreign key (enterprise_id, activation_code_id) references activation_code on delete cascade
);
create index code_page_network_at on code_page_network (enterprise_id, at);
create index code_page_network_old on code_page_network (at);
select tenant_table('code_page_network');
select limit_to_groups('code_page_network', 'false');
