import type { OperationKind } from '@simwright/contract/operation'
import { sql } from 'kysely'
import type { TenantDb } from '../../db/database.ts'
import type { Server } from '../../server.ts'
import { type OperationPlace, tellProgress } from './queries.ts'
import type { Selected } from './selection.ts'

const LEASE_MS = 10_000
const RENEW_MS = 3_000

/** An operation as the process works on it that has its lease. */
export type LeasedOperation = {
  kind: OperationKind
  given: Record<string, unknown>
  sealed_code: Buffer | null
  selection: Selected | null
  selected_at: Date | null
  undoes: string | null
  attempts: number
  created_by: string
}

export type Lease = { holder: string; operation: LeasedOperation; lost: AbortSignal; end(): Promise<void> }

const leaseEnd = sql<Date>`clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'`

/** The right to work on an operation, of one process at a time; undefined when another has it, or nothing is left to do. */
export async function takeLease(
  server: Pick<Server, 'db' | 'random' | 'clock' | 'log'>,
  place: OperationPlace,
): Promise<Lease | undefined> {
  const holder = server.random.uuid()
  const { enterpriseId, id } = place
  const operation = await server.db.tenantTx(enterpriseId, (db) => take(db, place, { holder, at: server.clock.now() }))
  if (!operation) return undefined
  const lost = new AbortController()
  const renew = async () => {
    const isOurs = await server.db.tenantTx(enterpriseId, (db) => renewLease(db, place, holder))
    if (!isOurs) lost.abort()
  }
  const timer = setInterval(() => {
    renew().catch((err) => server.log.warn({ err, operationId: id }, 'a lease could not be renewed'))
  }, RENEW_MS)
  return {
    holder,
    operation,
    lost: lost.signal,
    end: async () => {
      clearInterval(timer)
      await server.db.tenantTx(enterpriseId, (db) => release(db, place, holder))
    },
  }
}

async function take(
  db: TenantDb,
  { enterpriseId, id }: OperationPlace,
  { holder, at }: { holder: string; at: Date },
): Promise<LeasedOperation | undefined> {
  return (await db
    .updateTable('operation')
    .set((eb) => ({
      lease_holder: holder,
      lease_until: leaseEnd,
      attempts: eb('attempts', '+', 1),
      started_at: eb.fn.coalesce('started_at', eb.val(at)),
    }))
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .where('process', '=', 'PROCESSING')
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<', sql<Date>`clock_timestamp()`)]))
    .returning(['kind', 'given', 'sealed_code', 'selection', 'selected_at', 'undoes', 'attempts', 'created_by'])
    .executeTakeFirst()) as LeasedOperation | undefined
}

async function renewLease(db: TenantDb, { enterpriseId, id }: OperationPlace, holder: string): Promise<boolean> {
  const row = await db
    .updateTable('operation')
    .set({ lease_until: leaseEnd })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .where('lease_holder', '=', holder)
    .where('process', '=', 'PROCESSING')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

async function release(db: TenantDb, { enterpriseId, id }: OperationPlace, holder: string): Promise<void> {
  await db
    .updateTable('operation')
    .set({ lease_holder: null, lease_until: null })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .where('lease_holder', '=', holder)
    .execute()
}

/** Locks the operation for the transaction of a part; undefined when the lease went to another process. */
export async function holdLease(db: TenantDb, { enterpriseId, id }: OperationPlace, holder: string) {
  return await db
    .selectFrom('operation')
    .select(['next_line', 'cancel_requested_at', 'total'])
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .where('process', '=', 'PROCESSING')
    .where('lease_holder', '=', holder)
    .forUpdate()
    .executeTakeFirst()
}

export type OperationEnd = { total: number; succeeded: number; failed: number; canceled: boolean }

export async function complete(db: TenantDb, { enterpriseId, id }: OperationPlace, at: Date): Promise<OperationEnd> {
  const { cancel_requested_at, ...counts } = await db
    .updateTable('operation')
    .set({ process: 'COMPLETE', completed_at: at, sealed_code: null, lease_holder: null, lease_until: null })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .returning(['total', 'succeeded', 'failed', 'cancel_requested_at'])
    .executeTakeFirstOrThrow()
  await tellProgress(db, id)
  return { ...counts, canceled: cancel_requested_at !== null }
}

/** Operations of all enterprises that nobody works on, though there is work. */
export async function selectLapsed(db: TenantDb): Promise<OperationPlace[]> {
  return await db
    .selectFrom('operation')
    .select(['enterprise_id as enterpriseId', 'id'])
    .where('process', '=', 'PROCESSING')
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<', sql<Date>`clock_timestamp()`)]))
    .orderBy('created_at')
    .limit(100)
    .execute()
}

export async function releaseAll(db: TenantDb): Promise<void> {
  await db
    .updateTable('operation')
    .set({ lease_holder: null, lease_until: null })
    .where('process', '=', 'PROCESSING')
    .execute()
}
