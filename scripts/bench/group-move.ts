import type { InputOf } from '@simwright/contract'
import * as group from '@simwright/contract/profiles/group'
import * as operation from '@simwright/contract/provisioning/operation'
import type { Db } from '../../apps/server/src/db/database.ts'
import type { Figure } from './figure.ts'
import type { Portal } from './portal.ts'

const ROWS = 100_000
const LIMIT_S = 10

/**
 * Moves the oldest 100,000 profiles into a group: time from the call to the end of the progress stream. The reference
 * is a bare UPDATE of as many other rows, without events, counters and undo.
 */
export async function groupMoveFigure({ client, enterpriseId }: Portal, db: Db): Promise<Figure> {
  const filter = await oldest(db, enterpriseId)
  const { id: groupId } = await client.ask(group.add, { fields: { name: `Moved ${Date.now()}` } })
  const moving: InputOf<typeof operation.start> = {
    operation: { kind: 'GROUP', groupId },
    selection: { filter, except: [] },
  }
  const { fits } = await client.ask(operation.preview, moving)
  const begin = performance.now()
  const { id } = await client.ask(operation.start, { ...moving, count: fits })
  let last: operation.RunningOperation | undefined
  let steps = 0
  for await (const state of client.events(operation.progress, { id })) {
    last = state
    steps += 1
  }
  const seconds = (performance.now() - begin) / 1000
  if (last?.process !== 'COMPLETE' || last.succeeded !== fits)
    throw new Error(`the move ended as ${last?.process}, ${last?.succeeded} of ${fits}`)
  const bare = await bareUpdate(db, { enterpriseId, groupId, count: fits })
  console.error(`fleet.group-move: ${fits} profiles, ${steps} progress events, ${bare.toFixed(2)} s for a bare UPDATE`)
  const value = (seconds * ROWS) / fits
  return { name: 'fleet.group-move', value, unit: 's', limit: LIMIT_S, ratio: seconds / bare }
}

async function oldest(db: Db, enterpriseId: string) {
  const { created_at } = await db.tenantTx(enterpriseId, (db) =>
    db
      .selectFrom('profile')
      .select('created_at')
      .where('enterprise_id', '=', enterpriseId)
      .orderBy('created_at')
      .orderBy('id')
      .offset(ROWS)
      .limit(1)
      .executeTakeFirstOrThrow(),
  )
  return { createdTo: created_at.toISOString() }
}

class Rollback extends Error {}

/** Seconds of an UPDATE of the newest profiles, which is rolled back. */
async function bareUpdate(
  db: Db,
  { enterpriseId, groupId, count }: { enterpriseId: string; groupId: string; count: number },
): Promise<number> {
  let seconds = 0
  const update = db.tenantTx(enterpriseId, async (db) => {
    const begin = performance.now()
    const newest = db
      .selectFrom('profile')
      .select('id')
      .where('enterprise_id', '=', enterpriseId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(count)
    await db
      .updateTable('profile_place')
      .set({ group_id: groupId })
      .where('enterprise_id', '=', enterpriseId)
      .where('profile_id', 'in', newest)
      .execute()
    seconds = (performance.now() - begin) / 1000
    throw new Rollback()
  })
  await update.catch((error: unknown) => {
    if (!(error instanceof Rollback)) throw error
  })
  return seconds
}
