import * as group from '@simwright/contract/profiles/group'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TenantDb } from '../../../db/database.ts'
import { SUCCESS } from '../../../testing/hand-device.ts'
import { brokenInvariants } from '../../../testing/lifecycle-invariant.ts'
import { smdpScene } from '../../../testing/smdp-scene.ts'
import { type Cause, lockProfiles, lockRows, move } from '../../profiles/lifecycle/service.ts'

const { server, enterprise, clock, device, order, shown } = await smdpScene({ isOwn: true, background: 'queue' })
const { tenantTx } = server.db

const cause = (): Cause => ({
  enterpriseId: enterprise.id,
  at: clock.now(),
  actor: { kind: 'system' },
  newId: () => server.random.uuid(),
})

/** A transaction that stays open until it is ended, so that those who need one of its locks wait. */
async function openTransaction(work: (db: TenantDb) => Promise<unknown>) {
  const opened = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const running = tenantTx(enterprise.id, async (db) => {
    await work(db)
    opened.resolve()
    await ended.promise
  })
  await Promise.race([opened.promise, running])
  return async () => {
    ended.resolve()
    await running
  }
}

const breaches = () => tenantTx(enterprise.id, brokenInvariants)

/** Resolves once a connection waits for the lock of another transaction. */
const untilWaiting = () =>
  expect
    .poll(async () => {
      const { rows } = await sql`select 1 from pg_locks where not granted`.execute(server.db.global)
      return rows.length
    })
    .toBeGreaterThan(0)

const delivered = async (one: ReturnType<typeof device>, matchingId: string) =>
  await one.prepare(await one.offered(matchingId))

beforeAll(async () => {
  // the first download of a process compiles the configuration under the locks
  const { matchingId } = await order()
  expect((await delivered(device(), matchingId)).verdict).toBe(SUCCESS)
})

describe('a first download that nothing hinders', () => {
  test('waits for no transaction that has locked only its code', async () => {
    const { matchingId, profileId } = await order()
    const one = device()
    const end = await openTransaction((db) =>
      sql`select from activation_code where profile_id = ${profileId} for update`.execute(db),
    )
    expect((await delivered(one, matchingId)).verdict).toBe(SUCCESS)
    await end()
    expect(await shown(profileId)).toMatchObject({ status: 'DOWNLOADED', attempts: 1, downloads: 1 })
    expect(await breaches()).toEqual([])
  })

  test('counts in the group to which the profile is moved meanwhile', async () => {
    const { matchingId, profileId } = await order()
    const { id: groupId } = await enterprise.owner.ask(group.add, { fields: { name: 'moved' } })
    const one = device()
    const offer = await one.offered(matchingId)
    const end = await openTransaction(async (db) => {
      const rows = await lockRows(db, [profileId])
      await move(
        db,
        cause(),
        rows.map((row) => ({ row, transition: { kind: 'grouped', groupId } as const })),
      )
    })
    const delivering = one.prepare(offer)
    await untilWaiting()
    await end()
    expect((await delivering).verdict).toBe(SUCCESS)
    expect(await shown(profileId)).toMatchObject({ status: 'DOWNLOADED' })
    expect(await breaches()).toEqual([])
  })

  test('is refused if the profile is deleted meanwhile', async () => {
    const { matchingId, profileId } = await order()
    const one = device()
    const offer = await one.offered(matchingId)
    const end = await openTransaction(async (db) => {
      const rows = await lockProfiles(db, enterprise.id, [profileId])
      await move(
        db,
        cause(),
        rows.map((row) => ({ row, transition: { kind: 'removed' } as const })),
      )
    })
    const delivering = one.prepare(offer)
    await untilWaiting()
    await end()
    expect((await delivering).verdict).toBe('8.2/3.7')
    expect(await breaches()).toEqual([])
  })
})
