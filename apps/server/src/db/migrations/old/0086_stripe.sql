-- Payments by card. Each attempt is a row before Stripe is called, so that an interrupted call is repeated with the same
-- parameters and the same idempotency key.

create table payment (
  enterprise_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  -- CHECKOUT: the customer pays on a page of Stripe; SAVED_CARD: charged without the customer
  way text collate "C" not null check (way in ('CHECKOUT', 'SAVED_CARD')),
  -- per order and way; part of the idempotency key
  attempt integer not null check (attempt > 0),
  -- CALLING: Stripe has not answered yet; OPEN: the customer can pay; RETURNING: accepted by Stripe but not by the order,
  -- so it must be refunded
  state text collate "C" not null
    check (state in ('CALLING', 'OPEN', 'SUCCEEDED', 'FAILED', 'EXPIRED', 'RETURNING', 'RETURNED')),
  amount_cents bigint not null check (amount_cents > 0),
  currency char(3) not null,
  -- what Stripe calls the customer, the card, the page, the payment and the charge
  customer_id text collate "C" not null,
  method_id text collate "C",
  session_id text collate "C",
  intent_id text collate "C",
  charge_id text collate "C",
  -- brand and last digits of the card
  channel text,
  failure_code text collate "C",
  failure_text text,
  -- refunded or lost in a dispute so far
  refunded_cents bigint not null default 0 check (refunded_cents >= 0),
  created_at timestamptz(3) not null,
  -- when the page closes
  expires_at timestamptz(3),
  settled_at timestamptz(3),
  -- when Stripe must be asked, if no webhook has reported the outcome by then
  next_check_at timestamptz(3),
  -- by the clock of the database
  checked_at timestamptz(3),
  primary key (enterprise_id, id),
  unique (enterprise_id, order_id, way, attempt),
  foreign key (enterprise_id, order_id) references plan_order (enterprise_id, id)
);
select tenant_table('payment');
create index payment_check on payment (next_check_at, enterprise_id, id) where next_check_at is not null;
create index payment_open on payment (enterprise_id, order_id) where state = 'OPEN';

-- What Stripe calls an enterprise account, and its saved card.
create table stripe_customer (
  enterprise_id uuid primary key references enterprise,
  customer_id text collate "C" not null,
  -- part of the idempotency key: a customer that was deleted at Stripe is replaced by the next one
  generation integer not null,
  method_id text collate "C",
  brand text,
  last4 text,
  exp_month smallint,
  exp_year smallint,
  -- the page on which the card is being changed
  setup_session_id text collate "C",
  updated_at timestamptz(3) not null
);
select tenant_table('stripe_customer');

-- The enterprise account and the payment of what an event of Stripe names: a payment of ours, or what Stripe calls the
-- page, the payment or the charge. Without a payment, the page saves a card.
create table payment_directory (
  reference text collate "C" primary key,
  enterprise_id uuid not null,
  payment_id uuid
);
create index payment_directory_enterprise on payment_directory (enterprise_id);
select global_table('payment_directory', 'select', 'select, insert, delete');

-- Events that Stripe delivered, each once. Only ids are stored: the current object is fetched.
create table stripe_event (
  id text collate "C" primary key,
  type text collate "C" not null,
  -- ids that the directory may know
  names text[] not null,
  state text collate "C" not null check (state in ('WAITING', 'DONE', 'IGNORED', 'FAILED')),
  attempts integer not null default 0,
  -- by the clock of the database, like a lease
  next_try_at timestamptz(3) not null,
  received_at timestamptz(3) not null
);
create index stripe_event_waiting on stripe_event (next_try_at) where state = 'WAITING';
select global_table('stripe_event', 'select, insert, update, delete', '', '');
