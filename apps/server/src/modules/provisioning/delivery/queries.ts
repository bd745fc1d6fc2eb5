import type { QrStyle } from '@simwright/qr'
import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { booleanOf } from '../../../db/expression.ts'
import type { ActivationCodeId, EnterpriseId, ProfileId, UserId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import { setPublicPage } from '../../profiles/lifecycle/service.ts'

export type PresetRecord = {
  id: string
  name: string
  style: QrStyle
  logo_id: string | null
  logo: Buffer | null
  version: number
  is_standard: boolean
}

function presets(db: TenantDb) {
  return db
    .selectFrom('qr_preset as q')
    .leftJoin('qr_logo as l', (join) =>
      join.onRef('l.enterprise_id', '=', 'q.enterprise_id').onRef('l.id', '=', 'q.logo_id'),
    )
    .leftJoin('qr_standard as s', (join) =>
      join.onRef('s.enterprise_id', '=', 'q.enterprise_id').onRef('s.preset_id', '=', 'q.id'),
    )
    .select(['q.id', 'q.name', 'q.style', 'q.logo_id', 'l.content as logo', 'q.version'])
    .select(booleanOf`s.preset_id is not null`.as('is_standard'))
    .where('q.enterprise_id', '=', db.enterpriseId)
}

export async function selectPresets(db: TenantDb): Promise<PresetRecord[]> {
  return (await presets(db)
    .orderBy(({ fn }) => fn('lower', ['q.name']))
    .execute()) as PresetRecord[]
}

export async function selectPreset(db: TenantDb, id: string): Promise<PresetRecord | undefined> {
  return (await presets(db).where('q.id', '=', id).executeTakeFirst()) as PresetRecord | undefined
}

export async function selectStandard(db: TenantDb): Promise<PresetRecord | undefined> {
  return (await presets(db).where('s.preset_id', 'is not', null).executeTakeFirst()) as PresetRecord | undefined
}

export type PresetFields = { name: string; style: QrStyle; logoId: string | null }

const insertPresetStatement = statement(
  'insert QR preset',
  ({
    enterpriseId,
    id,
    name,
    style,
    logoId,
    userId,
    at,
  }: Pick<PresetFields, 'name' | 'logoId'> & {
    enterpriseId: EnterpriseId
    id: string
    style: string
    userId: UserId
    at: Date
  }) => sql`
    insert into qr_preset (enterprise_id, id, name, style, logo_id, created_by, created_at)
    values (${enterpriseId}, ${id}, ${name}, ${style}, ${logoId}, ${userId}, ${at})
    on conflict do nothing returning id`,
)

/** @returns whether the name was free */
export async function insertPreset(
  db: TenantDb,
  { id, fields, userId, at }: { id: string; fields: PresetFields; userId: UserId; at: Date },
): Promise<boolean> {
  return (
    (
      await insertPresetStatement(db, {
        enterpriseId: db.enterpriseId,
        id,
        name: fields.name,
        style: JSON.stringify(fields.style),
        logoId: fields.logoId,
        userId,
        at,
      })
    ).length > 0
  )
}

/** @returns whether it had this version. @throws when the name is used */
export async function updatePreset(
  db: TenantDb,
  { id, version, fields }: { id: string; version: number; fields: PresetFields },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('qr_preset')
    .set({ name: fields.name, style: JSON.stringify(fields.style), logo_id: fields.logoId, version: version + 1 })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deletePreset(db: TenantDb, id: string): Promise<void> {
  await db.deleteFrom('qr_preset').where('enterprise_id', '=', db.enterpriseId).where('id', '=', id).execute()
}

const updateStandardStatement = statement(
  'update QR standard',
  ({ enterpriseId, presetId }: { enterpriseId: EnterpriseId; presetId: string | null }) => sql`
    insert into qr_standard (enterprise_id, preset_id) values (${enterpriseId}, ${presetId})
    on conflict (enterprise_id) do update set preset_id = excluded.preset_id`,
)

export async function updateStandard(db: TenantDb, presetId: string | null): Promise<void> {
  const { enterpriseId } = db
  if (presetId === null) {
    await db.deleteFrom('qr_standard').where('enterprise_id', '=', enterpriseId).execute()
    return
  }
  await updateStandardStatement(db, { enterpriseId, presetId })
}

export async function insertLogo(
  db: TenantDb,
  { id, content, at }: { id: string; content: Uint8Array; at: Date },
): Promise<void> {
  await db
    .insertInto('qr_logo')
    .values({ enterprise_id: db.enterpriseId, id, content: Buffer.from(content), created_at: at })
    .execute()
}

const deleteUnusedLogosStatement = statement(
  'delete unused QR logos',
  ({ enterpriseId, before }: { enterpriseId: EnterpriseId; before: Date }) => sql`
    delete from qr_logo l where l.enterprise_id = ${enterpriseId} and l.created_at < ${before}
      and not exists (select from qr_preset q where q.enterprise_id = l.enterprise_id and q.logo_id = l.id)`,
)

/** Deletes the logos that no preset uses and that were uploaded before this time. */
export async function deleteUnusedLogos(db: TenantDb, before: Date): Promise<void> {
  await deleteUnusedLogosStatement(db, { enterpriseId: db.enterpriseId, before })
}

export async function selectLogo(db: TenantDb, id: string): Promise<Buffer | undefined> {
  const found = await db
    .selectFrom('qr_logo')
    .select('content')
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .executeTakeFirst()
  return found?.content
}

export type PageRecord = {
  iccid: string
  slug: string
  activation_code_id: string
  ac_format: string
  opened: number | null
  first_opened_at: Date | null
  last_opened_at: Date | null
  closed_at: Date | null
}

/** The public page of the profile's current code. */
export async function selectPage(db: TenantDb, profileId: ProfileId): Promise<PageRecord | undefined> {
  return await db
    .selectFrom('profile as p')
    .innerJoin('activation_code as a', (join) =>
      join.onRef('a.enterprise_id', '=', 'p.enterprise_id').onRef('a.id', '=', 'p.activation_code_id'),
    )
    .leftJoin('code_page as g', (join) =>
      join.onRef('g.enterprise_id', '=', 'p.enterprise_id').onRef('g.activation_code_id', '=', 'p.activation_code_id'),
    )
    .select([
      'p.iccid',
      'a.slug',
      'p.activation_code_id',
      'p.ac_format',
      'g.opened',
      'g.first_opened_at',
      'g.last_opened_at',
      'g.closed_at',
    ])
    .where('p.enterprise_id', '=', db.enterpriseId)
    .where('p.id', '=', profileId)
    .executeTakeFirst()
}

type Page = { enterpriseId: EnterpriseId; activationCodeId: ActivationCodeId }

const updateOpenedStatement = statement(
  'count opening of code page',
  ({ enterpriseId, activationCodeId, at }: Page & { at: Date }) => sql`
    insert into code_page as g (enterprise_id, activation_code_id, opened, first_opened_at, last_opened_at)
    values (${enterpriseId}, ${activationCodeId}, 1, ${at}, ${at})
    on conflict (enterprise_id, activation_code_id) do update set opened = g.opened + 1,
      first_opened_at = coalesce(g.first_opened_at, excluded.first_opened_at),
      last_opened_at = excluded.last_opened_at
    returning opened`,
)

/** Counts a visit. @returns whether it is the first */
export async function updateOpened(
  db: TenantDb,
  { activationCodeId }: Page,
  at: Date,
): Promise<'first visit' | 'visited before'> {
  return (await updateOpenedStatement(db, { enterpriseId: db.enterpriseId, activationCodeId, at }))[0]!.opened === 1
    ? 'first visit'
    : 'visited before'
}

const updateClosedStatement = statement(
  'close code page',
  ({ enterpriseId, activationCodeId, closedAt }: Page & { closedAt: Date | null }) => sql`
    insert into code_page (enterprise_id, activation_code_id, closed_at)
    values (${enterpriseId}, ${activationCodeId}, ${closedAt})
    on conflict (enterprise_id, activation_code_id) do update set closed_at = excluded.closed_at`,
)

/** Closes or opens a page, also in the profile's row, by which Fleet filters. */
export async function updateClosed(
  db: TenantDb,
  { activationCodeId, profileId }: Page & { profileId: ProfileId },
  closedAt: Date | null,
): Promise<void> {
  await updateClosedStatement(db, { enterpriseId: db.enterpriseId, activationCodeId, closedAt })
  await setPublicPage(db, { profileId }, closedAt === null ? 'open' : 'closed')
}

/** Whether a stored style of QR codes contains a logo. */
export async function usesLogo(db: TenantDb): Promise<boolean> {
  const styles = db.selectFrom('qr_preset').select('id').where('enterprise_id', '=', db.enterpriseId)
  return (await styles.where('logo_id', 'is not', null).limit(1).execute()).length > 0
}
