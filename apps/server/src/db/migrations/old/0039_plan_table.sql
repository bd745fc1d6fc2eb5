-- Platform staff edit the plan table, and suspend enterprise accounts with a reason.

alter table plan add column version integer not null default 1;
alter table plan add column updated_at timestamptz(3);

-- More downloads a month for less each than beyond the plan's own.
create table plan_tier (
  plan text collate "C" not null references plan,
  downloads integer not null check (downloads > 0),
  -- a month
  price_cents bigint not null check (price_cents >= 0),
  primary key (plan, downloads)
);
select global_table('plan_tier', 'select, insert, delete', 'select', 'select');

insert into plan_tier (plan, downloads, price_cents) values
  ('BASIC', 500, 27900), ('BASIC', 1000, 50400), ('BASIC', 5000, 230400), ('BASIC', 10000, 455400),
  ('PRO', 500, 32900), ('PRO', 1000, 55400), ('PRO', 5000, 235400), ('PRO', 10000, 460400),
  ('PREMIUM', 500, 41900), ('PREMIUM', 1000, 64400), ('PREMIUM', 5000, 244400), ('PREMIUM', 10000, 469400);

-- Why platform staff suspended it; null while it is not, and of one that was closed.
alter table enterprise add column suspension_reason text;
alter table enterprise add column suspended_at timestamptz(3);
create index enterprise_created on enterprise (created_at desc, enterprise_id desc);
