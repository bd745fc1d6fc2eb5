import * as group from '@simwright/contract/profiles/group'
import * as campaign from '@simwright/contract/provisioning/campaign'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TenantDb } from '../../../db/database.ts'
import { generated } from '../../../testing/generated.ts'
import { SUCCESS } from '../../../testing/hand-device.ts'
import { brokenInvariants } from '../../../testing/lifecycle-invariant.ts'
import { smdpScene } from '../../../testing/smdp-scene.ts'
import { newSubscribers } from '../../../testing/subscriber.ts'
import { type Cause, lockProfiles, lockRows, move } from '../../profiles/lifecycle/service.ts'

const { server, enterprise, clock, device, order, shown, configured } = await smdpScene({
  isOwn: true,
  background: 'queue',
})
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

  test('builds its package once, although no slot of the plan has room yet', async () => {
    const { matchingId } = await order()
    await tenantTx(enterprise.id, (db) => sql`update plan_use set allowance = used`.execute(db))
    const { count } = server.metrics.timer('package bound')
    expect((await delivered(device(), matchingId)).verdict).toBe(SUCCESS)
    expect(server.metrics.timer('package bound').count - count).toBe(1)
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

describe('a first download of a campaign that nothing hinders', () => {
  const { owner } = enterprise
  let campaigns = 0

  /** A running campaign with new profiles, one of which was downloaded before. */
  async function running(profiles: number, cap: number | null = null) {
    const configurationId = await configured({ name: `Campaign ${++campaigns}` })
    const { id: batchId } = await generated(owner, { configurationId, rows: newSubscribers(profiles + 1) })
    const fields = { name: `Campaign ${campaigns}`, configurationId, confirmationCode: { mode: 'none' as const }, cap }
    const { id } = await owner.ask(campaign.add, { fields })
    await owner.ask(campaign.fill, { id, filter: { batchId } })
    await owner.ask(campaign.start, { id, version: 1 })
    const matchingId = (await owner.ask(campaign.get, { id })).activationCode.split('$')[2]!
    expect((await delivered(device(), matchingId)).verdict).toBe(SUCCESS)
    return { id, matchingId }
  }
  const countsOf = async (id: string) => (await owner.ask(campaign.get, { id })).counts

  test('waits for no transaction that has locked the codes of its profiles', async () => {
    const { id, matchingId } = await running(2)
    const end = await openTransaction((db) =>
      sql`select from activation_code where kind = 'pooled' for update`.execute(db),
    )
    expect((await delivered(device(), matchingId)).verdict).toBe(SUCCESS)
    await end()
    expect(await countsOf(id)).toMatchObject({ free: 1, held: 0, downloaded: 2 })
    expect(await breaches()).toEqual([])
  })

  test('is of another profile than that which another device reserves meanwhile', async () => {
    const { id, matchingId } = await running(2)
    const end = await openTransaction((db) =>
      sql`update pool_member set state = 'HELD', eid = 'other', held_until = ${clock.now()}::timestamptz + interval '1 minute'
        where profile_id = (select min(profile_id::text)::uuid from pool_member where pool_id = ${id} and state = 'FREE')`.execute(
        db,
      ),
    )
    expect((await device().ask(matchingId)).verdict).toBe(SUCCESS)
    expect((await device().ask(matchingId)).verdict).toBe('8.2.6/3.8')
    await end()
    expect(await countsOf(id)).toMatchObject({ free: 0, held: 2 })
  })

  test('reserves one profile for a device that asks twice at once', async () => {
    const { id, matchingId } = await running(4)
    const one = device()
    const asked = await Promise.all([one.ask(matchingId), one.ask(matchingId)])
    expect(asked.map(({ verdict }) => verdict)).toEqual([SUCCESS, SUCCESS])
    expect(await countsOf(id)).toMatchObject({ free: 3, held: 1 })
  })

  test('is refused if another device gets its reservation meanwhile', async () => {
    const { id, matchingId } = await running(2)
    const one = device()
    const offer = await one.offered(matchingId)
    const end = await openTransaction((db) =>
      sql`update pool_member set eid = 'other' where state = 'HELD' and eid = ${one.eid}`.execute(db),
    )
    const delivering = one.prepare(offer)
    await untilWaiting()
    await end()
    expect((await delivering).verdict).toBe('8.2/3.7')
    expect(await countsOf(id)).toMatchObject({ free: 1, held: 1 })
    expect(await breaches()).toEqual([])
  })

  test('counts towards the cap, which concurrent devices reach exactly', async () => {
    const { id, matchingId } = await running(20, 1000)
    // 12 reservations are left, in 12 slots
    await tenantTx(enterprise.id, (db) =>
      sql`update pool_use set room = (slot < 12)::integer, taken = case slot when 0 then 988 else 0 end
        where pool_id = ${id}`.execute(db),
    )
    const asked = await Promise.all(Array.from({ length: 16 }, () => device().ask(matchingId)))
    const verdicts = asked.map(({ verdict }) => verdict).toSorted()
    expect(verdicts).toEqual([...Array(4).fill('8.2.6/3.8'), ...Array(12).fill(SUCCESS)].toSorted())
    expect(await countsOf(id)).toMatchObject({ held: 12 })
  })
})
