import { type ClientState, SHOWN_MAX } from '@simwright/contract/people/client'
import type { MemberState } from '@simwright/contract/people/team'
import type { PlanName } from '@simwright/contract/platform/plan'
import { type RawBuilder, sql } from 'kysely'
import type { SystemDb } from '../../../db/database.ts'
import { textOf } from '../../../db/expression.ts'
import { countCapped, type Keyset } from '../../../db/page.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import { shapedStatement, statement } from '../../../db/statement.ts'
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
const ORDER_CODE = /^[0-9]{20}$/
/** A mail domain, with or without @ in front. */
const DOMAIN = /^@?([a-z0-9-]+(?:\.[a-z0-9-]+)+)$/i

const COLUMNS =
  sql.raw(`e.enterprise_id, e.name, e.platform_id, e.state, e.suspension_reason, e.suspended_at, e.deletion_at, e.created_at,
    (select count(*) from member m
      where m.enterprise_id = e.enterprise_id and m.state in ('ACTIVE', 'INVITED')) as members`)

/** The enterprise of the platform's staff, and the test data of others, are no clients. */
const CLIENTS = sql.raw(`e.enterprise_id <> '${STAFF_ENTERPRISE_ID}' and e.test_of is null`)

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

/** Matches a substring of the name; or the whole id, address of a member, mail domain of a member, or order code. */
function matchesSearch(search: string): RawBuilder<unknown> {
  if (UUID.test(search)) return sql`e.enterprise_id = ${search}`
  if (ORDER_CODE.test(search))
    return sql`e.enterprise_id in (select o.enterprise_id from plan_order o where o.code = ${search})`
  const domain = DOMAIN.exec(search)?.[1]?.toLowerCase()
  if (domain)
    return sql`(e.enterprise_id in (select s.enterprise_id from sso_domain_directory s where s.domain = ${domain})
      or e.enterprise_id in (select d.enterprise_id from user_account u
        join member_directory d on d.user_id = u.id where split_part(u.email, '@', 2) = ${domain})
      or strpos(lower(e.name), ${domain}) > 0)`
  if (search.includes('@'))
    return sql`e.enterprise_id in (select d.enterprise_id from user_account u
      join member_directory d on d.user_id = u.id where u.email = ${search.toLowerCase()})`
  return sql`strpos(lower(e.name), ${search.toLowerCase()}) > 0`
}

const clientsStatement = shapedStatement(
  'select clients',
  ({ filter, after, limit }: { filter: ClientFilter; after: RawBuilder<unknown>; limit: number }) => sql`
    select ${COLUMNS} from enterprise e where ${matching(filter)} ${after}
    order by e.created_at desc, e.enterprise_id desc limit ${limit + 1}`,
  { present: ['members'], shapes: [{ after: sql`` }] },
)

/** Newest first. Returns `limit + 1` rows, so that the caller knows whether a page follows. */
export async function selectClients(
  db: SystemDb,
  { filter, keyset, limit }: { filter: ClientFilter; keyset: Keyset | undefined; limit: number },
): Promise<ClientRecord[]> {
  const after = keyset
    ? sql`and (e.created_at, e.enterprise_id) < (${new Date(keyset.value)}::timestamptz, ${keyset.id}::uuid)`
    : sql``
  return await clientsStatement(db, { filter, after, limit })
}

export async function countClients(db: SystemDb, filter: ClientFilter): Promise<number> {
  return await countCapped(db, sql`select from enterprise e where ${matching(filter)}`)
}

const clientStatement = shapedStatement(
  'select client',
  ({ id, lock }: { id: string; lock: 'locked' | undefined }) => sql`
    select ${COLUMNS} from enterprise e where ${CLIENTS} and e.enterprise_id = ${id}
    ${lock ? sql`for no key update of e` : sql``}`,
  { present: ['members'] },
)

/** With `locked`, the row is locked until the end of the transaction. */
export async function selectClient(db: SystemDb, id: string, lock?: 'locked'): Promise<ClientRecord | undefined> {
  return (await clientStatement(db, { id, lock }))[0]
}

export type MemberRecord = {
  id: string
  name: string
  email: string
  state: MemberState
  role: string
  second_factor: boolean
  signed_in_at: Date | null
  total: number
}

const clientMembersStatement = statement(
  'select members of client',
  ({ enterpriseId }: { enterpriseId: EnterpriseId }) => sql`
    select m.id, coalesce(u.first_name || ' ' || u.last_name, '') as name, coalesce(u.email, m.invited_email) as email,
      m.state, coalesce(r.name, m.built_in_role, '') as role, coalesce(u.second_factor, false) as second_factor,
      (select max(s.created_at) from user_session s
        where s.user_id = m.user_id and s.enterprise_id = m.enterprise_id) as signed_in_at,
      (count(*) over ())::integer as total
    from member m
    left join user_account u on u.id = m.user_id
    left join enterprise_role r on r.enterprise_id = m.enterprise_id and r.id = m.role_id
    where m.enterprise_id = ${enterpriseId}
    order by signed_in_at desc nulls last, m.created_at, m.id limit ${SHOWN_MAX}`,
  { present: ['name', 'email', 'role', 'second_factor', 'total'] },
)

/** Who signed in last comes first. */
export async function selectClientMembers(db: SystemDb, enterpriseId: EnterpriseId): Promise<MemberRecord[]> {
  return await clientMembersStatement(db, { enterpriseId })
}

/** The answers of the survey by the member who joined first and gave any. */
export async function selectSurvey(
  db: SystemDb,
  enterpriseId: EnterpriseId,
): Promise<{ name: string; survey: unknown } | undefined> {
  return await db
    .selectFrom('member as m')
    .innerJoin('user_account as u', 'u.id', 'm.user_id')
    .select([textOf`u.first_name || ' ' || u.last_name`.as('name'), 'u.survey'])
    .where('m.enterprise_id', '=', enterpriseId)
    .where('m.state', '=', 'ACTIVE')
    .where('u.survey', 'is not', null)
    .orderBy('m.created_at')
    .orderBy('m.id')
    .limit(1)
    .executeTakeFirst()
}
