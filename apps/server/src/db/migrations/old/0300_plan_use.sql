-- What was used of a plan order is in several rows, so that concurrent downloads do not wait for each other: each is charged
-- to a row that no other transaction has locked. Only the sum over an order means something.
create table plan_use (
  enterprise_id uuid not null,
  order_id uuid not null,
  slot smallint not null check (slot >= 0),
  -- downloads; negative if this slot credited downloads that were charged to others
  used integer not null default 0,
  -- successful installations
  installations integer not null default 0,
  -- what `used` may reach; null is no limit. Over all slots of an order they never exceed what the order allows
  allowance integer,
  check (used <= allowance),
  primary key (enterprise_id, order_id, slot),
  foreign key (enterprise_id, order_id) references plan_order
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.1, autovacuum_vacuum_threshold = 500);
select tenant_table('plan_use');

set local role simwright_system;
insert into plan_use (enterprise_id, order_id, slot, used, installations, allowance)
select enterprise_id, id, 0, used_downloads, installations, used_downloads from plan_order
where state in ('ACTIVE', 'EXPIRED') or used_downloads > 0 or installations > 0;
reset role;

alter table plan_order drop column used_downloads, drop column installations;

-- An order that ends, is replaced or changes its limit: its slots have no room any more, so that charges in flight choose
-- again. The first statement waits for charges that are not committed; the second one sees them.
create function close_plan_use() returns trigger language plpgsql as $$
begin
  perform from plan_use u
    where u.enterprise_id = new.enterprise_id and u.order_id = new.id and u.used is distinct from u.allowance
    order by u.slot for update;
  update plan_use u set allowance = u.used
    where u.enterprise_id = new.enterprise_id and u.order_id = new.id and u.used is distinct from u.allowance;
  return null;
end $$;

create trigger plan_use_closed
  after update of kind, plan, state, downloads, extra_download_cents, billing_dimension, overage_factor, starts_at, ends_at
  on plan_order for each row
  when ((old.kind, old.plan, old.state, old.downloads, old.extra_download_cents, old.billing_dimension, old.overage_factor,
      old.starts_at, old.ends_at)
    is distinct from (new.kind, new.plan, new.state, new.downloads, new.extra_download_cents, new.billing_dimension,
      new.overage_factor, new.starts_at, new.ends_at))
  execute function close_plan_use();
