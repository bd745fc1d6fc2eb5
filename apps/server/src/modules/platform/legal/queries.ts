import type { LegalKind } from '@simwright/contract/platform/legal'
import { type Kysely, sql } from 'kysely'
import type { SystemDb } from '../../../db/database.ts'
import type { PlatformId, UserId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'

export type GlobalDb = Kysely<GlobalTables>
export type AnyDb = GlobalDb | SystemDb

export type CurrentRecord = { kind: LegalKind; version: number }

const currentStatement = statement(
  'select current legal texts',
  ({ platformId, at }: { platformId: PlatformId; at: Date }) => sql`
    select kind, max(version) as version from legal_text
    where platform_id = ${platformId} and published_at <= ${at} group by kind order by kind desc`,
  { present: ['version'] },
)

/** The version of each text that applies at a time. */
export async function selectCurrent(db: AnyDb, platformId: PlatformId, at: Date): Promise<CurrentRecord[]> {
  return await currentStatement(db, { platformId, at })
}

export type TextRecord = { version: number; body: string; published_at: Date }

type TextName = { platformId: PlatformId; kind: LegalKind }

export async function selectText(
  db: GlobalDb,
  { platformId, kind }: TextName,
  version: number,
): Promise<TextRecord | undefined> {
  return await db
    .selectFrom('legal_text')
    .select(['version', 'body', 'published_at'])
    .where('platform_id', '=', platformId)
    .where('kind', '=', kind)
    .where('version', '=', version)
    .executeTakeFirst()
}

export type VersionRecord = {
  platform_id: string
  kind: LegalKind
  version: number
  published_at: Date
  /** Null: an earlier version than the one that applies. */
  body: string | null
}

const versionsStatement = statement(
  'select versions of legal texts',
  ({ at }: { at: Date }) => sql`
    select t.platform_id, t.kind, t.version, t.published_at,
      case when t.version >= coalesce(c.version, 0) then t.body end as body
    from legal_text t
    left join (select platform_id, kind, max(version) as version from legal_text where published_at <= ${at}
      group by platform_id, kind) c on c.platform_id = t.platform_id and c.kind = t.kind
    order by t.version desc`,
)

/** All versions of all platforms, the highest first. */
export async function selectVersions(db: GlobalDb, at: Date): Promise<VersionRecord[]> {
  return (await versionsStatement(db, { at })) as VersionRecord[]
}

/** The highest version, 0 without one. */
export async function selectLastVersion(db: GlobalDb, { platformId, kind }: TextName): Promise<number> {
  const last = await db
    .selectFrom('legal_text')
    .select(({ fn }) => fn.max('version').as('version'))
    .where('platform_id', '=', platformId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return last?.version ?? 0
}

type NewText = TextName & { version: number; body: string; publishedAt: Date; at: Date }

const insertTextStatement = statement(
  'insert legal text',
  ({
    platformId,
    kind,
    version,
    body,
    publishedAt,
    at,
  }: Pick<NewText, 'platformId' | 'kind' | 'version' | 'body' | 'publishedAt' | 'at'>) => sql`
    insert into legal_text (platform_id, kind, version, body, published_at, created_at)
    values (${platformId}, ${kind}, ${version}, ${body}, ${publishedAt}, ${at})
    on conflict do nothing returning version`,
)

/** @returns false if the version exists */
export async function insertText(db: GlobalDb, text: NewText): Promise<boolean> {
  const { platformId, kind, version, body, publishedAt, at } = text
  return (await insertTextStatement(db, { platformId, kind, version, body, publishedAt, at })).length > 0
}

const deletePlannedStatement = statement(
  'delete planned legal text',
  ({ platformId, kind, at }: TextName & { at: Date }) => sql`
    delete from legal_text where platform_id = ${platformId} and kind = ${kind} and published_at > ${at}
    returning version`,
)

/** Deletes the version that is not published at a time. @returns how many there were */
export async function deletePlanned(db: GlobalDb, { platformId, kind }: TextName, at: Date): Promise<number> {
  const rows = await deletePlannedStatement(db, { platformId, kind, at })
  return rows.length
}

type NewConsent = CurrentRecord & {
  id: string
  userId: UserId
  platformId: PlatformId
  orderId: string | null
  at: Date
}

const insertConsentStatement = statement(
  'insert consent',
  ({ id, userId, platformId, kind, version, orderId, at }: NewConsent) => sql`
    insert into legal_consent (id, user_id, platform_id, kind, version, order_id, accepted_at)
    values (${id}, ${userId}, ${platformId}, ${kind}, ${version}, ${orderId}, ${at})`,
)

export async function insertConsents(db: AnyDb, consents: readonly NewConsent[]): Promise<void> {
  for (const consent of consents) await insertConsentStatement(db, consent)
}

export type ConsentRecord = CurrentRecord & { orderId: string | null; acceptedAt: Date }

const consentsStatement = statement(
  'select consents of user',
  ({ userId }: { userId: UserId }) => sql`
    select kind, version, order_id as "orderId", accepted_at as "acceptedAt" from legal_consent
    where user_id = ${userId} order by accepted_at, id`,
)

/** What a user has accepted, in order. */
export async function selectConsents(db: GlobalDb, userId: UserId): Promise<ConsentRecord[]> {
  return (await consentsStatement(db, { userId })) as ConsentRecord[]
}
