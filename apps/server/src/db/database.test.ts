import { Kysely, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type CuttingProxy, cuttingProxy } from '../testing/cut-connection.ts'
import { openTestDatabase } from '../testing/database.ts'
import { commitWith } from './commit-with.ts'
import { loginClient, rolePool } from './connection.ts'
import { type Db, openDb, type Tables } from './database.ts'
import { OpeningDialect } from './dialect.ts'
import { OutcomeUnknown } from './outcome-unknown.ts'
import { isUnreachable } from './unreachable.ts'

type TenantHandle = Kysely<Tables>

const { db, urls } = await openTestDatabase()

const RED = '01900000-0000-7000-8000-000000000001'
const BLUE = '01900000-0000-7000-8000-000000000002'
const PLATFORM = '01900000-0000-7000-8000-00000000000f'
const AT = new Date('2026-01-01T00:00:00.123Z')

beforeAll(async () => {
  await db.systemTx(async (db) => {
    await db
      .insertInto('platform')
      .values({
        id: PLATFORM,
        sys: 'main',
        app_name: 'A',
        icon_url: '',
        theme_color: '#112233',
        created_at: AT,
        updated_at: AT,
        mail_texts: '{}',
      })
      .execute()
    for (const id of [RED, BLUE]) {
      await db
        .insertInto('enterprise')
        .values({ enterprise_id: id, platform_id: PLATFORM, name: id, plan: 'DEMO', state: 'ACTIVE', created_at: AT })
        .execute()
    }
  })
})

const names = (enterprise: string) =>
  db.tenantTx(enterprise, async (db) => (await db.selectFrom('enterprise').select('name').execute()).map((r) => r.name))

describe('rows of an enterprise', () => {
  test('are visible to that enterprise only', async () => {
    expect(await names(RED)).toEqual([RED])
    expect(await names(BLUE)).toEqual([BLUE])
  })

  test('are all visible to system transactions', async () => {
    const rows = await db.systemTx((db) => db.selectFrom('enterprise').select('name').execute())
    expect(rows).toHaveLength(2)
  })

  test('cannot be reached from the outer handle', async () => {
    const outer = db.global as unknown as TenantHandle
    await expect(outer.selectFrom('enterprise').selectAll().execute()).rejects.toThrow('permission denied')
  })

  test('cannot be reached from a global transaction', async () => {
    const reading = db.globalTx((db) => (db as unknown as TenantHandle).selectFrom('enterprise').execute())
    await expect(reading).rejects.toThrow('permission denied')
  })

  test('are invisible while no enterprise is set', async () => {
    expect(await names('')).toEqual([])
  })

  test('cannot be changed or deleted by another enterprise', async () => {
    const changed = await db.tenantTx(RED, async (db) => [
      await db.updateTable('enterprise').set({ name: 'x' }).where('enterprise_id', '=', BLUE).executeTakeFirst(),
      await db.deleteFrom('enterprise').where('enterprise_id', '=', BLUE).executeTakeFirst(),
    ])
    expect(changed).toMatchObject([{ numUpdatedRows: 0n }, { numDeletedRows: 0n }])
  })

  test('cannot be written for another enterprise', async () => {
    const other = { enterprise_id: '01900000-0000-7000-8000-000000000003', platform_id: PLATFORM, name: 'x' }
    const writing = db.tenantTx(RED, (db) =>
      db
        .insertInto('enterprise')
        .values({ ...other, plan: 'DEMO', state: 'ACTIVE', created_at: AT })
        .execute(),
    )
    await expect(writing).rejects.toThrow('violates row-level security policy')
  })

  test('cannot be moved to another enterprise', async () => {
    const moving = db.tenantTx(RED, (db) => db.updateTable('enterprise').set({ enterprise_id: BLUE }).execute())
    await expect(moving).rejects.toThrow('violates row-level security policy')
  })
})

describe('read-only work', () => {
  const rename = (handle: TenantHandle) =>
    handle.updateTable('enterprise').set({ name: 'renamed' }).where('enterprise_id', '=', RED).execute()
  const refused = /read-only transaction/

  test('cannot write by any entry point, and can read by all', async () => {
    await db.readOnly(async () => {
      await expect(db.tenantTx(RED, rename)).rejects.toThrow(refused)
      await expect(db.systemTx(rename)).rejects.toThrow(refused)
      const clear = db.global.deleteFrom('attempt_counter').execute()
      await expect(clear).rejects.toThrow(refused)
      const clearInTx = db.globalTx((db) => db.deleteFrom('attempt_counter').execute())
      await expect(clearInTx).rejects.toThrow(refused)
      expect(await names(RED)).toEqual([RED])
      expect(await db.global.selectFrom('platform').select('sys').execute()).toHaveLength(1)
    })
    await db.global.deleteFrom('attempt_counter').execute()
  })

  test('can do bookkeeping, which writes', async () => {
    await db.readOnly(async () => {
      await db.bookkeeping(() => db.tenantTx(BLUE, (db) => db.updateTable('enterprise').set({ name: BLUE }).execute()))
      await expect(db.tenantTx(BLUE, rename)).rejects.toThrow(refused)
    })
  })
})

describe('SQL inside a transaction of an enterprise', () => {
  /** The enterprises visible after `statement`, or the message of the database's error. */
  const seenAfter = async (statement: string) => {
    const visible = db.tenantTx(RED, async (db) => {
      await sql.raw(statement).execute(db)
      return (await db.selectFrom('enterprise').select('enterprise_id').execute()).map((row) => row.enterprise_id)
    })
    return await visible.catch((error: Error) => error.message)
  }

  test.each([
    'set role simwright_system',
    'set local role simwright_system',
    `select set_config('role', 'simwright_system', true)`,
    `set role ${new URL(urls.system.reveal()).username}`,
    `set role ${new URL(urls.owner.reveal()).username}`,
    `set session authorization ${new URL(urls.system.reveal()).username}`,
    'alter table enterprise no force row level security',
    'alter table enterprise disable row level security',
    'grant simwright_system to session_user',
    'create role more in role simwright_system',
  ])('is refused: %s', async (statement) => {
    expect(await seenAfter(statement)).toMatch(/permission denied|must be owner|must have admin option/)
  })

  test.each([
    'reset role',
    'set role none',
    'set role simwright_app',
    'reset session authorization',
    'set row_security = off',
  ])('sees no row: %s', async (statement) => {
    expect(await seenAfter(statement)).toMatch(/permission denied|affected by row-level security/)
  })

  test('sees one enterprise at a time, even if it sets another one', async () => {
    expect(await seenAfter('select 1')).toEqual([RED])
    expect(await seenAfter(`select set_config('app.enterprise', '${BLUE}', true)`)).toEqual([BLUE])
    expect(await seenAfter(`select set_config('app.enterprise', '', true)`)).toEqual([])
  })

  test('that sets another role for the session does not affect the next transaction on the connection', async () => {
    const single = openDb({ urls, maxConnections: 1 })
    const role = () => sql<{ role: string }>`select current_user::text as role`.execute(single.global)
    await single.tenantTx(RED, (db) => sql`set role none`.execute(db))
    const enterprises = await single.tenantTx(BLUE, (db) => db.selectFrom('enterprise').select('name').execute())
    expect(enterprises).toEqual([{ name: BLUE }])
    expect((await role()).rows).toEqual([{ role: expect.not.stringContaining('system') }])
    await single.close()
  })
})

describe('a read-only transaction', () => {
  test('sees the rows of its enterprise', async () => {
    const read = await db.tenantRead(BLUE, (db) => db.selectFrom('enterprise').select('name').execute())
    expect(read).toEqual([{ name: BLUE }])
  })

  test('cannot change anything', async () => {
    const changing = db.tenantRead(RED, (db) => db.updateTable('enterprise').set({ name: 'changed' }).execute())
    await expect(changing).rejects.toThrow('cannot execute UPDATE in a read-only transaction')
    expect(await names(RED)).toEqual([RED])
  })
})

describe('a database that has become a standby', () => {
  const single = () => openDb({ urls, maxConnections: 1 })
  const pid = async (db: Db) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db.global)
    return rows[0]!.pid
  }
  /** The database's refusal of a write, and whether the next statement has another connection. */
  async function refusedWrite(write: (db: Db) => Promise<unknown>) {
    const db = single()
    const before = await pid(db)
    const error: unknown = await write(db).then(
      () => undefined,
      (error: unknown) => error,
    )
    const isReplaced = (await pid(db)) !== before
    await db.close()
    return { isAway: isUnreachable(error), isReplaced }
  }
  const onlyReads = sql`set transaction read only`
  const clear = (db: TenantHandle) => db.deleteFrom('attempt_counter').execute()

  test.each<[string, (db: Db) => Promise<unknown>]>([
    [
      'a transaction of an enterprise',
      (db) => db.tenantTx(RED, async (tx) => [await onlyReads.execute(tx), await clear(tx)]),
    ],
    [
      'a global transaction',
      (db) => db.globalTx(async (tx) => [await onlyReads.execute(tx), await clear(tx as never)]),
    ],
    ['a system transaction', (db) => db.systemTx(async (tx) => [await onlyReads.execute(tx), await clear(tx)])],
    [
      'a statement',
      async (db) => [
        await sql`set default_transaction_read_only = on`.execute(db.global),
        await clear(db.global as never),
      ],
    ],
  ])('is away for %s that writes, and the connection is replaced', async (what, write) => {
    expect(await refusedWrite(write)).toEqual({ isAway: true, isReplaced: what !== 'a system transaction' })
  })

  test('is away if it does not begin a transaction that writes', async () => {
    const pool = rolePool(urls.app, { max: 1, role: 'simwright_app', onIdleError: () => {} })
    const dialect = new OpeningDialect(pool)
    const root = new Kysely<Record<never, never>>({ dialect })
    // a standby refuses `begin read write` with this code
    const refusal = `do $$ begin raise exception 'during recovery' using errcode = '0A000'; end $$`
    const begin = dialect.opening(refusal, () => root.transaction().execute((tx) => sql`select 1`.execute(tx)))
    expect(isUnreachable(await begin.catch((error: unknown) => error))).toBe(true)
    await root.destroy()
  })

  test('is not away for work that should only have read: that is our error', async () => {
    const writing = db.tenantRead(RED, clear)
    expect(isUnreachable(await writing.catch((error: unknown) => error))).toBe(false)
    const inReadOnly = db.readOnly(() => clear(db.global as never))
    expect(isUnreachable(await inReadOnly.catch((error: unknown) => error))).toBe(false)
    // and a later write on the same connections works
    await clear(db.global as never)
  })
})

describe('a reused connection', () => {
  test('has no enterprise and no tenant role', async () => {
    const single = openDb({ urls, maxConnections: 1 })
    const settings = () =>
      sql<{ role: string; enterprise: string | null; pid: number }>`
        select current_user::text as role, current_setting('app.enterprise', true) as enterprise, pg_backend_pid() as pid
      `.execute(single.global)
    const before = (await settings()).rows[0]!
    expect(before).toMatchObject({ role: 'simwright_app', enterprise: null })
    const clean = { role: 'simwright_app', enterprise: '', pid: before.pid }
    await single.tenantTx(RED, (db) => db.selectFrom('enterprise').execute())
    expect((await settings()).rows).toEqual([clean])
    await single.tenantTx(RED, (db) => sql`select 1 / 0`.execute(db)).catch(() => {})
    expect((await settings()).rows).toEqual([clean])
    await single.systemTx((db) => db.selectFrom('enterprise').execute())
    expect((await settings()).rows).toEqual([clean])
    await single.tenantRead(RED, (db) => db.selectFrom('enterprise').execute())
    expect((await settings()).rows).toEqual([clean])
    await single.tenantRead(RED, (db) => sql`select 1 / 0`.execute(db)).catch(() => {})
    expect((await settings()).rows).toEqual([clean])
    await single.close()
  })
})

describe('inside a transaction', () => {
  const refusal = 'inside a transaction only its own handle may be used'

  test('the outer handle cannot be used', async () => {
    const using = db.tenantTx(RED, () => db.global.selectFrom('platform').execute())
    await expect(using).rejects.toThrow(refusal)
  })

  test('no other transaction can be opened', async () => {
    for (const open of [
      () => db.tenantTx(BLUE, async () => 1),
      () => db.tenantRead(BLUE, async () => 1),
      () => db.systemTx(async () => 1),
      () => db.globalTx(async () => 1),
    ]) {
      await expect(db.tenantTx(RED, open)).rejects.toThrow(refusal)
    }
  })

  test('an error rolls everything back', async () => {
    const failing = db.tenantTx(RED, async (db) => {
      await db.updateTable('enterprise').set({ name: 'changed' }).execute()
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await names(RED)).toEqual([RED])
  })

  test('work that outlives it can open another transaction', async () => {
    let later: Promise<string[]> | undefined
    let release = () => {}
    const closed = new Promise<void>((resolve) => {
      release = resolve
    })
    await db.tenantTx(RED, async () => {
      later = closed.then(() => names(BLUE))
    })
    release()
    expect(await later).toEqual([BLUE])
  })
})

describe('transactions are counted', () => {
  test('one for each entry point, and for each statement outside a transaction', async () => {
    const { result, transactions } = await db.countTransactions(async () => {
      await db.global.selectFrom('platform').execute()
      await db.tenantTx(RED, async (db) => {
        await db.selectFrom('enterprise').execute()
        await db.selectFrom('member').execute()
      })
      return 'done'
    })
    expect({ result, transactions }).toEqual({ result: 'done', transactions: 2 })
  })

  test('only those of the counted work', async () => {
    const other = names(BLUE)
    const { transactions } = await db.countTransactions(() => names(RED))
    await other
    expect(transactions).toBe(1)
  })
})

describe('values', () => {
  const one = async (expression: string) =>
    (await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(db.global)).rows[0]?.value

  test('a count is a number', async () => expect(await one('count(*)')).toBe(1))
  test('an int8 array is an array of numbers', async () =>
    expect(await one('array[1, null]::int8[]')).toEqual([1, null]))
  test('an int8 beyond 2^53 - 1 is an error, not a wrong number', async () =>
    expect(one('9007199254740993::int8')).rejects.toThrow(RangeError))
  test('a date is not shifted by the time zone', async () => expect(await one(`date '2026-03-29'`)).toBe('2026-03-29'))
  test('a time keeps its milliseconds', async () => {
    const rows = await db.global.selectFrom('platform').select('created_at').execute()
    expect(rows).toEqual([{ created_at: AT }])
  })
})

test('a connection that breaks inside a transaction fails only that transaction', async () => {
  const own = openDb({ urls, maxConnections: 1 })
  const admin = loginClient(urls.app, 'test')
  await admin.connect()
  const isThere = async (pid: number) =>
    (await admin.query('select from pg_stat_activity where pid = $1', [pid])).rowCount === 1
  const working = own.tenantTx(RED, async (db) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
    const { pid } = rows[0]!
    await admin.query('select pg_terminate_backend($1)', [pid])
    while (await isThere(pid));
    await db.updateTable('enterprise').set({ name: 'half' }).execute()
  })
  await expect(working).rejects.toThrow()
  const rows = await own.tenantRead(RED, (db) => db.selectFrom('enterprise').select('name').execute())
  expect(rows).toEqual([{ name: RED }])
  await own.close()
  await admin.end()
})

describe('a connection that breaks', () => {
  const rename = (own: Db, name: string) =>
    own.tenantTx(RED, async (db) => {
      await db.updateTable('enterprise').set({ name }).execute()
    })
  const withProxy = async (work: (own: Db, proxy: CuttingProxy) => Promise<void>) => {
    const proxy = await cuttingProxy(urls.app)
    const own = openDb({ urls: { ...urls, app: proxy.url }, maxConnections: 1 })
    try {
      await work(own, proxy)
    } finally {
      await rename(db, RED)
      await own.close()
    }
  }

  test('after COMMIT was sent leaves the outcome unknown, though it was saved', () =>
    withProxy(async (own, proxy) => {
      proxy.arm({ statement: 'commit\0', when: 'after' })
      await expect(rename(own, 'saved')).rejects.toThrow(OutcomeUnknown)
      expect(await names(RED)).toEqual(['saved'])
    }))

  test('while COMMIT is being sent leaves the outcome unknown, though nothing was saved', () =>
    withProxy(async (own, proxy) => {
      proxy.arm({ statement: 'commit\0', when: 'before' })
      await expect(rename(own, 'lost')).rejects.toThrow(OutcomeUnknown)
      expect(await names(RED)).toEqual([RED])
    }))

  test('before COMMIT was sent has changed nothing, and is not reported as unknown', () =>
    withProxy(async (own, proxy) => {
      proxy.arm({ statement: 'update', when: 'after' })
      const error = await rename(own, 'half').catch((error: unknown) => error)
      expect(error).toBeInstanceOf(Error)
      expect(error).not.toBeInstanceOf(OutcomeUnknown)
      expect((error as Error).message).toContain('Connection terminated')
      expect(await names(RED)).toEqual([RED])
    }))

  const renameAtOnce = (own: Db, name: string) =>
    own.tenantTx(RED, (db) =>
      commitWith(db, (last) => last.executeQuery(db.updateTable('enterprise').set({ name }).compile())),
    )

  test.each(['after', 'before'] as const)(
    '%s a write and COMMIT were sent together leaves the outcome unknown',
    (when) =>
      withProxy(async (own, proxy) => {
        proxy.arm({ statement: 'update "enterprise"', when })
        await expect(renameAtOnce(own, 'at once')).rejects.toThrow(OutcomeUnknown)
      }),
  )

  test('before a write and COMMIT were sent together has changed nothing, and is not reported as unknown', () =>
    withProxy(async (own, proxy) => {
      proxy.arm({ statement: 'select 1', when: 'after' })
      const error = await own
        .tenantTx(RED, async (db) => {
          await sql`select 1`.execute(db).catch(() => {})
          await commitWith(db, (last) =>
            last.executeQuery(db.updateTable('enterprise').set({ name: 'half' }).compile()),
          )
        })
        .catch((error: unknown) => error)
      expect(error).toBeInstanceOf(Error)
      expect(error).not.toBeInstanceOf(OutcomeUnknown)
      expect(await names(RED)).toEqual([RED])
    }))

  test('with a write outside a transaction leaves its outcome unknown', () =>
    withProxy(async (own, proxy) => {
      await own.global.selectFrom('platform').select('id').execute()
      proxy.arm({ statement: 'update "platform"', when: 'after' })
      const writing = own.global.updateTable('platform').set({ app_name: 'B' }).execute()
      await expect(writing).rejects.toThrow(OutcomeUnknown)
    }))

  test('with a query outside a transaction is not reported as unknown', () =>
    withProxy(async (own, proxy) => {
      proxy.arm({ statement: 'from "platform"', when: 'after' })
      const error = await own.global
        .selectFrom('platform')
        .select('id')
        .execute()
        .catch((error: unknown) => error)
      expect(error).toBeInstanceOf(Error)
      expect(error).not.toBeInstanceOf(OutcomeUnknown)
    }))
})

test("a COMMIT that PostgreSQL refuses throws PostgreSQL's error", async () => {
  const refused = db.tenantTx(RED, async (db) => {
    await sql`create temporary table deferred (n int unique deferrable initially deferred) on commit drop`.execute(db)
    await sql`insert into deferred values (1), (1)`.execute(db)
  })
  await expect(refused).rejects.toThrow('deferred_n_key')
})
