import type { Client } from 'pg'

/** 64 pages. A new table has fewer rows than that after most files. */
const GROWN_BYTES = 512 * 1024

/**
 * Functions of a test's database. `keep` copies the rows of all tables; `restore` gives each table these rows again and
 * deletes all others. Triggers and foreign keys are off meanwhile, so only a superuser can call it. A table whose rows
 * are those that were kept, by number and newest transaction, is not written. Nothing vacuums the tables, and deleted rows
 * would make the scans of later files slow: a table that has grown is truncated, with those that refer to it.
 */
const FUNCTIONS = `
create schema fresh;
create table fresh.kept (name regclass primary key, copy regclass, columns text, number bigint, newest bigint);

create function fresh.state(name regclass, out number bigint, out newest bigint) language plpgsql as $$
begin
  execute format('select count(*), coalesce(max(xmin::text::bigint), 0) from %s', name) into number, newest;
end $$;

create function fresh.tables() returns table (name regclass) language sql as $$
  select oid::regclass from pg_class
  where relkind = 'r' and relnamespace in (select oid from pg_namespace where nspname in ('public', 'graphile_worker'))
$$;

create function fresh.keep() returns void language plpgsql as $$
declare
  one regclass;
  copy text;
begin
  for one in select name from fresh.tables() loop
    continue when (select number from fresh.state(one)) = 0;
    copy := format('fresh.rows_%s', one::oid);
    execute format('create table %s as table %s', copy, one);
    insert into fresh.kept
      select one, copy::regclass, string_agg(quote_ident(attname), ', ' order by attnum), 0, 0
      from pg_attribute where attrelid = one and attnum > 0 and not attisdropped and attgenerated = '';
    update fresh.kept set (number, newest) = (select * from fresh.state(one)) where name = one;
  end loop;
end $$;

create function fresh.grown() returns text language sql as $$
  with recursive grown (name) as (
    select name from fresh.tables() where pg_relation_size(name) > ${GROWN_BYTES}
    union
    select conrelid::regclass from grown join pg_constraint on contype = 'f' and confrelid = name
  )
  select string_agg(name::text, ', ') from grown
$$;

create function fresh.restore() returns void language plpgsql as $$
declare
  one record;
  found record;
  grown text := fresh.grown();
begin
  perform set_config('session_replication_role', 'replica', true);
  if grown is not null then execute 'truncate ' || grown; end if;
  for one in
    select name, copy, columns, number, newest from fresh.tables() left join fresh.kept using (name)
    where copy is not null or pg_relation_size(name) > 0
  loop
    found := fresh.state(one.name);
    continue when one.copy is not null and one.number = found.number and one.newest = found.newest;
    execute format('delete from %s', one.name);
    continue when one.copy is null;
    execute format(
      'insert into %s (%s) overriding system value select %s from %s', one.name, one.columns, one.columns, one.copy);
    update fresh.kept set (number, newest) = (select * from fresh.state(one.name)) where name = one.name;
  end loop;
  perform setval(format('%I.%I', schemaname, sequencename), start_value, false)
  from pg_sequences where schemaname = 'public' and last_value is not null;
end $$;
`

/** Remembers the rows of all tables, for `restoreTables`. */
export async function keepTables(superuser: Client): Promise<void> {
  await superuser.query(FUNCTIONS)
  await superuser.query('select fresh.keep()')
}

/** Gives all tables the rows that `keepTables` remembered. */
export async function restoreTables(superuser: Client): Promise<void> {
  await superuser.query('select fresh.restore()')
}

/** Whether the queue works on a job. */
export async function isQueueBusy(superuser: Client): Promise<boolean> {
  const { rows } = await superuser.query(
    'select from graphile_worker._private_jobs where locked_at is not null limit 1',
  )
  return rows.length > 0
}
