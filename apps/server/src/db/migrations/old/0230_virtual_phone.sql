-- A virtual phone with which a member tries a profile: one at a time in an enterprise account. Its row is deleted when it
-- is closed.
create table virtual_phone (
  enterprise_id uuid primary key references enterprise on delete cascade,
  id uuid not null unique,
  profile_id uuid not null,
  eid text collate "C" not null,
  -- card key: key, certificate and memory of the eUICC
  sealed_euicc bytea not null,
  -- what the phone shows: the installed profile and what its card answers
  screen jsonb not null default '{}',
  -- the action that runs, and until when it is waited for; null: none
  action text collate "C",
  running_until timestamptz(3),
  created_by uuid not null,
  created_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  check ((action is null) = (running_until is null))
);
create index virtual_phone_ends_at on virtual_phone (ends_at);
select tenant_table('virtual_phone');

-- What phone, eUICC and SM-DP+ did, in order. Contains no secrets.
create table virtual_phone_message (
  enterprise_id uuid not null references virtual_phone on delete cascade,
  number integer not null,
  kind text collate "C" not null,
  facts jsonb not null,
  at timestamptz(3) not null,
  primary key (enterprise_id, number)
);
select tenant_table('virtual_phone_message');

-- How often an enterprise account has opened a virtual phone, by day in UTC.
create table virtual_phone_day (
  enterprise_id uuid not null references enterprise on delete cascade,
  day date not null,
  tries integer not null,
  primary key (enterprise_id, day)
);
select tenant_table('virtual_phone_day');

-- The state of a profile in a try, as the SM-DP+ sees it. The profile itself does not change.
create table rsp_trial (
  enterprise_id uuid not null references enterprise on delete cascade,
  id uuid not null,
  profile_id uuid not null,
  -- the order that is tried; the try is over when the profile has another one
  order_id uuid not null,
  -- columns of profile, activation code and order
  state jsonb not null,
  primary key (enterprise_id, id)
);
select tenant_table('rsp_trial');

-- The try to which an ES9+ session belongs; null: a real download.
alter table rsp_session add column trial_id uuid;
