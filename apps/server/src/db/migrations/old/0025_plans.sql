-- Plans as data, orders with what is used under them, and sample data.

-- What a plan allows; null is no limit. Platform staff edit the rows.
create table plan (
  name text collate "C" primary key check (name in ('DEFAULT', 'DEMO', 'BASIC', 'PRO', 'PREMIUM', 'LAB')),
  position integer not null unique,
  -- a month, at `downloads`
  price_cents bigint not null check (price_cents >= 0),
  currency char(3) not null default 'USD',
  downloads integer check (downloads >= 0),
  -- each download beyond; null refuses
  extra_download_cents bigint check (extra_download_cents >= 0),
  configurations integer check (configurations >= 0),
  configuration_types text[] not null,
  oplmn integer check (oplmn >= 0),
  fplmn integer check (fplmn >= 0),
  -- of one activation code
  redownloads_a_month integer check (redownloads_a_month >= 0),
  download_attempts integer check (download_attempts >= 1),
  members integer check (members >= 1),
  features text[] not null,
  api_calls_a_second integer check (api_calls_a_second >= 0),
  -- only given by staff, never offered
  given_only boolean not null default false
);
select global_table('plan', 'select, update', 'select', 'select, update');

insert into plan (name, position, price_cents, downloads, extra_download_cents, configurations, configuration_types, oplmn,
  fplmn, redownloads_a_month, download_attempts, members, features, api_calls_a_second, given_only) values
  ('DEFAULT', 1, 0, 1, null, 1, '{Regular}', 1, 5, 1, 5, 1, '{}', 0, true),
  ('DEMO', 2, 0, 1, null, 3, '{Regular,Private_LTE,Conformance_Test,Advanced,UPP}', 1, 5, 1, 5, 5,
    '{OPEN_API,WEBHOOK,EID_PUSH,BLOCK,QR_LOGO,AC_LINK}', 1, true),
  ('BASIC', 3, 9900, 100, 80, 3, '{Regular}', 1, 5, 3, 5, 1, '{}', 0, false),
  ('PRO', 4, 14900, 100, 60, 20, '{Regular,Private_LTE,Conformance_Test,Advanced}', 50, 50, 10, 20, 5,
    '{OPEN_API,WEBHOOK,EID_PUSH,BLOCK,QR_LOGO,AC_LINK,DEVICE_CHANGE}', 5, false),
  ('PREMIUM', 5, 23900, 100, 60, 50, '{Regular,Private_LTE,Conformance_Test,Advanced,UPP}', 10000, 10000, 100, 100, null,
    '{OPEN_API,WEBHOOK,EID_PUSH,BLOCK,QR_LOGO,AC_LINK,DEVICE_CHANGE}', 50, false),
  ('LAB', 6, 0, null, null, null, '{Regular,Private_LTE,Conformance_Test,Advanced,UPP}', null, null, null, null, null,
    '{OPEN_API,WEBHOOK,EID_PUSH,BLOCK,QR_LOGO,AC_LINK,DEVICE_CHANGE}', null, true);

-- Orders, and, as kind BASE, what holds while none runs. Time makes WAIT_ACTIVE into ACTIVE and ACTIVE into EXPIRED: the
-- times say what holds, the state follows.
create table plan_order (
  enterprise_id uuid not null references enterprise,
  id uuid not null,
  -- 20 digits, for people
  code text collate "C" not null check (code ~ '^[0-9]{20}$'),
  kind text collate "C" not null check (kind in ('BASE', 'TRIAL', 'GIVEN', 'BOUGHT')),
  plan text collate "C" not null references plan,
  state text collate "C" not null check (state in ('UNPAID', 'CLOSED', 'PENDING_CONFIRMATION', 'WAIT_ACTIVE', 'ACTIVE', 'EXPIRED')),
  -- null: bought by nobody
  billing_type text collate "C" check (billing_type in ('MONTHLY', 'ANNUALLY')),
  -- Download 0, Installation 1
  billing_dimension smallint not null default 0 check (billing_dimension in (0, 1)),
  -- Stripe 0, bank transfer 1
  payment_method smallint check (payment_method in (0, 1)),
  amount_cents bigint not null default 0,
  original_cents bigint not null default 0,
  currency char(3) not null default 'USD',
  quantity integer not null default 1,
  paid_at timestamptz(3),
  -- null is no limit
  downloads integer check (downloads >= 0),
  extra_download_cents bigint,
  used_downloads integer not null default 0 check (used_downloads >= 0),
  installations integer not null default 0 check (installations >= 0),
  starts_at timestamptz(3) not null,
  -- null: no end
  ends_at timestamptz(3),
  created_by uuid,
  created_at timestamptz(3) not null,
  primary key (enterprise_id, id),
  unique (enterprise_id, code)
);
create unique index plan_order_base on plan_order (enterprise_id) where kind = 'BASE';
create unique index plan_order_trial on plan_order (enterprise_id) where kind = 'TRIAL';
create index plan_order_running on plan_order (enterprise_id, starts_at desc) where state in ('WAIT_ACTIVE', 'ACTIVE');
create index plan_order_created on plan_order (enterprise_id, created_at desc, id desc);
select tenant_table('plan_order');

-- How long a free trial is for this enterprise account; feedback can make it longer.
alter table enterprise add column trial_days integer not null default 15;

-- A plan that begins or ends gives and takes rights; what is used under it does not.
create trigger rights_changed after insert or update of plan, state, starts_at, ends_at on plan_order
  for each row execute function tell_rights_changed();

-- The order whose download it took, while it takes one; and when the package went out first.
alter table download_order add column charged_to uuid;
alter table download_order add column handed_out_at timestamptz(3);

-- Sample data of demo mode: in no directory, so no device and no visitor ever finds it; counted by nothing.
alter table profile_configuration add column sample boolean not null default false;
alter table batch add column sample boolean not null default false;
alter table profile add column sample boolean not null default false;
create index profile_sample on profile (enterprise_id) where sample;
