import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type { GroupDefaults } from '@simwright/contract/profiles/group-default'
import * as delivery from '@simwright/contract/provisioning/delivery'
import { plainStyle } from '@simwright/qr'
import type { TenantDb } from '../../../db/database.ts'
import type { ProfileId } from '../../../db/row-id.ts'
import { isUniqueViolation } from '../../../db/unique-violation.ts'
import type { OnceAnswer, OnceCall, UploadedFile, Who } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import { readImage } from '../../../http/read-image.ts'
import type { DeliveryServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { hasFeature, readEntitlement, requireFeature } from '../../platform/plans/service.ts'
import { activationCode, codeHost } from '../../profiles/fleet/service.ts'
import { defaultsOfGroups } from '../../profiles/groups/service.ts'
import { groupsOfProfiles } from '../../profiles/lifecycle/service.ts'
import { paint } from './painter.ts'
import { PictureRefusal } from './picture-refusal.ts'
import { pngUrl } from './png-url.ts'
import {
  deletePreset,
  deleteUnusedLogos,
  insertLogo,
  insertPreset,
  type PresetFields,
  type PresetRecord,
  selectLogo,
  selectPreset,
  selectPresets,
  selectStandard,
  updatePreset,
  updateStandard,
} from './queries.ts'

export async function listPresets(server: Server, { enterpriseId }: Who): Promise<OutputOf<typeof delivery.presets>> {
  const rows = await server.db.tenantRead(enterpriseId, (db) => selectPresets(db))
  return { items: rows.map(presetOf) }
}

const qrLookOf = ({ style, logo }: PresetRecord): delivery.QrLook => ({ style, logo: logo && pngUrl(logo) })

function presetOf(row: PresetRecord): delivery.QrPreset {
  const { id, name, logo_id: logoId, version, is_standard: isStandard } = row
  return { ...qrLookOf(row), id, name, logoId, version, isStandard }
}

/** The QR style and logo that the enterprise has chosen as its standard. Null: none chosen, so the plain style applies. */
export async function standardQrStyle(server: Needs, db: TenantDb): Promise<delivery.QrLook | null> {
  const standard = await selectStandard(db)
  return standard ? qrLookOf(await asPlanAllows(server, db, { preset: standard })) : null
}

/** Resolves `plain`, `standard` or the id of a preset. @throws Problem not_found */
export async function resolveQrStyle(
  server: Needs,
  db: TenantDb,
  { choice }: { choice: string },
): Promise<Pick<PresetRecord, 'style' | 'logo'>> {
  const plain = { style: plainStyle, logo: null }
  if (choice === 'plain') return plain
  const preset = choice === 'standard' ? await selectStandard(db) : await selectPreset(db, choice)
  if (preset) return await asPlanAllows(server, db, { preset })
  if (choice === 'standard') return plain
  throw new Problem('not_found')
}

/** Finds the styles of profiles: the preset that their group sets, or that which the enterprise has chosen. */
export async function stylesOfProfiles(
  server: Needs,
  db: TenantDb,
  profileIds: readonly ProfileId[],
): Promise<(profileId: ProfileId) => QrStyleOf> {
  const standard = await resolveQrStyle(server, db, { choice: 'standard' })
  const defaults = await defaultsOfProfiles(db, profileIds)
  const ids = new Set([...defaults.values()].flatMap(({ qrPresetId }) => qrPresetId ?? []))
  const byId = new Map<string, QrStyleOf>()
  for (const id of ids) {
    const preset = await selectPreset(db, id)
    if (preset) byId.set(id, await asPlanAllows(server, db, { preset }))
  }
  return (profileId) => byId.get(defaults.get(profileId)?.qrPresetId ?? '') ?? standard
}

/**
 * The style of a file: if the user chose the standard, the style that the group of a profile sets comes first. @returns it with
 * the presets of groups, and a function that finds the presets of profiles
 */
export async function stylesOfFile(server: Needs, db: TenantDb, choice: string) {
  const style = await resolveQrStyle(server, db, { choice })
  const ofPresets = new Map<string, QrStyleOf>()
  if (choice === 'standard')
    for (const preset of await selectPresets(db))
      ofPresets.set(preset.id, pictureOf(await asPlanAllows(server, db, { preset })))
  return { ...pictureOf(style), ofPresets }
}

/** Without what is no part of the picture. */
const pictureOf = ({ style, logo }: QrStyleOf): QrStyleOf => ({ style, logo })

/** The presets that the groups of profiles set, by profile id. */
export async function presetsOfProfiles(
  db: TenantDb,
  profileIds: readonly ProfileId[],
): Promise<(profileId: ProfileId) => string | null> {
  const defaults = await defaultsOfProfiles(db, profileIds)
  return (profileId) => defaults.get(profileId)?.qrPresetId ?? null
}

/** The style and logo of the public page of a profile. */
export async function styleOfPage(server: Needs, db: TenantDb, profileId: ProfileId): Promise<delivery.QrLook | null> {
  const id = (await defaultsOfProfiles(db, [profileId])).get(profileId)?.qrPresetId
  const preset = id ? await selectPreset(db, id) : undefined
  return preset ? qrLookOf(await asPlanAllows(server, db, { preset })) : await standardQrStyle(server, db)
}

type QrStyleOf = Pick<PresetRecord, 'style' | 'logo'>

/** What the groups of profiles set, by profile id. */
export async function defaultsOfProfiles(
  db: TenantDb,
  profileIds: readonly ProfileId[],
): Promise<ReadonlyMap<ProfileId, GroupDefaults>> {
  const groups = await groupsOfProfiles(db, profileIds)
  const defaults = await defaultsOfGroups(db, [...groups.values()])
  return new Map(
    [...groups].flatMap(([id, groupId]) => {
      const found = defaults.get(groupId)
      return found ? [[id, found] as const] : []
    }),
  )
}

type Needs = Pick<Server, 'random' | 'clock'>

/** A preset without its logo while the plan does not include logos. The stored logo remains. */
async function asPlanAllows(server: Needs, db: TenantDb, { preset }: { preset: PresetRecord }): Promise<PresetRecord> {
  if (preset.logo === null) return preset
  const entitlement = await readEntitlement(server, db, { enterpriseId: db.enterpriseId, at: server.clock.now() })
  return hasFeature(entitlement, 'QR_LOGO') ? preset : { ...preset, logo: null }
}

export async function addPreset(
  server: Server,
  who: Who,
  { input: { fields }, once }: OnceCall<typeof delivery.addPreset>,
): OnceAnswer<typeof delivery.addPreset> {
  const { enterpriseId, userId } = who
  await requireReadable(server, who, fields)
  const id = server.random.uuid()
  return await once.tenantTx(enterpriseId, async (db) => {
    if ((await selectPresets(db)).length >= delivery.PRESETS_MAX)
      throw fault('fields.name', 'too_many', `Up to ${delivery.PRESETS_MAX} looks. Delete one first.`)
    const isAdded = await insertPreset(db, { id, fields, userId, at: server.clock.now() })
    if (!isAdded) throw nameUsed(fields)
    await recordAudit(server, db, {
      action: 'qr.added',
      enterpriseId,
      object: objectOf(id, fields),
      after: facts(fields),
    })
    return { id }
  })
}

const objectOf = (id: string, { name }: { name: string }) => ({ id, name })
const facts = ({ name, style, logoId }: PresetFields) => ({ name, style: { ...style }, logo: logoId !== null })
const nameUsed = ({ name }: PresetFields) => fault('fields.name', 'taken', `A style named "${name}" already exists.`)

export async function editPreset(
  server: Server,
  who: Who,
  { id, version, fields }: ParsedInputOf<typeof delivery.editPreset>,
): Promise<OutputOf<typeof delivery.editPreset>> {
  const { enterpriseId } = who
  const before = await server.db.tenantRead(enterpriseId, (db) => selectPreset(db, id))
  if (!before) throw new Problem('not_found')
  await requireReadable(server, who, fields)
  await server.db.tenantTx(enterpriseId, async (db) => {
    const isEdited = await updatePreset(db, { id, version, fields }).catch((error: unknown) => {
      throw isUniqueViolation(error, 'qr_preset_name') ? nameUsed(fields) : error
    })
    if (!isEdited) throw new Problem('changed_meanwhile')
    const was = facts({ ...before, logoId: before.logo_id })
    const object = objectOf(id, fields)
    await recordAudit(server, db, { action: 'qr.edited', enterpriseId, object, before: was, after: facts(fields) })
  })
  return { version: version + 1 }
}

export async function removePreset(
  server: Server,
  { enterpriseId }: Who,
  id: string,
): Promise<OutputOf<typeof delivery.removePreset>> {
  await server.db.tenantTx(enterpriseId, async (db) => {
    const found = await selectPreset(db, id)
    if (!found) throw new Problem('not_found')
    await deletePreset(db, id)
    const { name } = found
    await recordAudit(server, db, { action: 'qr.removed', enterpriseId, object: { id, name }, before: { name } })
  })
  return {}
}

export async function chooseStandard(
  server: Server,
  { enterpriseId }: Who,
  id: string | null,
): Promise<OutputOf<typeof delivery.setStandard>> {
  await server.db.tenantTx(enterpriseId, async (db) => {
    const before = await selectStandard(db)
    const chosen = id === null ? undefined : await selectPreset(db, id)
    if (id !== null && !chosen) throw new Problem('not_found')
    await updateStandard(db, id)
    await recordAudit(server, db, {
      action: 'qr.standardChosen',
      enterpriseId,
      object: { id, name: chosen?.name ?? '' },
      before: { name: before?.name },
      after: { name: chosen?.name },
    })
  })
  return {}
}

/** Matching IDs of full length, to test the longest codes. */
const SAMPLE_MATCHING_IDS = ['0123456789ABCDEF0123456789ABCDEF', 'C3701FA49D5B2E8867E0195DA2B43F7C', 'F'.repeat(32)]

/**
 * @throws Problem `plan_refused` when the plan has no logos, `invalid` when a QR code in this style cannot be decoded
 */
async function requireReadable(server: Server, who: Who, { style, logoId }: PresetFields): Promise<void> {
  const { enterpriseId } = who
  const logo = await server.db.tenantTx(enterpriseId, async (db) => {
    if (logoId === null) return null
    await requireFeature(db, await readEntitlement(server, db, { enterpriseId, at: server.clock.now() }), 'QR_LOGO')
    const content = await selectLogo(db, logoId)
    if (!content) throw fault('fields.logoId', 'gone', 'This logo is gone. Upload it again.')
    return content
  })
  const hosts = server.smdp.issuers.map((issuer) => codeHost(server, who, { issuer }))
  const [longest = ''] = hosts.toSorted((a, b) => b.length - a.length)
  const texts = SAMPLE_MATCHING_IDS.map((matchingId) => activationCode(longest, matchingId, true))
  const sizes = await paint({ workers: server.workers, tenant: enterpriseId }, 'unreadable', { style, logo, texts })
  if (sizes.length > 0) throw fault('fields.style', 'unreadable', unreadableText(sizes, logo !== null))
}

function unreadableText(sizes: readonly number[], hasLogo: boolean): string {
  const remedy = hasLogo
    ? 'Make the logo smaller, or choose plainer shapes or darker colors.'
    : 'Choose plainer shapes or darker colors.'
  return `It cannot be read back at ${sizes.join(', ')} pixels. ${remedy}`
}

const UNUSED_LOGO_MS = 24 * 60 * 60 * 1000

export async function uploadLogo(
  server: Server,
  { enterpriseId }: Who,
  file: UploadedFile,
): Promise<OutputOf<typeof delivery.uploadLogo>> {
  const at = server.clock.now()
  await server.db.tenantTx(enterpriseId, async (db) =>
    requireFeature(db, await readEntitlement(server, db, { enterpriseId, at }), 'QR_LOGO'),
  )
  const taskFor = { workers: server.workers, tenant: enterpriseId }
  const picture = await readImage(taskFor, file.stream, ['PNG', 'JPEG'])
  const content = await paint(taskFor, 'logo', picture).catch(refuse)
  const logoId = server.random.uuid()
  await server.db.tenantTx(enterpriseId, async (db) => {
    await deleteUnusedLogos(db, new Date(at.getTime() - UNUSED_LOGO_MS))
    await insertLogo(db, { id: logoId, content, at })
    const object = { id: logoId, name: file.fileName }
    await recordAudit(server, db, { action: 'qr.logoUploaded', enterpriseId, object, after: { bytes: content.length } })
  })
  return { logoId, logo: pngUrl(content) }
}

function refuse(error: unknown): never {
  throw error instanceof PictureRefusal ? fault('file', 'image', error.message) : error
}
