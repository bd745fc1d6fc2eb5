import type { LimitGroups } from '@simwright/contract/people/group-limit'
import type { MemberState } from '@simwright/contract/people/team'
import { type RawBuilder, sql } from 'kysely'
import type { SystemDb, TenantDb } from '../../../db/database.ts'
import { countCapped, type Keyset } from '../../../db/page.ts'
import type { EnterpriseId, PlatformId, UserId } from '../../../db/row-id.ts'
import { shapedStatement, statement } from '../../../db/statement.ts'
import { nameOfPerson } from '../../platform/tenancy/service.ts'
import { limitGroupsOf } from '../../profiles/groups/service.ts'

/** The stored role of a member: a built-in one, a custom one of the enterprise account, or none. */
export type RoleColumns = {
  built_in_role: string | null
  role_id: string | null
  role_name: string | null
  role_permissions: unknown
}

export type MemberRecord = RoleColumns & {
  id: string
  user_id: string | null
  email: string
  name: string
  state: MemberState
  version: number
  second_factor: boolean
  last_seen_at: Date | null
  since: Date
  invitation_expires_at: Date | null
  /** The limit to groups, with those that the caller does not see. */
  group_limit: readonly string[] | null
  /** The groups of the limit that the caller sees. */
  groups: LimitGroups
}

export type MemberSort = { by: 'name' | 'lastSeenAt' | 'since'; direction: 'asc' | 'desc' }
export type MemberFilter = {
  search?: string
  state?: readonly MemberState[]
  role?: string
  ids?: readonly string[]
}

/** Members with user and role. An invitation has no name yet, so it is sorted by its address. */
const members = (enterpriseId: EnterpriseId) => sql`
  select m.id, m.user_id, coalesce(a.email, m.invited_email) as email,
    coalesce(a.first_name || ' ' || a.last_name, '') as name,
    lower(coalesce(a.first_name || ' ' || a.last_name, m.invited_email)) collate "C" as sort_name,
    m.state, m.version, m.built_in_role, m.role_id, r.name as role_name, r.permissions as role_permissions,
    coalesce(a.second_factor, false) as second_factor, m.last_seen_at,
    coalesce(m.last_seen_at, '-infinity') as sort_seen,
    case m.state when 'INVITED' then m.invited_at else m.created_at end as since,
    case m.state when 'INVITED' then m.invitation_expires_at end as invitation_expires_at,
    m.group_limit, ${limitGroupsOf('m')} as groups
  from member m
  left join user_account a on a.id = m.user_id
  left join enterprise_role r on r.enterprise_id = m.enterprise_id and r.id = m.role_id
  where m.enterprise_id = ${enterpriseId}`

const sortColumns = { name: sql.ref('sort_name'), lastSeenAt: sql.ref('sort_seen'), since: sql.ref('since') }

function matching({ search, state, role, ids }: MemberFilter): RawBuilder<unknown> {
  const words = search?.toLowerCase()
  return sql`true
    ${words ? sql`and (position(${words} in sort_name) > 0 or position(${words} in email) > 0)` : sql``}
    ${state && state.length > 0 ? sql`and state = any(${[...state]})` : sql``}
    ${ids ? sql`and id = any(${[...ids]}::uuid[])` : sql``}
    ${role ? sql`and coalesce(role_id::text, built_in_role) = ${role}` : sql``}`
}

function after(keyset: Keyset | undefined, { by, direction }: MemberSort): RawBuilder<unknown> {
  if (!keyset) return sql``
  const value = by === 'name' ? sql`${keyset.value}::text` : sql`${keyset.value}::timestamptz`
  return sql`and (${sortColumns[by]}, id) ${direction === 'asc' ? sql`>` : sql`<`} (${value}, ${keyset.id}::uuid)`
}

type ListedMember = MemberRecord & { sort_name: string }

const membersStatement = shapedStatement(
  'select members',
  ({
    enterpriseId,
    page,
    direction,
  }: {
    enterpriseId: EnterpriseId
    page: { filter: MemberFilter; sort: MemberSort; keyset: Keyset | undefined; limit: number }
    direction: RawBuilder<unknown>
  }) => sql`
    select * from (${members(enterpriseId)}) listed where ${matching(page.filter)} ${after(page.keyset, page.sort)}
    order by ${sortColumns[page.sort.by]} ${direction}, id ${direction} limit ${page.limit + 1}`,
  {
    present: ['email', 'name', 'sort_name', 'second_factor', 'sort_seen', 'since'],
    shapes: [
      {
        page: { filter: {}, sort: { by: 'name', direction: 'asc' }, keyset: undefined, limit: 1 },
        direction: sql`asc`,
      },
    ],
  },
)

/** Returns `limit + 1` rows, so that the caller knows whether a page follows. */
export async function selectMembers(
  db: TenantDb,
  page: { filter: MemberFilter; sort: MemberSort; keyset: Keyset | undefined; limit: number },
): Promise<ListedMember[]> {
  const direction = page.sort.direction === 'asc' ? sql`asc` : sql`desc`
  return (await membersStatement(db, { enterpriseId: db.enterpriseId, page, direction })) as ListedMember[]
}

export async function countMembers(db: TenantDb, filter: MemberFilter): Promise<number> {
  return await countCapped(db, sql`select 1 from (${members(db.enterpriseId)}) listed where ${matching(filter)}`)
}

const lockMemberStatement = statement(
  'lock member',
  ({ enterpriseId, id }: { enterpriseId: EnterpriseId; id: string }) =>
    sql`${members(enterpriseId)} and m.id = ${id} for update of m`,
  { present: ['sort_name', 'sort_seen', 'email', 'name', 'second_factor', 'since'] },
)

/** The member, locked until the transaction ends. */
export async function lockMember(db: TenantDb, id: string): Promise<MemberRecord | undefined> {
  return (await lockMemberStatement(db, { enterpriseId: db.enterpriseId, id }))[0] as MemberRecord | undefined
}

/** Counts the active owners and locks them, so that two transactions can't remove the last two. */
export async function lockOwners(db: TenantDb): Promise<number> {
  const owners = await db
    .selectFrom('member')
    .select('id')
    .where('enterprise_id', '=', db.enterpriseId)
    .where('built_in_role', '=', 'Owner')
    .where('state', '=', 'ACTIVE')
    .orderBy('id')
    .forUpdate()
    .execute()
  return owners.length
}

export async function countOwners(db: TenantDb): Promise<number> {
  const { counted } = await db
    .selectFrom('member')
    .select((select) => select.fn.countAll<number>().as('counted'))
    .where('enterprise_id', '=', db.enterpriseId)
    .where('built_in_role', '=', 'Owner')
    .where('state', '=', 'ACTIVE')
    .executeTakeFirstOrThrow()
  return counted
}

/** The addresses that belong to members, active or not. */
export async function selectMemberEmails(db: TenantDb, emails: readonly string[]): Promise<Set<string>> {
  const found = await db
    .selectFrom('member')
    .innerJoin('user_account', 'user_account.id', 'member.user_id')
    .select('user_account.email')
    .where('member.enterprise_id', '=', db.enterpriseId)
    .where('user_account.email', 'in', emails)
    .execute()
  return new Set(found.map(({ email }) => email))
}

export async function countInvited(db: TenantDb): Promise<number> {
  const { counted } = await db
    .selectFrom('member')
    .select((select) => select.fn.countAll<number>().as('counted'))
    .where('enterprise_id', '=', db.enterpriseId)
    .where('state', '=', 'INVITED')
    .executeTakeFirstOrThrow()
  return counted
}

/** The user with an active account of this address. */
export async function selectUserOf(db: TenantDb, email: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('user_account')
    .select('id')
    .where('email', '=', email)
    .where('state', '=', 'ACTIVE')
    .executeTakeFirst()
  return found?.id
}

export type InvitationRecord = RoleColumns & {
  id: string
  email: string
  enterprise_name: string
  platform_id: string
  invited_by: string | null
  invited_by_name: string
  account_id: string | null
  account_state: 'PENDING' | 'ACTIVE' | 'INACTIVE' | null
}

/** How to find an open invitation: by the hash of its token, or by its id and address. */
export type InvitationKey = { hash: Uint8Array } | { id: string; email: string }

const lockInvitationStatement = shapedStatement(
  'lock invitation',
  ({
    enterpriseId,
    matchesKey,
    now,
  }: {
    enterpriseId: EnterpriseId
    matchesKey: RawBuilder<unknown>
    now: Date
  }) => sql`
    select m.id, m.invited_email as email, e.name as enterprise_name, e.platform_id,
      i.id as invited_by, coalesce(${nameOfPerson('m.invited_by')}, '') as invited_by_name,
      m.built_in_role, m.role_id, r.name as role_name, r.permissions as role_permissions,
      a.id as account_id, a.state as account_state
    from member m
    join enterprise e on e.enterprise_id = m.enterprise_id
    left join user_account i on i.id = m.invited_by
    left join enterprise_role r on r.enterprise_id = m.enterprise_id and r.id = m.role_id
    left join user_account a on a.platform_id = e.platform_id and a.email = m.invited_email
    where m.enterprise_id = ${enterpriseId} and m.state = 'INVITED' and ${matchesKey}
      and m.invitation_expires_at > ${now} and e.state = 'ACTIVE' and e.deletion_at is null
    for update of m`,
  { present: ['invited_by_name', 'email'], shapes: [{ matchesKey: sql`true` }] },
)

/** The open invitation, locked until the transaction ends. */
export async function lockInvitation(
  db: TenantDb,
  { now, ...key }: InvitationKey & { now: Date },
): Promise<InvitationRecord | undefined> {
  const matchesKey =
    'hash' in key ? sql`m.invitation_hash = ${key.hash}` : sql`m.id = ${key.id} and m.invited_email = ${key.email}`
  return (await lockInvitationStatement(db, { enterpriseId: db.enterpriseId, matchesKey, now }))[0]
}

const countMembersByRoleStatement = statement(
  'count members by role',
  ({ enterpriseId }: { enterpriseId: EnterpriseId }) => sql`
    select coalesce(role_id::text, built_in_role) as role, count(*) as holders from member
    where enterprise_id = ${enterpriseId} group by 1`,
  { present: ['role', 'holders'] },
)

/** The number of members of each role, by the id of a custom role or the name of a built-in one. */
export async function countMembersByRole(db: TenantDb): Promise<Map<string, number>> {
  return new Map(
    (await countMembersByRoleStatement(db, { enterpriseId: db.enterpriseId })).map(({ role, holders }) => [
      role,
      holders,
    ]),
  )
}

export type OwnInvitationRecord = RoleColumns & {
  enterprise_id: string
  id: string
  enterprise_name: string
  invited_by_name: string
  invited_at: Date
  invitation_expires_at: Date
}

const ownInvitationsStatement = statement(
  'select invitations of address',
  ({ email, now, platformId, limit }: { email: string; now: Date; platformId: PlatformId; limit: number }) => sql`
    select m.enterprise_id, m.id, e.name as enterprise_name, m.invited_at, m.invitation_expires_at,
      coalesce(${nameOfPerson('m.invited_by')}, '') as invited_by_name,
      m.built_in_role, m.role_id, r.name as role_name, r.permissions as role_permissions
    from member m
    join enterprise e on e.enterprise_id = m.enterprise_id
    left join enterprise_role r on r.enterprise_id = m.enterprise_id and r.id = m.role_id
    where m.state = 'INVITED' and m.invited_email = ${email} and m.invitation_expires_at > ${now}
      and e.platform_id = ${platformId} and e.state = 'ACTIVE' and e.deletion_at is null
    order by m.invited_at desc, m.id limit ${limit}`,
  { present: ['invited_at', 'invitation_expires_at', 'invited_by_name'] },
)

/** The open invitations of an address on a platform, from all enterprise accounts. */
export async function selectOwnInvitations(
  db: SystemDb,
  { email, platformId, now, limit }: { email: string; platformId: PlatformId; now: Date; limit: number },
): Promise<OwnInvitationRecord[]> {
  return await ownInvitationsStatement(db, { email, now, platformId, limit })
}

/** The number of enterprise accounts that a user belongs to. */
export async function countMemberships(db: TenantDb, userId: UserId): Promise<number> {
  const { counted } = await db
    .selectFrom('member_directory')
    .select((select) => select.fn.countAll<number>().as('counted'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return counted
}

const activeNamesStatement = statement(
  'select names of active members',
  ({ enterpriseId }: { enterpriseId: EnterpriseId }) => sql`
    select coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) as name
    from member m join user_account u on u.id = m.user_id
    where m.enterprise_id = ${enterpriseId} and m.state = 'ACTIVE'
    order by m.built_in_role is distinct from 'Owner', m.created_at, m.id`,
  { present: ['name'] },
)

/** The names of active members: owners first, then in the order in which they joined. */
export async function selectActiveNames(db: TenantDb): Promise<string[]> {
  return (await activeNamesStatement(db, { enterpriseId: db.enterpriseId })).map(({ name }) => name)
}

/** The existing groups among these, by name, locked against deletion until the transaction ends. */
export async function lockGroups(db: TenantDb, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  return await db
    .selectFrom('profile_group')
    .select(['id', 'name'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', 'in', ids)
    .where('removed_at', 'is', null)
    .orderBy((order) => order.fn('lower', ['name']))
    .forShare()
    .execute()
}
