import type { ParsedInputOf } from '@simwright/contract'
import type * as delivery from '@simwright/contract/provisioning/delivery'
import { type Iccid, iccidForms } from '@simwright/ids'
import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { condition } from '../../../db/expression.ts'
import { countCapped, prefixRange } from '../../../db/page.ts'
import type { EnterpriseId, ProfileId, UserId } from '../../../db/row-id.ts'
import { shapedStatement, statement } from '../../../db/statement.ts'
import { nameOfUser } from '../../platform/tenancy/service.ts'
import type { CodeRecord } from './file-queries.ts'

/** An activation code that may be mailed, with what decides whether it can be. */
export type MailableRecord = CodeRecord & {
  code_state: string
  expires_at: Date | null
}

const mailable = (profiles: RawBuilder<unknown>) => sql`
  select p.id, p.iccid, p.spn, p.matching_id, p.sample, p.ac_format, p.status, p.order_state, p.activation_code_id, a.slug, a.issuer, a.expires_at,
    a.state as code_state, a.kind = 'pooled' as pooled, a.sealed_confirmation is not null as confirmation_needed
  from (${profiles}) p
  join activation_code a on a.enterprise_id = p.enterprise_id and a.id = p.activation_code_id`

const namedStatement = shapedStatement(
  'select codes of named profiles',
  ({ condition, iccids }: { condition: RawBuilder<boolean>; iccids: readonly string[] }) =>
    mailable(sql`select p.* from profile p where ${condition} and p.iccid in (${sql.join(iccids)})`),
  {
    present: ['code_state', 'pooled', 'confirmation_needed'],
    shapes: [{ condition: condition`true`, iccids: ['89'] }],
  },
)

/** The selected profiles that have one of these ICCIDs, by their keys. */
export async function selectNamed(
  db: TenantDb,
  condition: RawBuilder<boolean>,
  keys: readonly Iccid[],
): Promise<MailableRecord[]> {
  if (keys.length === 0) return []
  return await namedStatement(db, { condition, iccids: keys.flatMap(iccidForms) })
}

const byIdStatement = statement(
  'select codes by profile',
  ({ enterpriseId, ids }: { enterpriseId: EnterpriseId; ids: readonly ProfileId[] }) =>
    mailable(sql`select * from profile where enterprise_id = ${enterpriseId} and id = any(${ids}::uuid[])`),
  { present: ['code_state', 'pooled', 'confirmation_needed'] },
)

/** The profiles with their current codes, by id. */
export async function selectByProfile(
  db: TenantDb,
  ids: readonly ProfileId[],
): Promise<Map<ProfileId, MailableRecord>> {
  const rows: MailableRecord[] = await byIdStatement(db, { enterpriseId: db.enterpriseId, ids })
  return new Map(rows.map((row) => [row.id, row]))
}

const freeStatement = shapedStatement(
  'select codes to mail',
  ({
    condition,
    without,
    limit,
    at,
    opensPage,
  }: {
    condition: RawBuilder<boolean>
    without: readonly string[]
    limit: number
    opensPage: boolean
    at: Date
  }) => sql`
    ${mailable(sql`
      select p.* from profile p
      where ${condition} and p.status = 'AVAILABLE' and p.order_state = 'Released' and p.eid is null and not p.sample and p.id <> all(${[...without]}::uuid[])
        ${opensPage ? sql`and p.ac_format = 'AC_LINK'` : sql``}
      order by p.id limit ${limit * 4}`)}
    where a.state = 'LIVE' and a.kind <> 'pooled' and (a.expires_at is null or a.expires_at > ${at})
      and not exists (select from voucher v
        where v.enterprise_id = p.enterprise_id and v.profile_id = p.id and v.page_slug = a.slug)
      and not exists (select from planned_delivery d
        where d.enterprise_id = p.enterprise_id and d.profile_id = p.id and d.state = 'PLANNED')
    order by p.id limit ${limit}`,
  {
    present: ['pooled', 'confirmation_needed', 'code_state'],
    shapes: [{ condition: condition`true`, limit: 1, without: [], opensPage: false }],
  },
)

/**
 * Up to `limit` selected profiles with a valid, unbound activation code that nobody got for a voucher or gets at a date,
 * ordered by id and without those in `without`. With `opensPage`: only those with a public page.
 */
export async function selectFree(
  db: TenantDb,
  condition: RawBuilder<boolean>,
  free: { at: Date; limit: number; without: readonly string[]; opensPage: boolean },
): Promise<MailableRecord[]> {
  return await freeStatement(db, { condition, ...free })
}

export type NewCodeMail = { id: string; profileId: ProfileId; codeId: string; recipient: string; mailId: string }

export async function insertCodeMails(
  db: TenantDb,
  { mails, userId, at }: { mails: readonly NewCodeMail[]; userId: UserId; at: Date },
): Promise<void> {
  await db
    .insertInto('code_mail')
    .values(
      mails.map(({ id, profileId, codeId, recipient, mailId }) => ({
        enterprise_id: db.enterpriseId,
        id,
        profile_id: profileId,
        activation_code_id: codeId,
        recipient,
        mail_id: mailId,
        sent_by: userId,
        at,
      })),
    )
    .execute()
}

/** The smallest UUIDv7 of a time: its first 48 bits are the time in milliseconds. */
function firstIdOf(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

const countSentSinceStatement = shapedStatement(
  'count code mails since',
  ({ enterpriseId, at }: { enterpriseId: EnterpriseId; at: Date }) => sql`
    select count(*) as counted from code_mail
    where enterprise_id = ${enterpriseId} and id >= ${firstIdOf(at)}::uuid`,
  { present: ['counted'], shapes: [{ at: new Date(0) }] },
)

export async function countSentSince(db: TenantDb, at: Date): Promise<number> {
  return Number((await countSentSinceStatement(db, { enterpriseId: db.enterpriseId, at }))[0]!.counted)
}

type Filter = ParsedInputOf<typeof delivery.mails>['filter']

function mailFilter(enterpriseId: EnterpriseId, { profileId, search }: Filter): RawBuilder<unknown> {
  return sql`m.enterprise_id = ${enterpriseId}
    ${profileId ? sql`and m.profile_id = ${profileId}` : sql``}
    ${search ? sql`and ${prefixRange(sql`lower(m.recipient) collate "C"`, search)}` : sql``}`
}

export type CodeMailRecord = {
  id: string
  profile_id: string
  iccid: string
  recipient: string
  state: string | null
  last_error: string | null
  at: Date
  sent_by_name: string
}

const codeMailsStatement = shapedStatement(
  'select code mails',
  ({
    enterpriseId,
    filter,
    before,
    limit,
  }: {
    enterpriseId: EnterpriseId
    filter: Filter
    before: string | undefined
    limit: number
  }) => sql`
    select m.id, m.profile_id, m.recipient, m.at, p.iccid, e.state, e.last_error,
      coalesce(${nameOfUser('m.sent_by')}, '') as sent_by_name
    from (select m.* from code_mail m where ${mailFilter(enterpriseId, filter)}
      ${before ? sql`and m.id < ${before}::uuid` : sql``} order by m.id desc limit ${limit + 1}) m
    join profile p on p.enterprise_id = m.enterprise_id and p.id = m.profile_id
    left join mail_message e on e.id = m.mail_id
    order by m.id desc`,
  { present: ['sent_by_name'] },
)

export async function selectCodeMails(
  db: TenantDb,
  { filter, before, limit }: { filter: Filter; before: string | undefined; limit: number },
): Promise<CodeMailRecord[]> {
  return await codeMailsStatement(db, { enterpriseId: db.enterpriseId, filter, before, limit })
}

export async function countCodeMails(db: TenantDb, filter: Filter): Promise<number> {
  return await countCapped(db, sql`select 1 from code_mail m where ${mailFilter(db.enterpriseId, filter)}`)
}
