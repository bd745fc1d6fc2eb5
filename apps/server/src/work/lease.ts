import { type RawBuilder, sql } from 'kysely'
import type { SystemDb, TenantDb } from '../db/database.ts'
import { condition } from '../db/expression.ts'
import type { EnterpriseId } from '../db/row-id.ts'
import { type Statement, statementOfFamily } from '../db/statement.ts'
import type { Runtime } from '../port/runtime.ts'

export type WorkKey = { enterpriseId: EnterpriseId; id: string }

/**
 * A kind of background work. Each piece of work is a row with its progress, its number of attempts without progress and
 * its lease. Leases use the database's clock, which all processes share.
 */
export type WorkKind = {
  table: 'batch' | 'operation' | 'code_file' | 'enterprise_export'
  /** A condition that limits the rows of the table. */
  only?: RawBuilder<boolean>
  /** Further assignments when a lease is taken. */
  begin: (at: Date) => RawBuilder<unknown>
}

/** The exclusive right of a process to do the work. `lost` is aborted when another process got it. */
export type WorkLease<Row> = {
  holder: string
  row: Row
  lost: AbortSignal
  /** The work is complete, and what completed it has cleared the lease. */
  isCleared: boolean
  end(): Promise<void>
}

type Worker = Runtime

const LEASE_MS = 10_000
const RENEW_MS = 3_000

/** Takes a lease, which is renewed until `end`. @returns undefined if another process has it or the work is complete */
export async function takeLease<Row>(
  server: Worker,
  kind: WorkKind,
  key: WorkKey,
): Promise<WorkLease<Row> | undefined> {
  const { enterpriseId } = key
  const holder = server.random.uuid()
  const at = server.clock.now()
  const row = await server.db.tenantTx(enterpriseId, (db) => take<Row>(db, kind, { ...key, holder, at }))
  if (!row) return undefined
  const lost = new AbortController()
  const renew = async () => {
    const isOurs = await server.db.tenantTx(enterpriseId, (db) => renewLease(db, kind, { ...key, holder }))
    if (!isOurs) lost.abort()
  }
  const timer = setInterval(() => {
    renew().catch((err) => server.log.warn({ err, table: kind.table, id: key.id }, 'a lease could not be renewed'))
  }, RENEW_MS)
  const lease: WorkLease<Row> = {
    holder,
    row,
    lost: lost.signal,
    isCleared: false,
    end: async () => {
      clearInterval(timer)
      if (lease.isCleared) return
      await server.db.tenantTx(enterpriseId, (db) => release(db, kind, { ...key, holder }))
    },
  }
  return lease
}

const leaseEnd = sql`clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'`

const isFree = ({ only }: WorkKind) => sql`
  process = 'PROCESSING' and (lease_until is null or lease_until < clock_timestamp()) ${only ? sql`and ${only}` : sql``}`

type HeldLease = WorkKey & { holder: string }

type Taking = HeldLease & { at: Date }

type LeaseStatements = {
  take: Statement<Taking, unknown>
  renew: Statement<HeldLease, { id: string }>
  release: Statement<HeldLease, unknown>
  selectLapsed: Statement<object, WorkKey>
}

const statementsByKind = new Map<WorkKind, LeaseStatements>()

/** The statements of a kind, which differ by table. */
function statementsOf(kind: WorkKind): LeaseStatements {
  const known = statementsByKind.get(kind)
  if (known) return known
  const table = sql.table(kind.table)
  const made: LeaseStatements = {
    take: statementOfFamily<Taking, unknown>(
      `take lease of ${kind.table}`,
      ({ enterpriseId, id, holder, at }) => sql`
    update ${table} set lease_holder = ${holder}, lease_until = ${leaseEnd}, attempts = attempts + 1, ${kind.begin(at)}
    where enterprise_id = ${enterpriseId} and id = ${id} and ${isFree(kind)} returning *`,
    ),
    renew: statementOfFamily<HeldLease, { id: string }>(
      `renew lease of ${kind.table}`,
      ({ enterpriseId, id, holder }) => sql`
    update ${table} set lease_until = ${leaseEnd}
    where enterprise_id = ${enterpriseId} and id = ${id} and lease_holder = ${holder} and process = 'PROCESSING'
    returning id`,
    ),
    release: statementOfFamily<HeldLease, unknown>(
      `release lease of ${kind.table}`,
      ({ enterpriseId, id, holder }) => sql`
    update ${table} set lease_holder = null, lease_until = null
    where enterprise_id = ${enterpriseId} and id = ${id} and lease_holder = ${holder}`,
    ),
    selectLapsed: statementOfFamily<object, WorkKey>(
      `select lapsed leases of ${kind.table}`,
      () => sql`
    select enterprise_id as "enterpriseId", id from ${table} where ${isFree(kind)}
    order by created_at limit ${LAPSED_LIMIT}`,
    ),
  }
  statementsByKind.set(kind, made)
  return made
}

async function take<Row>(db: TenantDb, kind: WorkKind, taking: Taking): Promise<Row | undefined> {
  return (await statementsOf(kind).take(db, taking))[0] as Row | undefined
}

async function renewLease(db: TenantDb, kind: WorkKind, held: HeldLease): Promise<boolean> {
  return (await statementsOf(kind).renew(db, held)).length === 1
}

async function release(db: TenantDb, kind: WorkKind, held: HeldLease): Promise<void> {
  await statementsOf(kind).release(db, held)
}

const LAPSED_LIMIT = 100

/**
 * Unfinished work of all enterprises without a valid lease, oldest first: after a kill, a lost notification or an
 * error.
 */
export async function selectLapsed(db: SystemDb, kind: WorkKind): Promise<WorkKey[]> {
  return await statementsOf(kind).selectLapsed(db, {})
}

/** Whether {@link selectLapsed} finds something. */
export const hasLapsed = (kind: WorkKind): RawBuilder<boolean> =>
  condition`exists (select from ${sql.table(kind.table)} where ${isFree(kind)})`

/** Releases all leases. Only for the start of the only server of a database, when all holders are dead. */
export async function releaseAll(db: SystemDb, { table }: WorkKind): Promise<void> {
  await db
    .updateTable(table as 'batch')
    .set({ lease_holder: null, lease_until: null })
    .where('process', '=', 'PROCESSING')
    .execute()
}
