import type { Server } from '../../server.ts'
import { type BatchPlace, type LeasedBatch, releaseLease, renewLease, updateLease } from './queries.ts'

const LEASE_MS = 10_000
const RENEW_MS = 3_000

/** The right to work on a batch, of one process at a time. `lost` aborts when it went to another. */
export type Lease = { holder: string; batch: LeasedBatch; lost: AbortSignal; end(): Promise<void> }

/** Undefined when another process works on it, or nothing is left to do. It is renewed until it ends. */
export async function takeLease(
  server: Pick<Server, 'db' | 'random' | 'clock' | 'log'>,
  place: BatchPlace,
): Promise<Lease | undefined> {
  const holder = server.random.uuid()
  const batch = await server.db.tenantTx(place.enterpriseId, (db) =>
    updateLease(db, place, { holder, leaseMs: LEASE_MS, at: server.clock.now() }),
  )
  if (!batch) return undefined
  const lost = new AbortController()
  const renew = async () => {
    const isOurs = await server.db.tenantTx(place.enterpriseId, (db) =>
      renewLease(db, place, { holder, leaseMs: LEASE_MS }),
    )
    if (!isOurs) lost.abort()
  }
  const timer = setInterval(() => {
    renew().catch((err) => server.log.warn({ err, batchId: place.id }, 'a lease could not be renewed'))
  }, RENEW_MS)
  return {
    holder,
    batch,
    lost: lost.signal,
    end: async () => {
      clearInterval(timer)
      await server.db.tenantTx(place.enterpriseId, (db) => releaseLease(db, place, holder))
    },
  }
}
