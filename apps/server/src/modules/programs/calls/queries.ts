import type { ParsedInputOf } from '@simwright/contract'
import type { list } from '@simwright/contract/programs/call-log'
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { SystemDb, TenantDb } from '../../../db/database.ts'
import { countCapped, type Keyset, prefixRange } from '../../../db/page.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { shapedStatement, statement } from '../../../db/statement.ts'
import type { TenantTables } from '../../../db/tables.gen.ts'
import { canonicalUuid } from '../../../http/request.ts'

export type CallRow = Selectable<TenantTables['program_call']>
export type NewCall = Insertable<TenantTables['program_call']>

type Columns = { json: string }

const insertStatement = statement(
  'program_call_insert',
  ({ json }: Columns) => sql`
    insert into program_call
    select c.* from json_populate_recordset(null::program_call, ${json}::json) c
    where exists (select from enterprise e where e.enterprise_id = c.enterprise_id)`,
)

/** Inserts calls of any enterprise accounts; those of accounts that were deleted meanwhile are left out. */
export async function insertCalls(db: SystemDb, rows: readonly NewCall[]): Promise<void> {
  await insertStatement(db, { json: JSON.stringify(rows) })
}

type Filter = ParsedInputOf<typeof list>['filter']

function filtered(enterpriseId: EnterpriseId, filter: Filter): RawBuilder<unknown> {
  const { programId, outcome, status, path, requestId, from, to } = filter
  return sql`enterprise_id = ${enterpriseId}
    ${programId ? sql`and program_id = ${programId}` : sql``}
    ${outcome?.length ? sql`and outcome in (${sql.join(outcome)})` : sql``}
    ${status === undefined ? sql`` : sql`and status = ${status}`}
    ${path ? sql`and ${prefixRange(sql.ref('path'), path)}` : sql``}
    ${requestId ? sql`and request_id = ${canonicalUuid(requestId) ?? requestId}` : sql``}
    ${from ? sql`and at >= ${new Date(from)}` : sql``}
    ${to ? sql`and at < ${new Date(to)}` : sql``}`
}

export type ListedCall = Omit<CallRow, 'request' | 'form' | 'answer' | 'cut' | 'enterprise_id'>

/** All columns but the bodies. */
const LISTED = sql.raw(
  'id, at, program_id, program_kind, program_name, method, path, outcome, status, code, ms, address, request_id',
)

type Page = { filter: Filter; direction: 'asc' | 'desc'; keyset: Keyset | undefined; limit: number }

const callsStatement = shapedStatement(
  'select program calls',
  ({
    enterpriseId,
    filter,
    keyset,
    after,
    order,
    limit,
  }: Pick<Page, 'filter' | 'keyset' | 'limit'> & {
    enterpriseId: EnterpriseId
    after: RawBuilder<unknown>
    order: RawBuilder<unknown>
  }) => sql`
    select ${LISTED} from program_call where ${filtered(enterpriseId, filter)}
      ${keyset ? sql`and id ${after} ${keyset.id}::uuid` : sql``}
    order by id ${order} limit ${limit + 1}`,
  { shapes: [{ order: sql`asc`, after: sql`>` }] },
)

/** Up to `limit + 1` calls, by time. */
export async function selectCalls(db: TenantDb, { filter, direction, keyset, limit }: Page): Promise<ListedCall[]> {
  const order = sql.raw(direction)
  const after = sql.raw(direction === 'asc' ? '>' : '<')
  return await callsStatement(db, { enterpriseId: db.enterpriseId, filter, keyset, after, order, limit })
}

export async function countCalls(db: TenantDb, filter: Filter): Promise<number> {
  return await countCapped(db, sql`select 1 from program_call where ${filtered(db.enterpriseId, filter)}`)
}

export async function selectCall(db: TenantDb, id: string): Promise<CallRow | undefined> {
  return await db
    .selectFrom('program_call')
    .selectAll()
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .executeTakeFirst()
}
