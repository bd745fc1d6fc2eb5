-- What each table is, and who may touch it, is said in the migration that makes the table, by one of two calls:
-- tenant_table('x') for rows of an enterprise, global_table('x') for everything else.
-- The group roles simwright_app, simwright_tenant and simwright_system are made at each start (db/role.ts).

grant usage on schema public to simwright_app, simwright_tenant, simwright_system;

-- Rows are reached only by simwright_tenant, for the enterprise in app.enterprise (unset: no rows), and by simwright_system.
create function tenant_table(
  relation regclass,
  tenant text default 'select, insert, update, delete',
  system text default 'select, insert, update, delete'
) returns void language plpgsql as $$
declare
  own_rows constant text := 'enterprise_id = nullif(current_setting(''app.enterprise'', true), '''')::uuid';
begin
  if not exists (
    select from pg_attribute
    where attrelid = relation and attname = 'enterprise_id' and atttypid = 'uuid'::regtype and attnotnull
  ) then
    raise exception 'the tenant table % needs a column enterprise_id uuid not null', relation;
  end if;
  execute format('alter table %s enable row level security', relation);
  execute format('alter table %s force row level security', relation);
  execute format('create policy tenant on %s to simwright_tenant using (%s) with check (%s)', relation, own_rows, own_rows);
  execute format('create policy system on %s to simwright_system using (true) with check (true)', relation);
  perform grant_table(relation, 'simwright_tenant', tenant);
  perform grant_table(relation, 'simwright_system', system);
end $$;

-- The comment marks the table for the test that no table is neither.
create function global_table(
  relation regclass,
  app text default 'select, insert, update, delete',
  tenant text default 'select, insert, update, delete',
  system text default 'select, insert, update, delete'
) returns void language plpgsql as $$
begin
  execute format('comment on table %s is %L', relation, 'global');
  perform grant_table(relation, 'simwright_app', app);
  perform grant_table(relation, 'simwright_tenant', tenant);
  perform grant_table(relation, 'simwright_system', system);
end $$;

-- An empty list of privileges grants nothing.
create function grant_table(relation regclass, role text, privileges text) returns void language plpgsql as $$
begin
  if privileges <> '' then
    execute format('grant %s on %s to %I', privileges, relation, role);
  end if;
end $$;

revoke execute on function tenant_table, global_table, grant_table from public;
