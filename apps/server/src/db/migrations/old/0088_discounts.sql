-- Discount codes of a platform, and which orders used them.

create table discount (
  id uuid primary key,
  platform_id uuid not null references platform,
  -- in capitals
  code text collate "C" not null check (code = upper(code)),
  percent smallint check (percent between 1 and 100),
  cents bigint check (cents > 0),
  -- empty: all
  plans text[] not null,
  billing_types text[] not null,
  -- null: no limit
  max_uses integer check (max_uses > 0),
  used integer not null default 0 check (used >= 0),
  once_per_enterprise boolean not null,
  -- null: never
  expires_at timestamptz(3),
  stopped_at timestamptz(3),
  note text not null,
  version integer not null,
  created_at timestamptz(3) not null,
  check ((percent is null) <> (cents is null)),
  check (used <= max_uses),
  unique (platform_id, code)
);
create index discount_created on discount (created_at desc, id desc);
select global_table('discount', 'select, insert, update', 'select', 'select');
grant update (used) on discount to simwright_tenant;

create table discount_use (
  enterprise_id uuid not null references enterprise,
  order_id uuid not null,
  discount_id uuid not null references discount,
  -- as it was when the code was used
  once_per_enterprise boolean not null,
  used_at timestamptz(3) not null,
  primary key (enterprise_id, order_id),
  -- deferred, because a code can be used before its order is inserted
  foreign key (enterprise_id, order_id) references plan_order (enterprise_id, id) deferrable initially deferred
);
create unique index discount_use_once on discount_use (enterprise_id, discount_id) where once_per_enterprise;
create index discount_use_discount on discount_use (discount_id, used_at desc);
select tenant_table('discount_use');
