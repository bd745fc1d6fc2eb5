import type { ClientState } from '@simwright/contract/people/client'
import type { PlanName } from '@simwright/contract/platform/plan'
import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { COUNT_CAP, type Keyset } from '../../../db/page.ts'
import type { Counted } from '../../../db/row.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import { hasOneOfPlans } from '../../platform/plans/service.ts'

export type ClientRecord = {
  enterprise_id: string
  name: string
  platform_id: string
  state: 'ACTIVE' | 'SUSPENDED'
  suspension_reason: string | null
  suspended_at: Date | null
  deletion_at: Date | null
  created_at: Date
  members: number
}

export type ClientFilter = {
  search: string | undefined
  states: readonly ClientState[] | undefined
  plans: readonly PlanName[] | undefined
  at: Date
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const COLUMNS =
  sql.raw(`e.enterprise_id, e.name, e.platform_id, e.state, e.suspension_reason, e.suspended_at, e.deletion_at, e.created_at,
    (select count(*) from member m
      where m.enterprise_id = e.enterprise_id and m.state in ('ACTIVE', 'INVITED')) as members`)

/** The enterprise of the platform's staff is not a client. */
const CLIENTS = sql.raw(`e.enterprise_id <> '${STAFF_ENTERPRISE_ID}'`)

const stateCondition: Readonly<Record<ClientState, RawBuilder<unknown>>> = {
  ACTIVE: sql`(e.state = 'ACTIVE' and e.deletion_at is null)`,
  SUSPENDED: sql`e.state = 'SUSPENDED'`,
  CLOSING: sql`(e.state = 'ACTIVE' and e.deletion_at is not null)`,
}

function matching({ search, states, plans, at }: ClientFilter): RawBuilder<unknown> {
  const conditions = [CLIENTS as RawBuilder<unknown>]
  if (search) conditions.push(matchesSearch(search))
  if (states?.length)
    conditions.push(
      sql`(${sql.join(
        states.map((state) => stateCondition[state]),
        sql` or `,
      )})`,
    )
  if (plans?.length) conditions.push(hasOneOfPlans(plans, at))
  return sql.join(conditions, sql` and `)
}

/** Matches the id, the whole address of a member, or a substring of the name. */
function matchesSearch(search: string): RawBuilder<unknown> {
  if (UUID.test(search)) return sql`e.enterprise_id = ${search}`
  if (search.includes('@'))
    return sql`e.enterprise_id in (select d.enterprise_id from user_account u
      join member_directory d on d.user_id = u.id where u.email = ${search.toLowerCase()})`
  return sql`strpos(lower(e.name), ${search.toLowerCase()}) > 0`
}

/** Newest first. Returns `limit + 1` rows, so that the caller knows whether a page follows. */
export async function selectClients(
  db: TenantDb,
  { filter, keyset, limit }: { filter: ClientFilter; keyset: Keyset | undefined; limit: number },
): Promise<ClientRecord[]> {
  const after = keyset
    ? sql`and (e.created_at, e.enterprise_id) < (${new Date(keyset.value)}::timestamptz, ${keyset.id}::uuid)`
    : sql``
  const { rows } = await sql<ClientRecord>`
    select ${COLUMNS} from enterprise e where ${matching(filter)} ${after}
    order by e.created_at desc, e.enterprise_id desc limit ${limit + 1}`.execute(db)
  return rows
}

export async function countClients(db: TenantDb, filter: ClientFilter): Promise<number> {
  const { rows } = await sql<Counted>`
    select count(*)::integer as counted from (
      select from enterprise e where ${matching(filter)} limit ${COUNT_CAP + 1}) capped`.execute(db)
  return rows[0]!.counted
}

/** With `locked`, the row is locked until the end of the transaction. */
export async function selectClient(db: TenantDb, id: string, lock?: 'locked'): Promise<ClientRecord | undefined> {
  const { rows } = await sql<ClientRecord>`
    select ${COLUMNS} from enterprise e where ${CLIENTS} and e.enterprise_id = ${id}
    ${lock ? sql`for no key update of e` : sql``}`.execute(db)
  return rows[0]
}

const OWNERS_SHOWN = 10

export async function selectOwners(
  db: TenantDb,
  enterpriseId: EnterpriseId,
): Promise<{ name: string; email: string }[]> {
  return await db
    .selectFrom('member as m')
    .innerJoin('user_account as u', 'u.id', 'm.user_id')
    .select([sql<string>`u.first_name || ' ' || u.last_name`.as('name'), 'u.email'])
    .where('m.enterprise_id', '=', enterpriseId)
    .where('m.state', '=', 'ACTIVE')
    .where('m.built_in_role', '=', 'Owner')
    .orderBy('m.created_at')
    .orderBy('m.id')
    .limit(OWNERS_SHOWN)
    .execute()
}
