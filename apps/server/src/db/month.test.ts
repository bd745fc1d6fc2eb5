import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { randomAt } from '../runtime/random.ts'
import { openTestDatabase } from '../testing/database.ts'
import { loginClient } from './connection.ts'
import { dropMonths, makeMonthsAhead, startOfMonth, timeOfId } from './month.ts'
import { deleteExpiredById, deleteOwned } from './retention.ts'

const { db, url, urls } = await openTestDatabase()
const owner = loginClient(url, 'test')
const system = loginClient(urls.system, 'test')
const app = loginClient(urls.app, 'test')

beforeAll(async () => {
  await Promise.all([owner, system, app].map((client) => client.connect()))
  await system.query('set role simwright_system')
  await system.query(
    `with platform as (
       insert into platform (id, sys, app_name, icon_url, theme_color, created_at, mail_texts, updated_at)
       values ($1, 'retained', '', '', '#000000', now(), '{}', now()) returning id)
     insert into enterprise (enterprise_id, platform_id, name, plan, state, created_at)
     select unnest($2::uuid[]), id, 'Retained', 'LAB', 'ACTIVE', now() from platform`,
    [ONE, [ONE, OTHER]],
  )
})
afterAll(() => Promise.all([owner, system, app].map((client) => client.end())))

const [ONE, OTHER] = ['0190a000-0000-7000-8000-000000000001', '0190a000-0000-7000-8000-000000000002']
const now = new Date()
const monthsFromNow = (count: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + count, 15))
const idAt = (at: Date) => randomAt(() => at.getTime()).uuid()

async function insert(enterpriseId: string, at: Date): Promise<string> {
  const id = idAt(at)
  await system.query(
    `insert into device_message (enterprise_id, id, function, address, outcome, raw, at) values ($1, $2, '', '', '', '', $3)`,
    [enterpriseId, id, at],
  )
  return id
}

type Stored = { id: string; part: string; ctid: string }

async function stored(): Promise<Stored[]> {
  const { rows } = await system.query<Stored>(
    'select id, tableoid::regclass::text as part, ctid::text from device_message order by id',
  )
  return rows
}

async function monthsOf(table: string): Promise<string[]> {
  const { rows } = await owner.query<{ part: string }>('select part::text from months_of($1::regclass) order by ends', [
    table,
  ])
  return rows.map(({ part }) => part)
}

const named = (table: string, at: Date) => `${table}_${at.toISOString().slice(0, 7).replace('-', '_')}`

test('the time of a UUIDv7 is the same here and in the database', async () => {
  const at = new Date('2031-02-28T23:59:59.999Z')
  const { rows } = await owner.query('select time_of_id($1) as at, first_id_of($2) as id', [idAt(at), at])
  expect(rows[0].at).toEqual(at)
  expect(timeOfId(idAt(at))).toEqual(at)
  expect(timeOfId(rows[0].id)).toEqual(at)
  expect(startOfMonth(at)).toEqual(new Date('2031-02-01T00:00:00Z'))
})

test('months are made ahead, each once; a row of any past time has a partition, one of a month that is missing has none', async () => {
  expect(await makeMonthsAhead(db, now)).toBe(0)
  await insert(ONE, new Date('2001-01-01T00:00:00Z'))
  await expect(insert(ONE, monthsFromNow(9))).rejects.toThrow('no partition of relation "device_message"')
  const made = await Promise.all([1, 2, 3].map(() => makeMonthsAhead(db, monthsFromNow(7))))
  expect(Math.max(...made)).toBeGreaterThan(7 * 5)
  expect(made.filter((count) => count === 0)).toHaveLength(2)
  await insert(ONE, monthsFromNow(9))
  expect((await stored()).map(({ part }) => part)).toEqual([
    'device_message_oldest',
    named('device_message', monthsFromNow(9)),
  ])
  await system.query('delete from device_message')
  await owner.query('vacuum device_message')
})

test('a far future month is refused, so that a wrong clock makes no thousands of tables', async () => {
  await expect(makeMonthsAhead(db, new Date('2999-12-31T00:00:00Z'))).rejects.toThrow('has no months until')
})

describe('at the end of the retention', () => {
  test('rows with the same address in another month, or of another account, remain', async () => {
    const later = monthsFromNow(4)
    for (const at of [now, later]) for (const account of [ONE, OTHER]) await insert(account, at)
    const before = await stored()
    const addresses = before.map(({ ctid }) => ctid)
    expect(new Set(addresses.slice(0, 2))).toEqual(new Set(addresses.slice(2)))

    const end = monthsFromNow(3)
    expect(await db.systemTx((tx) => deleteExpiredById(tx, { table: 'device_message', before: end, limit: 1 }))).toBe(1)
    expect(await db.systemTx((tx) => deleteExpiredById(tx, { table: 'device_message', before: end, limit: 9 }))).toBe(1)
    expect((await stored()).map(({ id }) => id)).toEqual(before.slice(2).map(({ id }) => id))

    await owner.query('vacuum device_message')
    for (let count = 0; count < 2; count += 1) await insert(ONE, now)
    const deleteOne = () =>
      db.systemTx((tx) => deleteOwned(tx, { table: 'device_message', enterpriseId: ONE, limit: 1 }))
    expect([await deleteOne(), await deleteOne(), await deleteOne(), await deleteOne()]).toEqual([1, 1, 1, 0])
    const { rows } = await system.query('select enterprise_id from device_message')
    expect(rows).toEqual([{ enterprise_id: OTHER }])
  })

  test('whole months are dropped, and a new oldest one takes rows of the past', async () => {
    const later = monthsFromNow(4)
    for (const at of [now, later]) await insert(ONE, at)
    const [oldest, ...months] = await monthsOf('device_message')
    expect(oldest).toBe('device_message_oldest')
    expect(await dropMonths(db, 'device_message', startOfMonth(monthsFromNow(-1)))).toBe(0)
    // the first months end after the oldest partition: two weeks after the migration or later
    const end = startOfMonth(later)
    expect(await dropMonths(db, 'device_message', end)).toBeGreaterThan(1)
    expect(await dropMonths(db, 'device_message', end)).toBe(0)
    expect(await monthsOf('device_message')).toEqual([
      'device_message_oldest',
      ...months.filter((month) => month >= named('device_message', end)),
    ])
    expect(new Set((await stored()).map(({ part }) => part))).toEqual(new Set([named('device_message', later)]))
    await insert(ONE, now)
    expect((await stored()).map(({ part }) => part)).toContain('device_message_oldest')
  })

  test('a month that somebody reads is not waited for longer than half a second', async () => {
    await app.query('begin; set local role simwright_tenant; select from device_message')
    const { message } = await system
      .query(`select drop_months('device_message', $1)`, [startOfMonth(monthsFromNow(6))])
      .then(
        () => ({ message: 'dropped' }),
        (error: Error) => error,
      )
    expect(message).toContain('lock timeout')
    await app.query('rollback')
  })

  test('months of the audit log are dropped once checkpoints cover all of their entries', async () => {
    const entry = (enterpriseId: string, number: number, at: Date) =>
      system.query(
        `insert into audit_entry (enterprise_id, number, id, at, actor_kind, actor_name, action, object_kind, object_name, hash)
         values ($1, $2, $3, $4, 'SYSTEM', '', 'x', 'x', '', decode(repeat('00', 32), 'hex'))`,
        [enterpriseId, number, idAt(at), at],
      )
    const cover = (enterpriseId: string, number: number) =>
      system.query(`insert into audit_checkpoint values ($1, $2, '', $3, '')`, [enterpriseId, number, now])
    for (const number of [1, 2]) await entry(ONE, number, now)
    await entry(OTHER, 1, now)
    const end = startOfMonth(monthsFromNow(4))
    expect(await dropMonths(db, 'audit_entry', end)).toBe(0)
    await cover(ONE, 2)
    expect(await dropMonths(db, 'audit_entry', end)).toBe(0)
    await cover(OTHER, 1)
    expect(await dropMonths(db, 'audit_entry', end)).toBeGreaterThan(0)
    const { rows } = await system.query('select from audit_entry')
    expect(rows).toEqual([])
    const forced = await owner.query(
      `select from pg_class where relname ~ '^audit_(entry|checkpoint)' and relkind in ('r', 'p') and not relforcerowsecurity`,
    )
    expect(forced.rows).toEqual([])
  })
})

describe('a partition', () => {
  test.each(['simwright_app', 'simwright_tenant', 'simwright_limited', 'simwright_system'])(
    'gives no rows to %s',
    async (role) => {
      const client = role === 'simwright_system' ? system : app
      for (const sql of ['select', 'delete']) {
        await client.query(`begin; set local role ${role}`)
        const reached = client.query(`${sql} from only program_call_oldest`)
        await expect(reached).rejects.toThrow('permission denied for table program_call_oldest')
        await client.query('rollback')
      }
    },
  )

  test('of one enterprise account is not visible to another through its table', async () => {
    await insert(ONE, now)
    await app.query(`begin; set local role simwright_tenant; set local app.enterprise = '${OTHER}'`)
    const { rows } = await app.query('select enterprise_id from device_message')
    await app.query('rollback')
    expect(new Set(rows.map(({ enterprise_id }) => enterprise_id))).toEqual(new Set([OTHER]))
  })

  test.each(['make_months', 'drop_months'])('is not changed by %s of a login that serves calls', async (name) => {
    await expect(app.query(`select ${name}('device_message', now())`)).rejects.toThrow('permission denied for function')
  })
})
