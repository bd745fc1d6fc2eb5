import type { Client } from 'pg'

const OLDEST_VERSION = 150000

type LoginRole = { name: string; super: boolean; bypass: boolean; create: boolean; version: number; member: boolean }

/**
 * Makes sure that the login role is an ordinary one and that the three group roles exist and are granted to it.
 * @throws Error with the SQL that sets it right.
 */
export async function prepareRoles(client: Client): Promise<void> {
  const login = await selectLoginRole(client)
  if (login.version < OLDEST_VERSION) throw new Error('Simwright needs PostgreSQL 15 or newer.')
  if (login.super || login.bypass) throw new Error(ordinaryRoleNeeded(login))
  if (login.member) return
  try {
    await client.query(MAKE_GROUP_ROLES)
  } catch (error) {
    if ((error as { code?: string }).code === INSUFFICIENT_PRIVILEGE) {
      throw new Error(groupRolesNeeded(login), { cause: error })
    }
    throw error
  }
}

const INSUFFICIENT_PRIVILEGE = '42501'

/** From PostgreSQL 16 on a member must also be allowed to SET ROLE, which 15 does not know to ask for. */
async function selectLoginRole(client: Client): Promise<LoginRole> {
  const { rows } = await client.query<LoginRole>(`
    with server as (select current_setting('server_version_num')::int as version),
         wanted(role) as (values ('simwright_app'), ('simwright_tenant'), ('simwright_system'))
    select r.rolname as name, r.rolsuper as super, r.rolbypassrls as bypass, r.rolcreaterole as create, s.version,
           (select bool_and(g.oid is not null and
                            pg_has_role(r.oid, g.oid, case when s.version >= 160000 then 'SET' else 'MEMBER' end))
            from wanted w left join pg_roles g on g.rolname = w.role) as member
    from pg_roles r, server s where r.rolname = session_user`)
  return rows[0]!
}

/** Several servers may do this at once, on one database or on several of one PostgreSQL: who comes second finds it done. */
const MAKE_GROUP_ROLES = `
do $$
declare
  wanted text;
  terms constant text := case when current_setting('server_version_num')::int >= 160000 then 'with inherit false, set true' else '' end;
begin
  foreach wanted in array array['simwright_app', 'simwright_tenant', 'simwright_system'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin', wanted);
      exception when duplicate_object or unique_violation then null;
      end;
    end if;
    begin
      execute format('grant %I to %I %s', wanted, session_user, terms);
    exception when unique_violation then null;
    end;
  end loop;
end $$`

function ordinaryRoleNeeded({ name, super: isSuper }: LoginRole): string {
  const why = isSuper ? 'is a superuser' : 'has BYPASSRLS'
  return (
    `DATABASE_URL signs in as "${name}", which ${why}: row-level security would not hold. Make an ordinary role ` +
    `and use it:\n` +
    `  create role simwright login createrole password '...';\n` +
    `  create database simwright owner simwright;`
  )
}

function groupRolesNeeded({ name }: LoginRole): string {
  return (
    `The role "${name}" may not make or take the group roles of Simwright. As a superuser, once:\n` +
    `  create role simwright_app; create role simwright_tenant; create role simwright_system;\n` +
    `  grant simwright_app, simwright_tenant, simwright_system to "${name}";`
  )
}
