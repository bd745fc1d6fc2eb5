import { builtInRoles, type PermissionId, rolePermissions } from '@simwright/contract'
import {
  kindsOfAllGroups,
  type NoticeChannel,
  type NoticeKind,
  noticeKindRow,
} from '@simwright/contract/platform/notice-kind'
import { type Kysely, sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, PlatformId, UserId } from '../../../db/row-id.ts'
import { shapedStatement, statement } from '../../../db/statement.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'

/** A user with what a mail needs, and where the user wants a kind of notification. */
export type Recipient = {
  userId: UserId
  email: string
  firstName: string
  platformId: PlatformId
  /** The channels that the user switched on or off. */
  chosen: Partial<Record<NoticeChannel, boolean>>
  /** The hour and time zone of the user's digest; null without one. */
  digest: { hour: number; timeZone: string } | null
}

/** Whether a kind appears in a channel for a user who has chosen so. */
export function isOn(kind: NoticeKind, channel: NoticeChannel, chosen: Recipient['chosen']): boolean {
  const standard = noticeKindRow(kind).channels[channel]
  if (standard === 'never') return false
  return standard === 'always' || (chosen[channel] ?? standard === 'on')
}

const holdersStatement = shapedStatement(
  'select members for notice',
  ({
    enterpriseId,
    permission,
    kind,
    only,
  }: {
    enterpriseId: EnterpriseId
    permission: PermissionId | undefined
    kind: NoticeKind
    only: readonly string[] | undefined
  }) => sql`
    select m.user_id from member m
    where m.enterprise_id = ${enterpriseId} and m.state = 'ACTIVE' and m.user_id is not null
      and ${permission ? holds(permission) : sql`true`}
      ${kindsOfAllGroups.includes(kind) ? sql`and m.group_limit is null` : sql``}
      and ${only ? sql`m.user_id = any(${[...only]}::uuid[])` : sql`true`}
    order by m.id`,
  { present: ['user_id'], shapes: [{ permission: undefined, kind: 'BATCH_DONE', only: [] }] },
)

/**
 * The active members of an enterprise account who may get a kind of notification: the one place where the permission
 * of a kind decides. @param only limits them to these users
 */
export async function selectHolders(
  db: TenantDb,
  { kind, only }: { kind: NoticeKind; only?: readonly string[] | undefined },
): Promise<UserId[]> {
  const { permission } = noticeKindRow(kind)
  return (await holdersStatement(db, { enterpriseId: db.enterpriseId, permission, kind, only })).map(
    ({ user_id }) => user_id,
  )
}

/** Whether the role of a row `m` of `member` has the permission. */
function holds(permission: PermissionId) {
  const roles = builtInRoles.filter((role) => rolePermissions[role].includes(permission))
  return sql`(m.built_in_role = any(${roles}::text[]) or exists (
    select from enterprise_role r where r.enterprise_id = m.enterprise_id and r.id = m.role_id
      and r.permissions ? ${permission}))`
}

const recipientsStatement = statement(
  'select recipients of notice',
  ({
    enterpriseId,
    kind,
    userIds,
  }: {
    enterpriseId: EnterpriseId | null
    kind: NoticeKind
    userIds: readonly string[]
  }) => sql`
    select u.id as "userId", u.email, u.first_name as "firstName", u.platform_id as "platformId",
      coalesce((select jsonb_object_agg(c.channel, c.is_on) from notice_choice c
        where c.user_id = u.id and c.enterprise_id is not distinct from ${enterpriseId}::uuid and c.kind = ${kind}),
        '{}') as chosen,
      case when d.user_id is not null then jsonb_build_object('hour', d.hour,
        'timeZone', coalesce(u.time_zone, d.time_zone)) end as digest
    from user_account u left join notice_digest d on d.user_id = u.id
    where u.id = any(${userIds}::uuid[]) order by u.id`,
  { present: ['chosen'] },
)

/** Users with their choices for a kind, in one enterprise account or, with null, in none. */
export async function selectRecipients(
  db: Kysely<GlobalTables>,
  { userIds, enterpriseId, kind }: { userIds: readonly string[]; enterpriseId: EnterpriseId | null; kind: NoticeKind },
): Promise<Recipient[]> {
  if (userIds.length === 0) return []
  return (await recipientsStatement(db, { enterpriseId, kind, userIds })) as Recipient[]
}

/** Mails of such a kind are never delayed by a digest. */
export const isAlwaysMailed = (kind: NoticeKind): boolean => noticeKindRow(kind).channels.MAIL === 'always'
