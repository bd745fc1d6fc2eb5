-- What devices took from a campaign is in several rows, so that concurrent downloads do not wait for each other: each writes to
-- a row that no other transaction has locked. Only the sums over a pool mean something. Pools of batches have no rows.
create table pool_use (
  enterprise_id uuid not null,
  pool_id uuid not null,
  slot smallint not null check (slot >= 0),
  -- profiles that were handed out
  taken integer not null default 0,
  refused integer not null default 0,
  -- reservations that are not made yet. With those that are made and what was handed out, they never exceed the cap
  room integer not null default 0 check (room >= 0),
  primary key (enterprise_id, pool_id, slot),
  foreign key (enterprise_id, pool_id) references pool
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.1, autovacuum_vacuum_threshold = 500);
select tenant_table('pool_use');

set local role simwright_system;
insert into pool_use (enterprise_id, pool_id, slot, taken, refused)
select p.enterprise_id, p.id, slot, case slot when 0 then p.taken else 0 end, case slot when 0 then p.refused else 0 end
from pool p, generate_series(0, 127) slot where p.kind = 'campaign';
reset role;

alter table pool drop column taken, drop column refused;

-- Another cap: no slot has room any more, so that reservations count again.
create function close_pool_use() returns trigger language plpgsql as $$
begin
  perform from pool_use u where u.enterprise_id = new.enterprise_id and u.pool_id = new.id and u.room > 0
    order by u.slot for update;
  update pool_use u set room = 0 where u.enterprise_id = new.enterprise_id and u.pool_id = new.id and u.room > 0;
  return null;
end $$;

create trigger pool_use_closed after update of cap on pool for each row
  when (old.cap is distinct from new.cap) execute function close_pool_use();
