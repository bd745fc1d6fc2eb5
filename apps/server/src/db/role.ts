import { type Client, escapeIdentifier } from 'pg'
import { StartRefusal } from '../runtime/start-refusal.ts'
import {
  GRANT_TO_LIMITED,
  GROUP_ROLES,
  type Login,
  ROLES_OF_LOGIN,
  SETTING_OF_LOGIN,
  statementsForGroupRoles,
  statementsForNewDatabase,
  statementsForSeparation,
} from './logins.ts'

const OLDEST_VERSION = 150000

type Owner = { name: string; super: boolean; bypass: boolean; create: boolean; version: number; member: boolean }

/** Since PostgreSQL 16 membership does not imply the right to SET ROLE; PostgreSQL 15 has no separate right. */
const MAY_TAKE = `case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end`

/**
 * Makes sure that the owner of the tables is an ordinary role, and that the three group roles exist and are granted
 * to it.
 * @throws Error with the SQL that fixes it
 */
export async function prepareRoles(client: Client): Promise<void> {
  const owner = await selectOwner(client)
  if (owner.version < OLDEST_VERSION) throw new StartRefusal('Simwright needs PostgreSQL 15 or newer.')
  if (owner.super || owner.bypass) throw new StartRefusal(ordinaryRoleNeeded(owner))
  if (owner.member) return
  try {
    await client.query(CREATE_GROUP_ROLES)
  } catch (error) {
    if ((error as { code?: string }).code === INSUFFICIENT_PRIVILEGE) {
      throw new StartRefusal(groupRolesNeeded(owner), { cause: error })
    }
    throw error
  }
}

const INSUFFICIENT_PRIVILEGE = '42501'

async function selectOwner(client: Client): Promise<Owner> {
  const { rows } = await client.query<Owner>(
    `select r.rolname as name, r.rolsuper as super, r.rolbypassrls as bypass, r.rolcreaterole as create,
            current_setting('server_version_num')::int as version,
            (select bool_and(g.oid is not null and pg_has_role(r.oid, g.oid, ${MAY_TAKE}))
             from unnest($1::text[]) as wanted(role) left join pg_roles g on g.rolname = wanted.role)
            and exists (select from pg_roles l, pg_roles t where l.rolname = 'simwright_limited'
              and t.rolname = 'simwright_tenant' and pg_has_role(l.oid, t.oid, 'USAGE')) as member
     from pg_roles r where r.rolname = session_user`,
    [GROUP_ROLES],
  )
  return rows[0]!
}

/**
 * Safe in concurrent servers, on one database or on several databases of one PostgreSQL: the second one finds it done.
 */
const CREATE_GROUP_ROLES = `
do $$
declare
  wanted text;
  terms constant text := case when current_setting('server_version_num')::int >= 160000 then 'with inherit false, set true' else '' end;
begin
  foreach wanted in array array['${GROUP_ROLES.join("', '")}'] loop
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
  begin
    if not pg_has_role('simwright_limited', 'simwright_tenant', 'USAGE') then ${GRANT_TO_LIMITED}; end if;
  exception when unique_violation then null;
  end;
end $$`

/**
 * Checks that a login can take its roles, and has no rights beyond them. The owner is checked by `prepareRoles`; here
 * only that it cannot create roles.
 * @throws Error with the SQL that fixes it
 */
export async function checkLogin(client: Client, login: Login): Promise<void> {
  const roles: readonly string[] = ROLES_OF_LOGIN[login]
  const { rows } = await client.query<{ name: string; missing: string[]; excess: string[] }>(
    `select session_user as name,
            array(select role from unnest($1::text[]) role
                  where not coalesce((select pg_has_role(g.oid, ${MAY_TAKE}) from pg_roles g where g.rolname = role), false)
                 ) as missing,
            array(select r.rolname::text from pg_roles r
                  where pg_has_role(r.oid, 'MEMBER') and (
                    r.rolsuper or r.rolbypassrls or r.rolcreaterole or r.rolname = any($2)
                    or ($3 and exists (select from pg_class c where c.relowner = r.oid and c.relnamespace = 'public'::regnamespace))
                  ) order by r.rolname = session_user desc, 1) as excess`,
    [roles, GROUP_ROLES.filter((role) => !roles.includes(role)), login !== 'owner'],
  )
  const { name, missing, excess } = rows[0]!
  if (missing.length > 0) throw new StartRefusal(rolesMissing({ login, name, missing }))
  if (excess.length > 0) throw new StartRefusal(rightsInExcess({ login, name, excess }))
}

type Finding = { login: Login; name: string }

function rolesMissing({ login, name, missing }: Finding & { missing: string[] }): string {
  return (
    `${SETTING_OF_LOGIN[login]} signs in as "${name}", which cannot take ${missing.join(' and ')}. As a superuser:\n` +
    `  grant ${missing.join(', ')} to ${escapeIdentifier(name)};`
  )
}

function rightsInExcess({ login, name, excess }: Finding & { excess: string[] }): string {
  const others = excess.filter((role) => role !== name)
  const because = excess.includes(name)
    ? 'owns the tables, can create roles, or bypasses row-level security'
    : `can take ${others.map((role) => `"${role}"`).join(', ')}`
  const remedy = excess.includes(name)
    ? `  alter role ${escapeIdentifier(name)} nosuperuser nobypassrls nocreaterole;` +
      (login === 'owner' ? '' : `\nIf it owns the tables, it is the login for MIGRATE_URL; use another login here.`)
    : `  revoke ${others.map(escapeIdentifier).join(', ')} from ${escapeIdentifier(name)} cascade;`
  return `${SETTING_OF_LOGIN[login]} signs in as "${name}", which ${because}. As a superuser:\n${remedy}`
}

/** Advice to separate a single login. */
export async function separationAdvice(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select session_user as name')
  const { name } = rows[0]!
  return (
    `Warning: DATABASE_URL signs in as "${name}", which owns the tables: wrong SQL could reach the rows of all ` +
    `enterprises. To separate the logins, as a superuser, once:\n${statementsForSeparation(escapeIdentifier(name))}\n` +
    `Then set MIGRATE_URL to what DATABASE_URL is now, DATABASE_URL to the first new login and SYSTEM_URL to the second.`
  )
}

function ordinaryRoleNeeded({ name, super: isSuper }: Owner): string {
  const why = isSuper ? 'is a superuser' : 'has BYPASSRLS'
  return (
    `The owner of the tables signs in as "${name}", which ${why}: row-level security would not apply. Create ` +
    `ordinary roles, and set MIGRATE_URL, DATABASE_URL and SYSTEM_URL to them in this order:\n${statementsForNewDatabase()}`
  )
}

function groupRolesNeeded({ name }: Owner): string {
  return (
    `The role "${name}" cannot create or take the group roles of Simwright. As a superuser, once:\n` +
    `  ${statementsForGroupRoles()}\n` +
    `  grant ${GROUP_ROLES.join(', ')} to ${escapeIdentifier(name)};\n` +
    `If another role owns the tables, set MIGRATE_URL to it, and also set SYSTEM_URL.`
  )
}
