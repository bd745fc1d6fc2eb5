import type { ClientBase } from 'pg'

/**
 * The tables in the schema `public` that are neither marked global nor force row-level security with exactly the two
 * policies of `tenant_table`, and only restrictive ones for the role of limited members, each as `name: fault`. A partition
 * gives nobody any rows: it forces row-level security without policies and privileges.
 */
export async function selectUnprotectedTables(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ fault: string }>(`
    with examined as (
      select c.relname as table, case
          when not (c.relrowsecurity and c.relforcerowsecurity) then 'row-level security is not forced'
          when c.relispartition and exists (select from pg_policy p where p.polrelid = c.oid) then 'a partition with policies'
          when c.relispartition and exists (select from aclexplode(c.relacl) g where g.grantee <> c.relowner)
            then 'a partition with privileges'
          when c.relispartition then null
          when (select count(*) from pg_policy p where p.polrelid = c.oid and not (
              not p.polpermissive and p.polroles = array['simwright_limited'::regrole::oid])) <> 2
            then 'other policies than the two'
          when not exists (
            select from pg_policy p where p.polrelid = c.oid and p.polroles = array['simwright_tenant'::regrole::oid]
              and p.polqual is not null and p.polwithcheck is not null
          ) then 'no policy for the tenant with USING and WITH CHECK'
          when has_any_column_privilege('simwright_app', c.oid, 'select, insert, update') then 'simwright_app has rights'
        end as fault
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p')
        and obj_description(c.oid, 'pg_class') is distinct from 'global'
    )
    select e.table || ': ' || e.fault as fault from examined e where e.fault is not null order by 1`)
  return rows.map((row) => row.fault)
}
