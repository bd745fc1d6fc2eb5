-- Pools: under one code each new device gets the next profile that is free. A campaign has one code for everybody;
-- a batch whose configuration rotates has a code for each profile, and each of them opens the whole batch.

create table pool (
  enterprise_id uuid not null references enterprise,
  -- the campaign's, or the batch's
  id uuid not null,
  kind text collate "C" not null check (kind in ('campaign', 'rotation')),
  -- the code for everybody; null: each profile's own
  activation_code_id uuid,
  phase text collate "C" not null check (phase in ('DRAFT', 'LIVE', 'PAUSED', 'ENDED')),
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  -- profiles that may be handed out in all; null: as many as there are
  cap integer check (cap > 0),
  -- profiles that one device may get
  device_limit integer not null default 1 check (device_limit > 0),
  -- AuthenticateClient of one device until a package is handed out to it
  max_attempts integer not null,
  -- of a campaign: profiles in it
  profiles integer not null default 0,
  -- profiles that were handed out
  taken integer not null default 0,
  refused integer not null default 0,
  created_at timestamptz(3) not null,
  primary key (enterprise_id, id)
);
create index pool_due on pool (ends_at) where kind = 'campaign' and phase in ('LIVE', 'PAUSED') and ends_at is not null;
select tenant_table('pool');

-- A profile is in one pool at most.
create table pool_member (
  enterprise_id uuid not null,
  profile_id uuid not null,
  pool_id uuid not null,
  -- `HELD`: reserved for a device that is about to download; `TAKEN`: handed out
  state text collate "C" not null check (state in ('FREE', 'HELD', 'TAKEN')),
  eid text collate "C",
  held_until timestamptz(3),
  taken_at timestamptz(3),
  -- of the profile's own code, which is closed while a campaign has the profile
  own_expires_at timestamptz(3),
  primary key (enterprise_id, profile_id),
  foreign key (enterprise_id, pool_id) references pool,
  foreign key (enterprise_id, profile_id) references profile
);
create index pool_member_free on pool_member (enterprise_id, pool_id, profile_id) where state = 'FREE';
create index pool_member_held on pool_member (enterprise_id, pool_id, held_until) where state = 'HELD';
create index pool_member_lapsed on pool_member (held_until) where state = 'HELD';
create index pool_member_eid on pool_member (enterprise_id, pool_id, eid) where eid is not null;
create index pool_member_taken on pool_member (enterprise_id, pool_id, taken_at) where state = 'TAKEN';
select tenant_table('pool_member');

-- What one device has tried under one code: nobody can use up what belongs to the others.
create table pool_device (
  enterprise_id uuid not null,
  pool_id uuid not null,
  eid text collate "C" not null,
  attempts integer not null default 0,
  confirmation_failures integer not null default 0,
  first_seen_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  primary key (enterprise_id, pool_id, eid),
  foreign key (enterprise_id, pool_id) references pool
);
select tenant_table('pool_device');

-- Devices that got nothing, each with the reason. Ids are UUIDv7, so they order by time; kept for 12 months.
create table pool_refusal (
  enterprise_id uuid not null,
  id uuid not null,
  pool_id uuid not null,
  at timestamptz(3) not null,
  eid text collate "C" not null,
  tac text collate "C",
  address text,
  subject_code text collate "C" not null,
  reason_code text collate "C" not null,
  detail text not null,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, pool_id) references pool
);
create index pool_refusal_pool on pool_refusal (enterprise_id, pool_id, id desc);
create index pool_refusal_at on pool_refusal (at);
select tenant_table('pool_refusal');

create table campaign (
  enterprise_id uuid not null,
  -- the pool's
  id uuid not null,
  name text not null,
  configuration_id uuid not null,
  notes text not null,
  -- what the public page says
  title text not null,
  welcome text not null,
  public_page boolean not null,
  -- SHA-256 of the confirmation code stands with the activation code; whether there is one shows here
  confirmation_needed boolean not null default false,
  -- profiles that were left when it ended, and went back
  left_over integer,
  ended_at timestamptz(3),
  started_at timestamptz(3),
  version integer not null default 1,
  created_by uuid not null,
  created_at timestamptz(3) not null,
  removed_at timestamptz(3),
  primary key (enterprise_id, id),
  foreign key (enterprise_id, id) references pool,
  foreign key (enterprise_id, configuration_id) references profile_configuration
);
create unique index campaign_name on campaign (enterprise_id, lower(name) collate "C") where removed_at is null;
create index campaign_created on campaign (enterprise_id, created_at desc, id desc) where removed_at is null;
select tenant_table('campaign');

-- `campaign`: for everybody, of no one profile. `pooled`: a profile's own, closed while a campaign has the profile.
-- `rotation`: a profile's own, which opens its whole batch.
alter table activation_code drop constraint activation_code_kind_check;
alter table activation_code add constraint activation_code_kind_check
  check (kind in ('single', 'campaign', 'pooled', 'rotation'));
alter table activation_code alter column profile_id drop not null;
alter table activation_code add constraint activation_code_profile_check check ((kind = 'campaign') = (profile_id is null));
alter table activation_code add column pool_id uuid;
alter table activation_code add constraint activation_code_pool_check check ((kind in ('campaign', 'rotation')) = (pool_id is not null));
alter table activation_code_directory add column pool_id uuid;

-- The pool, and the profile of it, that an ES9+ session is about.
alter table rsp_session add column pool_id uuid;
alter table rsp_session add column profile_id uuid;
