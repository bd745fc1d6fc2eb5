import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../testing/database.ts'
import { loginClient } from './connection.ts'
import { GROUP_ROLES, type Login, ROLES_OF_LOGIN } from './logins.ts'
import { selectUnprotectedTables } from './row-security.ts'

const { url, urls } = await openTestDatabase()
const owner = loginClient(url, 'test')

beforeAll(() => owner.connect())
afterAll(() => owner.end())

async function inDiscardedTransaction(sql: string, look: () => Promise<void>): Promise<void> {
  await owner.query('begin')
  try {
    await owner.query(sql)
    await look()
  } finally {
    await owner.query('rollback')
  }
}

describe('every table', () => {
  test('is marked global, or forces row-level security', async () => {
    expect(await selectUnprotectedTables(owner)).toEqual([])
  })

  test.each([
    ['of neither kind', 'create table t (enterprise_id uuid not null)', 'is not forced'],
    [
      'that does not force it',
      `create table t (enterprise_id uuid not null); select tenant_table('t'); alter table t no force row level security`,
      'is not forced',
    ],
    [
      'with a policy more',
      `create table t (enterprise_id uuid not null); select tenant_table('t'); create policy more on t using (true)`,
      'other policies',
    ],
    [
      'without WITH CHECK',
      `create table t (enterprise_id uuid not null); select tenant_table('t'); drop policy tenant on t;
       create policy tenant on t to simwright_tenant using (true)`,
      'no policy for the tenant',
    ],
    [
      'that the outer handle may read',
      `create table t (enterprise_id uuid not null); select tenant_table('t'); grant select on t to simwright_app`,
      'simwright_app has rights',
    ],
  ])('%s is noticed', async (_, sql, fault) => {
    await inDiscardedTransaction(sql, async () => {
      expect(await selectUnprotectedTables(owner)).toEqual([expect.stringContaining(fault)])
    })
  })

  test('of an enterprise has a mandatory enterprise ID', async () => {
    const making = inDiscardedTransaction(`create table t (id uuid); select tenant_table('t')`, async () => {})
    await expect(making).rejects.toThrow('needs a column enterprise_id uuid not null')
  })

  test('is owned by a role to which row-level security applies', async () => {
    const { rows } = await owner.query(
      `select distinct r.rolname, r.rolsuper, r.rolbypassrls from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_roles r on r.oid = c.relowner where n.nspname = 'public'`,
    )
    expect(rows).toEqual([expect.objectContaining({ rolsuper: false, rolbypassrls: false })])
  })

  test('can be read by the role that writes backups', async () => {
    const { rows } = await owner.query(
      `select relname from pg_class where relnamespace = 'public'::regnamespace
       and relkind in ('r', 'p') and not relispartition and relname <> 'write_probe' and not has_table_privilege('simwright_system', oid, 'select')`,
    )
    expect(rows).toEqual([])
  })

  test('cannot be altered by a role of the running server', async () => {
    const { rows } = await owner.query(
      `select r.rolname, has_schema_privilege(r.oid, 'public', 'create') as creates, r.rolsuper, r.rolbypassrls, r.rolcanlogin
       from pg_roles r where r.rolname = any($1)`,
      [GROUP_ROLES],
    )
    expect(rows).toHaveLength(GROUP_ROLES.length)
    for (const row of rows) {
      expect(row).toMatchObject({ creates: false, rolsuper: false, rolbypassrls: false, rolcanlogin: false })
    }
  })
})

const nameOf = (login: Login) => new URL(urls[login].reveal()).username

describe('a login', () => {
  test.each(['owner', 'app', 'system'] as const)('can take only its own roles: %s', async (login) => {
    const { rows } = await owner.query<{ role: string }>(
      `select g.rolname as role from pg_roles g where pg_has_role($1, g.oid, 'MEMBER') and g.rolname not in ($1, 'pg_database_owner', 'pg_signal_backend')`,
      [nameOf(login)],
    )
    expect(rows.map(({ role }) => role).toSorted()).toEqual([...ROLES_OF_LOGIN[login]].toSorted())
  })

  test.each(['owner', 'app', 'system'] as const)(
    'makes no roles and is bound by row-level security: %s',
    async (login) => {
      const { rows } = await owner.query(
        'select rolcreaterole, rolsuper, rolbypassrls, rolreplication from pg_roles where rolname = $1',
        [nameOf(login)],
      )
      expect(rows).toEqual([{ rolcreaterole: false, rolsuper: false, rolbypassrls: false, rolreplication: false }])
    },
  )

  test.each(['app', 'system'] as const)('has no rights before it takes a role: %s', async (login) => {
    const { rows } = await owner.query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and n.nspname in ('public', 'migration', 'graphile_worker')
         and (has_table_privilege($1, c.oid, 'select, insert, update, delete, truncate, references, trigger')
           or has_any_column_privilege($1, c.oid, 'select, insert, update') or c.relowner = $1::regrole)`,
      [nameOf(login)],
    )
    expect(rows).toEqual([])
  })

  test('of the portal reaches no row of an enterprise in any role while no enterprise is set', async () => {
    const app = loginClient(urls.app, 'test')
    await app.connect()
    const look = async (role: string) => {
      const looking = app.query(`set role ${role}`).then(() => app.query('select from enterprise'))
      return await looking.then(
        ({ rowCount }) => rowCount,
        (error: Error) => error.message,
      )
    }
    expect(await look('simwright_tenant')).toBe(0)
    for (const role of ['none', 'simwright_app', 'simwright_system', nameOf('owner'), nameOf('system')]) {
      expect(await look(role)).toMatch('permission denied')
    }
    await app.end()
  })
})
