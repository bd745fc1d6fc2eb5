import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import { factsOf, withoutSecrets } from '@simwright/contract/field'
import { adviceIds } from '@simwright/contract/profiles/advice'
import type * as configuration from '@simwright/contract/profiles/configuration'
import { missingForCodes, parseStored, type StoredFields } from '@simwright/contract/profiles/configuration'
import { configurationFields } from '@simwright/contract/profiles/configuration-field'
import { configurationTypes, typeFacts } from '@simwright/contract/profiles/configuration-type'
import { fieldsOf, hasField } from '@simwright/contract/profiles/type-field'
import type { TenantDb } from '../../../db/database.ts'
import { capTotal, cutPage, readCursor, writeCursor } from '../../../db/page.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { isUniqueViolation } from '../../../db/unique-violation.ts'
import type { OnceAnswer, OnceCall, Who } from '../../../http/call.ts'
import type { ReadingServer as Reading, ConfigurationsServer as Server } from '../../../port/module.ts'
import type { SealContext } from '../../../seal/sealer.ts'
import { Secret } from '../../../secret/secret.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import {
  countUsed,
  type Entitlement,
  type Exceeded,
  exceededContent,
  planProblem,
  readEntitlement,
  refuse,
  requireWithinLimit,
  savingFaults,
} from '../../platform/plans/service.ts'
import { openCardText, sealCard } from '../../platform/vault/service.ts'
import { type AttributeRecord, selectAttributes } from '../attributes/service.ts'
import { appletCodeOf, platformFilesOf } from './applet-code.ts'
import { buildFaultsOf } from './build.ts'
import { requireBuildable } from './buildable.ts'
import {
  type ConfigurationRecord,
  type ConfigurationSort,
  countConfigurations,
  insertConfiguration,
  insertVersion,
  lockConfiguration,
  markDeleted,
  type NewVersion,
  selectConfiguration,
  selectConfigurations,
  selectFirstOverLimit,
  selectNewest,
  selectVersion,
  updateConfiguration,
  updateSilenced,
} from './queries.ts'

export { appletCodeOf } from './applet-code.ts'
export { type AppletParts, sampleParts } from './applet-config.ts'
export { otaKeyBytes, packageConfig, pskBytes } from './card-value.ts'
export { withOwnValues } from './own-value.ts'
export {
  selectConfigurationNames as readConfigurationNames,
  selectIdByName,
  selectNames,
  selectNewestVersions,
} from './queries.ts'
export { readSamplePackage } from './sample-package.ts'
export { closeSampleConfigurations, insertSampleConfigurations } from './sample-queries.ts'

export async function listConfigurations(
  server: Server,
  who: Who,
  input: ParsedInputOf<typeof configuration.list>,
): Promise<OutputOf<typeof configuration.list>> {
  const sort: ConfigurationSort = input.sort ?? { by: 'updatedAt', direction: 'desc' }
  const { name: prefix, packages } = input.filter
  const types = packages && configurationTypes.filter((type) => typeFacts[type].packages === packages)
  const filter = { prefix, types }
  const scope = ['configurations', prefix ?? '', sort, ...(packages ? [packages] : [])]
  const keyset = readCursor(input.cursor, scope)
  const { rows, counted, room } = await server.db.tenantTx(who.enterpriseId, async (db) => ({
    room: await readRoom(server, db),
    rows: await selectConfigurations(db, { ...filter, sort, keyset, limit: input.limit }),
    counted: await countConfigurations(db, filter),
  }))
  const sortValue = (row: ConfigurationRecord) =>
    sort.by === 'name' ? row.name.toLowerCase() : row.updated_at.toISOString()
  const page = cutPage(rows, input.limit, (last) => writeCursor({ value: sortValue(last), id: last.id }, scope))
  return { items: page.items.map((row) => configurationRow(row, room)), next: page.next, ...capTotal(counted) }
}

export async function readConfiguration(
  server: Reading,
  who: Who,
  id: string,
): Promise<OutputOf<typeof configuration.get>> {
  const { row, room } = await server.db.tenantTx(who.enterpriseId, async (db) => ({
    row: await selectConfiguration(db, id),
    room: await readRoom(server, db),
  }))
  if (!row) throw new Problem('not_found')
  const fields = parseStored(row.fields)
  return {
    id: row.id,
    version: row.version,
    fields,
    sample: row.sample,
    frozen: whyFrozen(row, fields, room) !== undefined,
    silenced: adviceIds.filter((id) => row.silenced_advice.includes(id)),
    confirmationCodeSet: row.sealed_confirmation_code !== null,
    profiles: row.profiles,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    createdBy: row.created_by_name,
  }
}

export async function addConfiguration(
  server: Server,
  who: Who,
  { input: { fields, silenced }, once }: OnceCall<typeof configuration.add>,
): OnceAnswer<typeof configuration.add> {
  await requireBuildable(server, who.enterpriseId, fields)
  return await once.tenantTx(who.enterpriseId, async (db) => {
    const id = await saveFirst(server, who, db, fields)
    if (silenced.length > 0) await updateSilenced(db, { id, silenced })
    return { id }
  })
}

/**
 * Saves the first version of a new configuration. The fields must be buildable.
 * @returns its id @throws Problem `configuration_name_used`, or the plan's
 */
export async function saveFirst(
  server: Server,
  who: Who,
  db: TenantDb,
  fields: configuration.ConfigurationFields,
): Promise<string> {
  const { enterpriseId } = who
  const id = server.random.uuid()
  const first = newVersion(server, who, { id, version: 1, fields: withNineteen(fields, 'complete'), stored: undefined })
  await requirePlan(server, db, { enterpriseId, fields, more: 1 })
  if (!(await insertConfiguration(db, first))) throw new Problem('configuration_name_used', { name: fields.name })
  await recordAudit(server, db, { action: 'configuration.added', ...objectOf(who, first), after: versionFacts(first) })
  return id
}

/** What ICCIDs of 19 digits are, if the fields do not say it. */
const withNineteen = <F extends Pick<StoredFields, 'nineteenDigits'>>(
  fields: F,
  otherwise: StoredFields['nineteenDigits'],
): F => ({ ...fields, nineteenDigits: fields.nineteenDigits ?? otherwise })

export async function editConfiguration(
  server: Server,
  who: Who,
  { id, version, fields }: ParsedInputOf<typeof configuration.edit>,
): Promise<OutputOf<typeof configuration.edit>> {
  await requireBuildable(server, who.enterpriseId, fields)
  return await server.db.tenantTx(who.enterpriseId, (db) => saveNext(server, who, db, { id, read: version, fields }))
}

type Edit = {
  id: string
  /** The newest version that the caller has read. */
  read: number
  fields: configuration.ConfigurationFields
  /** The version whose fixed confirmation code is retained when the fields have none. Default: `read`. */
  codeOf?: number
}

/**
 * Saves the fields as a new version. They must be buildable.
 * @throws Problem `not_found`, `changed_meanwhile`, `configuration_name_used`, or the plan's
 */
export async function saveNext(
  server: Server,
  who: Who,
  db: TenantDb,
  { id, read, fields, codeOf = read }: Edit,
): Promise<{ version: number }> {
  const { enterpriseId } = who
  const version = read + 1
  const { sample } = await lockVersion(db, { id, version: read })
  await requirePlan(server, db, { enterpriseId, fields, more: sample ? 1 : 0 })
  const current = await readVersion(server, db, { enterpriseId, id, version: read })
  const withCode = codeOf === read ? current : await readVersion(server, db, { enterpriseId, id, version: codeOf })
  const kept = withNineteen(fields, current.fields.nineteenDigits)
  const next = newVersion(server, who, { id, version, fields: kept, stored: withCode.fixedCode })
  await insertVersion(db, next)
  await renameTo(db, next)
  const change = { before: versionFacts(current), after: versionFacts(next) }
  await recordAudit(server, db, { action: 'configuration.edited', ...objectOf(who, next), ...change })
  return { version }
}

async function renameTo(db: TenantDb, next: NewVersion): Promise<void> {
  try {
    await updateConfiguration(db, next)
  } catch (error) {
    if (isUniqueViolation(error, 'profile_configuration_name'))
      throw new Problem('configuration_name_used', { name: next.fields.name }, { cause: error })
    throw error
  }
}

export async function removeConfiguration(
  server: Server,
  who: Who,
  { id, version }: ParsedInputOf<typeof configuration.remove>,
): Promise<OutputOf<typeof configuration.remove>> {
  await server.db.tenantTx(who.enterpriseId, async (db) => {
    await lockVersion(db, { id, version })
    const current = await readVersion(server, db, { enterpriseId: who.enterpriseId, id, version })
    await markDeleted(db, { id, at: server.clock.now() })
    await recordAudit(server, db, { action: 'configuration.removed', ...objectOf(who, current), before: { version } })
  })
  return {}
}

/** Replaces the silenced rules of the preflight adviser. This is no new version: no profile depends on it. */
export async function silenceAdvice(
  server: Server,
  who: Who,
  { id, silenced }: ParsedInputOf<typeof configuration.silence>,
): Promise<OutputOf<typeof configuration.silence>> {
  const { enterpriseId } = who
  await server.db.tenantTx(enterpriseId, async (db) => {
    const row = await selectConfiguration(db, id)
    if (!row) throw new Problem('not_found')
    await updateSilenced(db, { id, silenced })
    await recordAudit(server, db, {
      action: 'configuration.adviceSilenced',
      enterpriseId,
      object: { id, name: row.name },
      before: { silenced: row.silenced_advice },
      after: { silenced },
    })
  })
  return {}
}

type AuditedVersion = { id: string; version: number; fields: StoredFields }

const objectOf = ({ enterpriseId }: Who, { id, fields }: AuditedVersion) => ({
  enterpriseId,
  object: { id, name: fields.name },
})

/** The audit facts of a version. */
const versionFacts = ({ version, fields }: AuditedVersion) => ({ ...factsOf(fieldsOf(fields.type), fields), version })

type PlanCheck = { enterpriseId: EnterpriseId; fields: configuration.ConfigurationFields; more: 0 | 1 }

/** @throws Problem `plan_refused`, `plan_none` when the plan allows no further configuration, or not these fields */
async function requirePlan(
  server: Pick<Server, 'random' | 'clock'>,
  db: TenantDb,
  { fields, more }: PlanCheck,
): Promise<void> {
  const { enterpriseId } = db
  const entitlement = await readEntitlement(server, db, { enterpriseId, at: server.clock.now(), lock: 'locked' })
  if (more > 0)
    await requireWithinLimit(db, entitlement, {
      what: 'configurations',
      number: (await countUsed(db, enterpriseId)).configurations + more,
    })
  const faults = await savingFaults(db, entitlement, fields)
  if (faults.length > 0) throw planProblem(entitlement, faults)
}

/** What the plan allows, and the first configuration that exceeds its limit. */
type PlanRoom = { entitlement: Entitlement; firstOverLimit: { id: string; created_at: Date } | undefined }

async function readRoom(server: Pick<Server, 'random' | 'clock'>, db: TenantDb): Promise<PlanRoom> {
  const entitlement = await readEntitlement(server, db, { enterpriseId: db.enterpriseId, at: server.clock.now() })
  const { configurations: max } = entitlement
  return { entitlement, firstOverLimit: max === null ? undefined : await selectFirstOverLimit(db, max) }
}

/**
 * Why the plan does not let this configuration be used: too many of them, or a field it excludes. Undefined: not
 * frozen.
 */
function whyFrozen(
  row: Pick<ConfigurationRecord, 'id' | 'created_at' | 'sample'>,
  fields: StoredFields,
  { entitlement, firstOverLimit }: PlanRoom,
): Exceeded | undefined {
  const { plan, configurations: max } = entitlement
  const [at, first] = [row.created_at.getTime(), firstOverLimit?.created_at.getTime() ?? Number.POSITIVE_INFINITY]
  const hasRoom = row.sample || at < first || (at === first && row.id < firstOverLimit!.id)
  if (hasRoom) return exceededContent(entitlement, fields)
  return {
    text: `The plan ${plan} has room for ${max}, and this profile configuration is beyond that.`,
    instead: 'Delete others',
    allows: ({ configurations }) => configurations === null || configurations > (max ?? 0),
  }
}

/** A version of a configuration, from which codes and packages are generated. */
export type ConfigurationVersion = {
  id: string
  version: number
  fields: StoredFields
  /** The confirmation code, in mode `fixed`. */
  fixedCode: Secret<string> | undefined
}

/**
 * Refuses to generate codes that no device could download: operators order the profiles of this configuration by ES2+.
 * Files and ranges put its profiles in stock, without codes.
 * @throws Problem `configuration_ordered`
 */
export function requireOwnOrders({ name, fields }: Pick<ConfigurationVersion, 'fields'> & { name: string }): void {
  if (fields.orderedBy === 'operator') throw new Problem('configuration_ordered', { name })
}

/**
 * The newest version, which is complete and from which a profile package can be built.
 * @throws Problem `not_found`, `configuration_incomplete`, `configuration_unbuildable`, or the plan's when it is frozen
 */
export async function readForGenerating(
  server: Pick<Server, 'vault' | 'random' | 'clock'>,
  db: TenantDb,
  { id }: { id: string },
): Promise<ConfigurationVersion & { name: string; entitlement: Entitlement; attributes: AttributeRecord[] }> {
  const { enterpriseId } = db
  const row = await selectNewest(db, id)
  if (!row) throw new Problem('not_found')
  const newest = openVersion(server, { enterpriseId, id, version: row.version }, row)
  const missing = missingForCodes(newest.fields, newest.fixedCode !== undefined)
  if (missing.length > 0) throw new Problem('configuration_incomplete', { fields: missing.join(', ') })
  const configured = { enterpriseId, fields: newest.fields }
  const faults = await buildFaultsOf(
    { enterpriseId, ...newest },
    {
      files: await platformFilesOf(db, configured),
      readCode: async () => (await appletCodeOf(server, db, configured)).code,
    },
  )
  if (faults.length > 0)
    throw new Problem('configuration_unbuildable', { reasons: faults.map(({ text }) => text).join(' ') })
  const room = await readRoom(server, db)
  const frozen = whyFrozen(row, newest.fields, room)
  if (frozen !== undefined) await refuse(db, room.entitlement, frozen)
  return { ...newest, name: row.name, entitlement: room.entitlement, attributes: await selectAttributes(db) }
}

type VersionKey = { enterpriseId: EnterpriseId; id: string; version: number }

/**
 * The version to which a profile or batch is pinned, even when the configuration is deleted.
 * @throws Problem `not_found`
 */
export async function readVersion(
  server: Pick<Server, 'vault'>,
  db: TenantDb,
  { id, version }: VersionKey,
): Promise<ConfigurationVersion> {
  const row = await selectVersion(db, { id, version })
  if (!row) throw new Problem('not_found')
  return openVersion(server, { enterpriseId: db.enterpriseId, id, version }, row)
}

function openVersion(
  server: Pick<Server, 'vault'>,
  { enterpriseId, id, version }: VersionKey,
  { fields, sealed_confirmation_code: sealed }: { fields: unknown; sealed_confirmation_code: Buffer | null },
): ConfigurationVersion {
  const fixedCode = sealed
    ? openCardText(server.vault, codeSealContext({ enterpriseId, id, version }), sealed)
    : undefined
  return { id, version, fields: parseStored(fields), fixedCode }
}

async function lockVersion(
  db: TenantDb,
  { id, version }: { id: string; version: number },
): Promise<{ sample: boolean }> {
  const current = await lockConfiguration(db, id)
  if (!current) throw new Problem('not_found')
  if (current.version !== version) throw new Problem('changed_meanwhile')
  return current
}

type VersionInput = {
  id: string
  version: number
  fields: configuration.ConfigurationFields
  /** The fixed code of the edited version: retained when the edit sends none. */
  stored: Secret<string> | undefined
}

function newVersion(server: Server, who: Who, { id, version, fields, stored }: VersionInput): NewVersion {
  const { enterpriseId, userId } = who
  const code = fixedCodeOf(fields, stored)
  const sealedCode = code ? sealCard(server.vault, codeSealContext({ enterpriseId, id, version }), code) : null
  return {
    id,
    version,
    fields: withoutSecrets(configurationFields, fields),
    sealedCode,
    userId,
    at: server.clock.now(),
  }
}

/** @throws Problem `invalid` if a fixed code is needed and neither sent nor stored */
function fixedCodeOf(
  { confirmationCode: { mode, code } }: configuration.ConfigurationFields,
  stored: Secret<string> | undefined,
): Secret<string> | undefined {
  if (mode !== 'fixed') return undefined
  if (code !== undefined) return new Secret(code)
  if (stored) return stored
  const faults = [{ path: 'fields.confirmationCode.code', rule: 'required', text: 'Required' }]
  throw new Problem('invalid', {}, { faults })
}

const codeSealContext = ({ enterpriseId, id, version }: VersionKey): SealContext => ({
  enterpriseId,
  table: 'profile_configuration_version',
  row: `${id}/${version}`,
  field: 'sealed_confirmation_code',
})

function configurationRow(row: ConfigurationRecord, room: PlanRoom): configuration.ConfigurationRow {
  const fields = parseStored(row.fields)
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    type: fields.type,
    profileName: fields.profileName,
    serviceProviderName: fields.serviceProviderName,
    algorithm: hasField(fields.type, 'algorithm') ? fields.algorithm : null,
    hplmn: fields.hplmn.map(({ plmn }) => plmn),
    profiles: row.profiles,
    sample: row.sample,
    frozen: whyFrozen(row, fields, room) !== undefined,
    complete: missingForCodes(fields, row.sealed_confirmation_code !== null).length === 0,
    updatedAt: row.updated_at.toISOString(),
  }
}
