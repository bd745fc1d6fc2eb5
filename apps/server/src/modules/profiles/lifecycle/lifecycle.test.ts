import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TenantDb } from '../../../db/database.ts'
import { generated } from '../../../testing/generated.ts'
import { brokenInvariants } from '../../../testing/lifecycle-invariant.ts'
import { openPlayground, type Playground, runSequence } from '../../../testing/lifecycle-sequence.ts'
import { deliveredTo } from '../../../testing/moved.ts'
import { type TestServer, testServer } from '../../../testing/server.ts'
import { newSubscribers } from '../../../testing/subscriber.ts'
import { apply, type Cause, type LockedProfile, lockProfiles, move, type Transition } from './service.ts'

/** Seeds per test. Each test has an enterprise of its own, since rows of rolled back sequences slow down the next ones. */
const SEQUENCES = 20
const TESTS = process.env.PROOF === 'on' ? 100 : 1
const LENGTH = 40
const FIRST_SEEDS = Array.from({ length: TESTS }, (_, index) => index * SEQUENCES + 1)

let t: TestServer
let ground: Playground

beforeAll(async () => {
  t = await testServer()
  ground = await openPlayground(t)
})

describe('transitions of profiles', () => {
  test.each(FIRST_SEEDS)(
    `keep every invariant: ${SEQUENCES} random sequences of ${LENGTH} transitions from %i`,
    async (first) => {
      const own = await openPlayground(t)
      for (let seed = first; seed < first + SEQUENCES; seed += 1)
        expect(await runSequence(own, { seed, length: LENGTH })).toBeUndefined()
    },
  )
})

/** Runs `work` with locked profiles, in a transaction that is rolled back. */
async function withProfiles(
  count: number,
  work: (db: TenantDb, rows: LockedProfile[], cause: Cause) => Promise<void>,
): Promise<void> {
  const { enterprise, batches } = ground
  const rows = newSubscribers(count)
  await generated(enterprise.owner, { configurationId: batches[0].configurationId, rows })
  const actor = { kind: 'system' } as const
  const cause = { enterpriseId: enterprise.id, at: t.clock.now(), actor, newId: t.server.random.uuid }
  await expect(
    t.server.db.tenantTx(enterprise.id, async (db) => {
      const { rows: found } = await sql<{ id: string }>`
        select id from profile where iccid = any(${rows.map(({ ICCID }) => ICCID)}::text[])`.execute(db)
      const ids = found.map(({ id }) => id)
      await work(db, await lockProfiles(db, enterprise.id, ids), cause)
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
}

describe('the invariants detect', () => {
  const violations: [string, string, (db: TenantDb, row: LockedProfile) => Promise<unknown>][] = [
    [
      'a forgotten lease',
      'a profile that is deleted or in stock has no open lease',
      (db, { profile_id }) => sql`update lease set ended_at = null where profile_id = ${profile_id}`.execute(db),
    ],
    [
      'a missed counter',
      'a counter equals what it counts',
      (db) =>
        sql`delete from rollup_queue where deltas @> '[{"metric": "status", "dimension": "REMOVED"}]'`.execute(db),
    ],
    [
      'an obsolete directory entry',
      'the directory of EIDs lists open orders of that EID only',
      (db, row) =>
        sql`
        insert into linked_order_directory (eid, enterprise_id, order_id, activation_code_id, created_at)
        values ('89049032000000000000000000000018', ${ground.enterprise.id}, ${row.order_id}, ${row.activation_code_id},
          now())`.execute(db),
    ],
  ]

  test.each(violations)('%s', async (_, invariant, violate) => {
    await withProfiles(1, async (db, [row], cause) => {
      await sql`insert into lease (enterprise_id, id, profile_id, borrower, notes, ends_at, created_by, created_at)
        values (${cause.enterpriseId}, ${cause.newId()}, ${row!.profile_id}, 'Sam', '', ${cause.at},
          ${ground.enterprise.ownerId}, ${cause.at})`.execute(db)
      await move(db, cause, [{ row: row!, transition: { kind: 'removed' } }])
      expect(await brokenInvariants(db)).toEqual([])
      await violate(db, row!)
      expect((await brokenInvariants(db)).join()).toContain(invariant)
    })
  })
})

describe('a transition', () => {
  test('that one profile does not allow is refused for all, and writes nothing', async () => {
    await withProfiles(2, async (db, [one, other], cause) => {
      const { rows } = await move(db, cause, [{ row: one!, transition: { kind: 'removed' } }])
      const transition: Transition = { kind: 'bound', eid: '89049032000000000000000000000018' }
      const moves = [
        { row: other!, transition },
        { row: rows[0]!, transition },
      ]
      expect(() => apply(cause, moves)).toThrow(`bound is not allowed for ${one!.iccid}`)
    })
  })

  test('that orders a profile archives its membership of the campaign that has handed it out', async () => {
    await withProfiles(1, async (db, [row], cause) => {
      const order = {
        orderId: t.server.random.uuid(),
        eid: null,
        matchingId: 'M',
        activationCodeId: t.server.random.uuid(),
      }
      const archives = (membership: Partial<LockedProfile>) => {
        const moves = [
          { row: { ...row!, order_state: 'Available', ...membership }, transition: { kind: 'ordered', ...order } },
        ]
        return apply(cause, moves as never).writes.some((write) => /pool_past/.test(write.compile(db).sql))
      }
      expect(archives({ pool_id: ground.campaignId, member_state: 'TAKEN' })).toBe(true)
      expect(archives({})).toBe(false)
    })
  })

  test('moves a profile only once: two writes would change the same row', async () => {
    await withProfiles(1, async (_, [row], cause) => {
      const moves = [
        { row: row!, transition: { kind: 'notesChanged', notes: 'one' } },
        { row: row!, transition: { kind: 'notesChanged', notes: 'two' } },
      ] as const
      expect(() => apply(cause, moves)).toThrow('a profile can move only once')
    })
  })

  test('returns the row as it is in the database afterwards', async () => {
    await withProfiles(3, async (db, locked, cause) => {
      const transition: Transition = { kind: 'bound', eid: '89049032000000000000000000000018' }
      const { rows } = await move(
        db,
        cause,
        locked.map((row) => ({ row, transition })),
      )
      const ids = locked.map((row) => row.profile_id)
      expect(await lockProfiles(db, cause.enterpriseId, ids)).toEqual(rows.map((row) => expect.objectContaining(row)))
    })
  })

  test('queues its deltas as one row: the event with its dimensions, and the changed status', async () => {
    await withProfiles(1, async (db, [row], cause) => {
      await sql`delete from rollup_queue where enterprise_id = ${cause.enterpriseId}`.execute(db)
      await move(db, cause, [{ row: row!, transition: deliveredTo(null) }])
      const queued = db.selectFrom('rollup_queue').select(['deltas', 'configuration_id', 'configuration_version'])
      expect(await queued.where('enterprise_id', '=', cause.enterpriseId).execute()).toEqual([
        {
          configuration_id: row!.configuration_id,
          configuration_version: row!.configuration_version,
          deltas: [
            { metric: 'downloaded', dimension: '', delta: 1 },
            { metric: 'status', dimension: 'AVAILABLE', delta: -1 },
            { metric: 'status', dimension: 'DOWNLOADED', delta: 1 },
          ],
        },
      ])
    })
  })
})
