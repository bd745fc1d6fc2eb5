import type { LegalKind } from '@simwright/contract/platform/legal'
import { type Kysely, sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { PlatformId, UserId } from '../../../db/row-id.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'

export type GlobalDb = Kysely<GlobalTables>
export type AnyDb = GlobalDb | TenantDb

export type CurrentRecord = { kind: LegalKind; version: number }

/** The version of each text that applies at a time. */
export async function selectCurrent(db: AnyDb, platformId: PlatformId, at: Date): Promise<CurrentRecord[]> {
  const { rows } = await sql<CurrentRecord>`
    select kind, max(version) as version from legal_text
    where platform_id = ${platformId} and published_at <= ${at} group by kind order by kind desc`.execute(db)
  return rows
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

/** All versions of all platforms, the highest first. */
export async function selectVersions(db: GlobalDb, at: Date): Promise<VersionRecord[]> {
  const { rows } = await sql<VersionRecord>`
    select t.platform_id, t.kind, t.version, t.published_at,
      case when t.version >= coalesce(c.version, 0) then t.body end as body
    from legal_text t
    left join (select platform_id, kind, max(version) as version from legal_text where published_at <= ${at}
      group by platform_id, kind) c on c.platform_id = t.platform_id and c.kind = t.kind
    order by t.version desc`.execute(db)
  return rows
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

/** @returns false if the version exists */
export async function insertText(db: GlobalDb, text: NewText): Promise<boolean> {
  const { platformId, kind, version, body, publishedAt, at } = text
  const { rows } = await sql`
    insert into legal_text (platform_id, kind, version, body, published_at, created_at)
    values (${platformId}, ${kind}, ${version}, ${body}, ${publishedAt}, ${at})
    on conflict do nothing returning version`.execute(db)
  return rows.length > 0
}

/** Deletes the version that is not published at a time. @returns how many there were */
export async function deletePlanned(db: GlobalDb, { platformId, kind }: TextName, at: Date): Promise<number> {
  const { rows } = await sql`
    delete from legal_text where platform_id = ${platformId} and kind = ${kind} and published_at > ${at}
    returning version`.execute(db)
  return rows.length
}

type NewConsent = CurrentRecord & {
  id: string
  userId: UserId
  platformId: PlatformId
  orderId: string | null
  at: Date
}

export async function insertConsents(db: AnyDb, consents: readonly NewConsent[]): Promise<void> {
  for (const { id, userId, platformId, kind, version, orderId, at } of consents) {
    await sql`
      insert into legal_consent (id, user_id, platform_id, kind, version, order_id, accepted_at)
      values (${id}, ${userId}, ${platformId}, ${kind}, ${version}, ${orderId}, ${at})`.execute(db)
  }
}

export type ConsentRecord = CurrentRecord & { orderId: string | null; acceptedAt: Date }

/** What a user has accepted, in order. */
export async function selectConsents(db: GlobalDb, userId: UserId): Promise<ConsentRecord[]> {
  const { rows } = await sql<ConsentRecord>`
    select kind, version, order_id as "orderId", accepted_at as "acceptedAt" from legal_consent
    where user_id = ${userId} order by accepted_at, id`.execute(db)
  return rows
}
