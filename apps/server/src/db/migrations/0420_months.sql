-- oldest version: 0417_ascending
-- Tables that grow without end are partitioned by month, by a key that is a UUIDv7 or a time, so that retention drops a table
-- instead of deleting rows. The first partition, `x_oldest`, has everything before the second, so a row of any past time has one.
-- There is no default partition. Partitions have no privileges and no policies: rows are reached only through `x`.

-- The smallest UUIDv7 of a time.
create function first_id_of(at timestamptz) returns uuid language sql immutable strict
set timezone = 'UTC' as $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid
$$;

create function time_of_id(id uuid) returns timestamptz language sql immutable strict as $$
  select to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)
$$;

-- The partitions of a table with the time at which each ends, exclusive.
create function months_of(relation regclass) returns table (part regclass, ends timestamptz) language sql stable
set timezone = 'UTC' as $$
  select b.part, case when b.bound ~ '^[0-9a-f]{8}-' then time_of_id(b.bound::uuid) else b.bound::timestamptz end
  from (
    select i.inhrelid::regclass as part, substring(pg_get_expr(c.relpartbound, c.oid) from $re$TO \('([^']+)'\)$re$) as bound
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = relation
  ) b
$$;

-- A time as a bound of the key of a table.
create function month_bound(relation regclass, at timestamptz) returns text language sql stable
set timezone = 'UTC' as $$
  select quote_literal(case when a.atttypid = 'uuid'::regtype then first_id_of(at)::text else at::text end)
  from pg_partitioned_table p join pg_attribute a on a.attrelid = p.partrelid and a.attnum = p.partattrs[0]
  where p.partrelid = relation
$$;

-- Attaching an empty table locks nobody out, which `create table ... partition of` would.
create function add_month(relation regclass, part text, lower text, upper text) returns void language plpgsql as $$
begin
  execute format('create table public.%I (like %s including all)', part, relation);
  execute format('alter table public.%I enable row level security, force row level security', part);
  execute format('alter table %s attach partition public.%I for values from (%s) to (%s)', relation, part, lower, upper);
end $$;

-- Makes the partitions that are missing up to a time, and returns how many. Others wait half a second at most, then it fails.
create function make_months(relation regclass, until timestamptz) returns integer language plpgsql
security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '500ms' set timezone = 'UTC' as $$
declare
  ends timestamptz := (select max(m.ends) from months_of(relation) m);
  made integer := 0;
begin
  if ends is null or until > ends + interval '50 years' then
    raise exception '% has no months until %', relation, until;
  end if;
  if ends > until then return 0; end if;
  perform pg_advisory_xact_lock(hashtextextended('simwright months of ' || relation, 0));
  ends := (select max(m.ends) from months_of(relation) m);
  while ends <= until loop
    perform add_month(relation, (select relname from pg_class where oid = relation) || to_char(ends, '_YYYY_MM'),
      month_bound(relation, ends), month_bound(relation, ends + interval '1 month'));
    ends := ends + interval '1 month';
    made := made + 1;
  end loop;
  return made;
end $$;

-- Whether checkpoints cover all entries of a partition of the audit log. The owner sees rows only while row-level security is
-- not forced, which no other transaction notices.
create function is_audit_covered(part regclass) returns boolean language plpgsql as $$
declare
  covered boolean;
begin
  execute format('alter table %s no force row level security', part);
  alter table audit_checkpoint no force row level security;
  if row_security_active(part) or row_security_active('audit_checkpoint') then
    raise exception 'the entries of % are not visible to %', part, current_user;
  end if;
  execute format($sql$
    with recursive chain as (
      (select enterprise_id from %1$s order by enterprise_id limit 1)
      union all
      select (select e.enterprise_id from %1$s e where e.enterprise_id > c.enterprise_id order by e.enterprise_id limit 1)
      from chain c where c.enterprise_id is not null
    )
    select coalesce(bool_and(
      (select e.number from %1$s e where e.enterprise_id = c.enterprise_id order by e.number desc limit 1)
      <= coalesce((select max(k.number) from audit_checkpoint k where k.enterprise_id = c.enterprise_id), 0)), true)
    from chain c where c.enterprise_id is not null $sql$, part) into covered;
  alter table audit_checkpoint force row level security;
  execute format('alter table %s force row level security', part);
  return covered;
end $$;

-- Drops the partitions that end before a time, and returns how many. Of the audit log only what checkpoints cover.
-- It waits half a second at most for those who read or write, and then fails.
create function drop_months(relation regclass, before timestamptz) returns integer language plpgsql
security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '500ms' set timezone = 'UTC' as $$
declare
  month record;
  ends timestamptz;
  dropped integer := 0;
begin
  -- the oldest partition that the last call has made is empty, and remains
  if not exists (select from months_of(relation) m
    where m.ends <= before and (m.part::text not like '%\_oldest' or pg_relation_size(m.part) > 0)) then return 0; end if;
  perform pg_advisory_xact_lock(hashtextextended('simwright months of ' || relation, 0));
  for month in select m.part, m.ends from months_of(relation) m where m.ends <= before order by m.ends loop
    if relation = 'audit_entry'::regclass and not is_audit_covered(month.part) then exit; end if;
    execute format('drop table %s', month.part);
    ends := month.ends;
    dropped := dropped + 1;
  end loop;
  if dropped > 0 then
    perform add_month(relation, (select relname from pg_class where oid = relation) || '_oldest',
      'minvalue', month_bound(relation, ends));
  end if;
  return dropped;
end $$;

-- For migrations. `limit_oldest` gives a table the constraint `x_oldest`, which a later migration validates without a lock: all rows,
-- and all that the version before will still write, have earlier keys. Then `split_by_month` makes it the oldest partition of a
-- new table of its name, whose kind the migration declares. Nothing is moved.
create function limit_oldest(relation text, key text) returns void language plpgsql
set timezone = 'UTC' as $$
declare
  own constant text := current_setting('role');
  is_id constant boolean := (select atttypid = 'uuid'::regtype from pg_attribute
    where attrelid = relation::regclass and attname = key);
  latest timestamptz;
  ends timestamptz;
begin
  perform set_config('role', 'simwright_system', true);
  execute format('select %s from %I order by %I desc limit 1', format(case when is_id then 'time_of_id(%I)' else '%I' end, key),
    relation, key) into latest;
  perform set_config('role', own, true);
  ends := date_trunc('month', greatest(latest, now()) + interval '14 days') + interval '1 month';
  execute format('alter table %I add constraint %I check (%I < %L) not valid', relation, relation || '_oldest', key,
    case when is_id then first_id_of(ends)::text else ends::text end);
end $$;

create function split_by_month(relation text, key text) returns void language plpgsql
set search_path = public, pg_catalog, pg_temp set timezone = 'UTC' as $$
declare
  oldest constant text := relation || '_oldest';
  upper text;
  one record;
begin
  execute format('alter table %I rename to %I', relation, oldest);
  execute format('create table %I (like %I including defaults including generated including constraints including storage)
    partition by range (%I)', relation, oldest, key);
  execute format('alter table %I drop constraint %I', relation, oldest);
  for one in
    select c.relname as name, k.conname is not null as is_key,
      coalesce(pg_get_constraintdef(k.oid), pg_get_indexdef(i.indexrelid)) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    left join pg_constraint k on k.conindid = i.indexrelid and k.contype in ('p', 'u')
    where i.indrelid = oldest::regclass
  loop
    execute format('alter index %I rename to %I', one.name, oldest || substr(one.name, length(relation) + 1));
    if one.is_key then execute format('alter table %I add constraint %I %s', relation, one.name, one.definition);
    else execute replace(one.definition, format(' ON public.%I ', oldest), format(' ON public.%I ', relation));
    end if;
  end loop;
  for one in select polname from pg_policy where polrelid = oldest::regclass loop
    execute format('drop policy %I on %I', one.polname, oldest);
  end loop;
  execute format('revoke all on %I from simwright_app, simwright_tenant, simwright_system', oldest);
  execute format('alter table %I enable row level security, force row level security', oldest);
  select substring(pg_get_constraintdef(oid) from $re$'([^']+)'$re$) into upper
  from pg_constraint where conrelid = oldest::regclass and conname = oldest;
  execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', relation, oldest, upper);
  execute format('alter table %I drop constraint %I', oldest, oldest);
  perform make_months(relation::regclass, now() + interval '3 months');
end $$;

revoke execute on function months_of, month_bound, add_month, make_months, is_audit_covered, drop_months,
  limit_oldest, split_by_month from public;
grant execute on function make_months, drop_months to simwright_system;
