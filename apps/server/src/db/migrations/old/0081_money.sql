-- Money: what an order costs line by line, how it was paid, when it changes by itself, and each of its transitions.

alter table plan_order
  -- null: not bought. OVERAGE bills what exceeded the limit of an ended period, and adds no downloads
  add column operation text collate "C" check (operation in ('BUY', 'UPGRADE', 'RENEW', 'OVERAGE')),
  -- a month; `downloads` is this times `quantity`
  add column tier_downloads integer,
  add column time_zone text collate "C" not null default 'UTC',
  -- the day of the month on which periods start, in months that have it
  add column anchor_day smallint check (anchor_day between 1 and 31),
  -- `amount_cents` is the sum of the lines
  add column lines jsonb not null default '[]',
  add column discount_cents bigint not null default 0,
  add column tax_cents bigint not null default 0,
  add column paid_cents bigint not null default 0,
  add column refunded_cents bigint not null default 0,
  add column payment_channel text,
  -- what the payment service calls the payment that was accepted
  add column payment_reference text collate "C",
  add column discount_id uuid,
  add column billed_to jsonb,
  -- when an UNPAID order is closed
  add column expires_at timestamptz(3),
  -- the end of the period that was paid; `ends_at` is up to 7 days later while a renewal is not paid
  add column period_ends_at timestamptz(3),
  -- the order that this one upgrades, renews or bills
  add column previous_id uuid,
  -- how much of what exceeds the limit is billed already
  add column billed_extra integer not null default 0 check (billed_extra >= 0),
  -- what exceeds this multiple of the limit is refused
  add column overage_factor smallint not null default 3 check (overage_factor between 1 and 100),
  -- when the renewal work must look at the order
  add column next_step_at timestamptz(3),
  add column attempts smallint not null default 0,
  add foreign key (enterprise_id, previous_id) references plan_order (enterprise_id, id);
create index plan_order_next_step on plan_order (next_step_at, enterprise_id, id) where next_step_at is not null;
create unique index plan_order_waiting on plan_order (enterprise_id) where state = 'WAIT_ACTIVE';
create index plan_order_state on plan_order (state, created_at desc, id desc) where kind = 'BOUGHT';
create index plan_order_paid on plan_order (paid_at) where paid_at is not null;

create table order_event (
  enterprise_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  at timestamptz(3) not null,
  event text collate "C" not null,
  -- after the event
  state text collate "C" not null,
  actor text collate "C" not null check (actor in ('MEMBER', 'STAFF', 'SYSTEM', 'STRIPE')),
  actor_id uuid,
  note text,
  facts jsonb not null default '{}',
  primary key (enterprise_id, order_id, id),
  foreign key (enterprise_id, order_id) references plan_order (enterprise_id, id)
);
select tenant_table('order_event');

-- How a plan goes on; without a row, nothing was ever bought.
create table subscription (
  enterprise_id uuid primary key references enterprise,
  auto_renew boolean not null default true,
  cancelled_at timestamptz(3),
  cancel_reason text,
  -- credit that the next order deducts
  balance_cents bigint not null default 0 check (balance_cents >= 0),
  updated_at timestamptz(3) not null
);
select tenant_table('subscription');
