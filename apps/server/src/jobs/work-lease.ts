import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../db/database.ts'
import type { Server } from './port.ts'

export type WorkPlace = { enterpriseId: string; id: string }

/**
 * A kind of work in the background, whose truth is a row each: how far it is, how often it was begun without getting on,
 * and who works on it. Leases are by the database's clock, which all processes share.
 */
export type WorkKind = {
  table: 'batch' | 'operation' | 'code_file'
  /** Which of its rows are worked on so. */
  only?: RawBuilder<boolean>
  /** What is written besides whenever somebody begins. */
  begin: (at: Date) => RawBuilder<unknown>
}

/** The right to do it, of one process at a time. `lost` aborts when it went to another. */
export type WorkLease<Row> = { holder: string; row: Row; lost: AbortSignal; end(): Promise<void> }

type Worker = Pick<Server, 'db' | 'random' | 'clock' | 'log'>

const LEASE_MS = 10_000
const RENEW_MS = 3_000

/** Renewed until it ends. Undefined when another process has it, or nothing is left to do. */
export async function takeLease<Row>(
  server: Worker,
  kind: WorkKind,
  place: WorkPlace,
): Promise<WorkLease<Row> | undefined> {
  const { enterpriseId } = place
  const holder = server.random.uuid()
  const at = server.clock.now()
  const row = await server.db.tenantTx(enterpriseId, (db) => take<Row>(db, kind, { ...place, holder, at }))
  if (!row) return undefined
  const lost = new AbortController()
  const renew = async () => {
    const isOurs = await server.db.tenantTx(enterpriseId, (db) => renewLease(db, kind, { ...place, holder }))
    if (!isOurs) lost.abort()
  }
  const timer = setInterval(() => {
    renew().catch((err) => server.log.warn({ err, table: kind.table, id: place.id }, 'a lease could not be renewed'))
  }, RENEW_MS)
  return {
    holder,
    row,
    lost: lost.signal,
    end: async () => {
      clearInterval(timer)
      await server.db.tenantTx(enterpriseId, (db) => release(db, kind, { ...place, holder }))
    },
  }
}

const leaseEnd = sql`clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'`

const isFree = ({ only }: WorkKind) => sql`
  process = 'PROCESSING' and (lease_until is null or lease_until < clock_timestamp()) ${only ? sql`and ${only}` : sql``}`

type Held = WorkPlace & { holder: string }

async function take<Row>(
  db: TenantDb,
  kind: WorkKind,
  { enterpriseId, id, holder, at }: Held & { at: Date },
): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    update ${sql.table(kind.table)} set lease_holder = ${holder}, lease_until = ${leaseEnd}, attempts = attempts + 1,
      ${kind.begin(at)}
    where enterprise_id = ${enterpriseId} and id = ${id} and ${isFree(kind)} returning *`.execute(db)
  return rows[0]
}

async function renewLease(db: TenantDb, { table }: WorkKind, { enterpriseId, id, holder }: Held): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set lease_until = ${leaseEnd}
    where enterprise_id = ${enterpriseId} and id = ${id} and lease_holder = ${holder} and process = 'PROCESSING'`.execute(
    db,
  )
  return numAffectedRows === 1n
}

async function release(db: TenantDb, { table }: WorkKind, { enterpriseId, id, holder }: Held): Promise<void> {
  await sql`
    update ${sql.table(table)} set lease_holder = null, lease_until = null
    where enterprise_id = ${enterpriseId} and id = ${id} and lease_holder = ${holder}`.execute(db)
}

const LAPSED_AT_ONCE = 100

/** Work of all enterprises that nobody does: after a kill, a lost notice, or an error. The oldest first. */
export async function selectLapsed(db: TenantDb, kind: WorkKind): Promise<WorkPlace[]> {
  const { rows } = await sql<WorkPlace>`
    select enterprise_id as "enterpriseId", id from ${sql.table(kind.table)} where ${isFree(kind)}
    order by created_at limit ${LAPSED_AT_ONCE}`.execute(db)
  return rows
}

/** For the start of the only server on its database: whoever held a lease was killed, and nobody need wait for its end. */
export async function releaseAll(db: TenantDb, { table }: WorkKind): Promise<void> {
  await sql`
    update ${sql.table(table)} set lease_holder = null, lease_until = null where process = 'PROCESSING'`.execute(db)
}
