import type { Db, TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'

/** Profiles per transaction. */
const CHUNK_SIZE = 2_000

type Removed = { enterprise_id: EnterpriseId; id: string }

/** How tags, or attributes, are taken from profiles after they were deleted. */
export type TraitSweep<Left> = {
  /** One that profiles still have. */
  next: () => Promise<Removed | undefined>
  /** Locks it; undefined if another process has done it. */
  lock: (db: TenantDb, id: string) => Promise<Left | undefined>
  /** Takes it from up to `limit` profiles. @returns their number */
  clear: (db: TenantDb, left: Left, limit: number) => Promise<number>
  markDone: (db: TenantDb, id: string) => Promise<void>
}

/** Takes deleted traits from their profiles. Safe in concurrent processes, which take turns at one. */
export async function sweepTraits<Left>(
  server: { db: Pick<Db, 'tenantTx'>; stopping: AbortSignal },
  { next, lock, clear, markDone }: TraitSweep<Left>,
): Promise<void> {
  while (!server.stopping.aborted) {
    const found = await next()
    if (!found) return
    await server.db.tenantTx(found.enterprise_id, async (db) => {
      const left = await lock(db, found.id)
      if (left && (await clear(db, left, CHUNK_SIZE)) < CHUNK_SIZE) await markDone(db, found.id)
    })
  }
}
