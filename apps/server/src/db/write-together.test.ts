import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../testing/database.ts'
import { commitWith } from './commit-with.ts'
import { withDryRun } from './dry-run.ts'
import { type Fragment, fragment } from './fragment.ts'
import { commitGuarded, type Guard, GuardFailed } from './write-together.ts'

const { db } = await openTestDatabase()
const AT = new Date('2026-01-01T00:00:00Z')

beforeEach(async () => {
  await db.systemTx((db) => db.deleteFrom('attempt_counter').execute())
})

const counterOf = (key: string) =>
  fragment`insert into attempt_counter (key, attempts, window_started_at) values (${key}, 1, ${AT}) returning 1`
const keys = async () => {
  const rows = await db.global.selectFrom('attempt_counter').select('key').orderBy('key').execute()
  return rows.map(({ key }) => key)
}
const guard = (name: string, sql = counterOf(name)): Guard => ({ name, sql: () => sql })
const NO_ROW = guard('none', fragment`select 1 where false`)

describe('a guarded write', () => {
  test('is committed if every guard applies', async () => {
    await db.systemTx((db) => commitGuarded(db, { guards: [guard('a'), guard('b')], writes: [counterOf('c')] }))
    expect(await keys()).toEqual(['a', 'b', 'c'])
  })

  test('changes nothing if a guard does not apply, and says which one', async () => {
    const writing = db.systemTx((db) =>
      commitGuarded(db, { guards: [guard('a'), NO_ROW, guard('b')], writes: [counterOf('c')] }),
    )
    await expect(writing).rejects.toThrow(GuardFailed)
    await expect(writing).rejects.toMatchObject({ guard: 'none' })
    expect(await keys()).toEqual([])
  })

  test('does not execute a guard that follows one that does not apply', async () => {
    const sql = (after: Fragment) => fragment`select 1 / count(*) from attempt_counter where ${after}`
    const writing = db.systemTx((db) => commitGuarded(db, { guards: [NO_ROW, { name: 'failing', sql }], writes: [] }))
    await expect(writing).rejects.toMatchObject({ guard: 'none' })
  })

  test('can have writes that kysely builds', async () => {
    const write = sql`insert into attempt_counter (key, attempts, window_started_at) values (${'c'}, 1, ${AT})`
    await db.systemTx((db) => commitGuarded(db, { guards: [guard('a')], writes: [write] }))
    expect(await keys()).toEqual(['a', 'c'])
  })
})

describe('statements that are sent together with the commit', () => {
  test('are not committed if PostgreSQL refuses one, which is the error', async () => {
    const writing = db.globalTx(async (tx) => {
      await tx.insertInto('attempt_counter').values({ key: 'a', attempts: 1, window_started_at: AT }).execute()
      await commitWith(tx as never, (last) => last.executeQuery(sql`select 1 / 0`.compile(tx)))
    })
    await expect(writing).rejects.toThrow('division by zero')
    expect(await keys()).toEqual([])
  })

  test('are not committed in a dry run', async () => {
    await withDryRun(() => db.systemTx((db) => commitGuarded(db, { guards: [guard('a')], writes: [] })))
    expect(await keys()).toEqual([])
  })
})
