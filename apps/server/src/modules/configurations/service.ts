import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import * as configuration from '@simwright/contract/configuration'
import type { TenantDb } from '../../db/database.ts'
import { capTotal, cutPage, readCursor, writeCursor } from '../../db/page.ts'
import { isUniqueViolation } from '../../db/unique-violation.ts'
import type { Place } from '../../secret/sealer.ts'
import { Secret } from '../../secret/secret.ts'
import type { Server, Who } from '../../server.ts'
import { recordAudit } from '../audit/service.ts'
import { openCardText, sealCard } from '../vault/service.ts'
import {
  type ConfigurationRecord,
  type ConfigurationSort,
  countConfigurations,
  insertConfiguration,
  insertVersion,
  lockConfiguration,
  markDeleted,
  type NewVersion,
  type StoredFields,
  selectConfiguration,
  selectConfigurations,
  selectVersion,
  updateConfiguration,
} from './queries.ts'

export type { StoredFields } from './queries.ts'

type In<E> = ParsedInputOf<E>
type Out<E> = OutputOf<E>

export async function listConfigurations(
  server: Server,
  who: Who,
  input: In<typeof configuration.list>,
): Promise<Out<typeof configuration.list>> {
  const sort: ConfigurationSort = input.sort ?? { by: 'updatedAt', direction: 'desc' }
  const prefix = input.filter.name
  const scope = ['configurations', prefix ?? '', sort]
  const keyset = readCursor(input.cursor, scope)
  const { rows, counted } = await server.db.tenantTx(who.enterpriseId, async (db) => ({
    rows: await selectConfigurations(db, who.enterpriseId, { prefix, sort, keyset, limit: input.limit }),
    counted: await countConfigurations(db, who.enterpriseId, prefix),
  }))
  const sortValue = (row: ConfigurationRecord) =>
    sort.by === 'name' ? row.name.toLowerCase() : row.updated_at.toISOString()
  const page = cutPage(rows, input.limit, (last) => writeCursor({ value: sortValue(last), id: last.id }, scope))
  return { items: page.items.map(configurationRow), next: page.next, ...capTotal(counted) }
}

export async function readConfiguration(server: Server, who: Who, id: string): Promise<Out<typeof configuration.get>> {
  const row = await server.db.tenantTx(who.enterpriseId, (db) => selectConfiguration(db, who.enterpriseId, id))
  if (!row) throw new Problem('not_found')
  return {
    id: row.id,
    version: row.version,
    fields: parseFields(row.fields),
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
  { fields }: In<typeof configuration.add>,
): Promise<Out<typeof configuration.add>> {
  const id = server.random.uuid()
  const version = newVersion(server, who, { id, version: 1, fields, stored: undefined })
  await server.db.tenantTx(who.enterpriseId, async (db) => {
    if (!(await insertConfiguration(db, who.enterpriseId, version))) {
      throw new Problem('configuration_name_used', { name: fields.name })
    }
    await recordAudit(server, db, { deed: 'configuration.added', ...objectOf(who, version), after: factsOf(version) })
  })
  return { id }
}

export async function editConfiguration(
  server: Server,
  who: Who,
  { id, version: read, fields }: In<typeof configuration.edit>,
): Promise<Out<typeof configuration.edit>> {
  const version = read + 1
  try {
    await server.db.tenantTx(who.enterpriseId, async (db) => {
      await lockVersion(db, who.enterpriseId, { id, version: read })
      const held = await readVersion(server, db, { enterpriseId: who.enterpriseId, id, version: read })
      const next = newVersion(server, who, { id, version, fields, stored: held.fixedCode })
      await insertVersion(db, who.enterpriseId, next)
      await updateConfiguration(db, who.enterpriseId, next)
      const change = { before: factsOf(held), after: factsOf(next) }
      await recordAudit(server, db, { deed: 'configuration.edited', ...objectOf(who, next), ...change })
    })
  } catch (error) {
    if (isUniqueViolation(error, 'profile_configuration_name'))
      throw new Problem('configuration_name_used', { name: fields.name }, { cause: error })
    throw error
  }
  return { version }
}

export async function removeConfiguration(
  server: Server,
  who: Who,
  { id, version }: In<typeof configuration.remove>,
): Promise<Out<typeof configuration.remove>> {
  await server.db.tenantTx(who.enterpriseId, async (db) => {
    await lockVersion(db, who.enterpriseId, { id, version })
    const held = await readVersion(server, db, { enterpriseId: who.enterpriseId, id, version })
    await markDeleted(db, who.enterpriseId, { id, at: server.clock.now() })
    await recordAudit(server, db, { deed: 'configuration.removed', ...objectOf(who, held), before: { version } })
  })
  return {}
}

type Told = { id: string; version: number; fields: StoredFields }

const objectOf = ({ enterpriseId }: Who, { id, fields }: Told) => ({ enterpriseId, object: { id, name: fields.name } })

/** What the audit log may tell of a version. */
function factsOf({ version, fields: { confirmationCode, ...fields } }: Told) {
  return { ...fields, confirmationMode: confirmationCode.mode, version }
}

/** A version of a configuration as codes and packages are made from it. */
export type ConfigurationVersion = {
  id: string
  version: number
  fields: StoredFields
  /** Of the mode `fixed`. */
  fixedCode: Secret<string> | undefined
}

/**
 * The newest version, complete.
 * @throws Problem `not_found`, or `configuration_incomplete` naming what is missing.
 */
export async function readForGenerating(
  server: Pick<Server, 'vault'>,
  db: TenantDb,
  { enterpriseId, id }: { enterpriseId: string; id: string },
): Promise<ConfigurationVersion & { name: string }> {
  const row = await selectConfiguration(db, enterpriseId, id)
  if (!row) throw new Problem('not_found')
  const newest = await readVersion(server, db, { enterpriseId, id, version: row.version })
  const missing = missingFields(newest)
  if (missing.length > 0) throw new Problem('configuration_incomplete', { fields: missing.join(', ') })
  return { ...newest, name: row.name }
}

/** The version that a profile or a batch is pinned to, also of a configuration that has been deleted. */
export async function readVersion(
  server: Pick<Server, 'vault'>,
  db: TenantDb,
  { enterpriseId, id, version }: { enterpriseId: string; id: string; version: number },
): Promise<ConfigurationVersion> {
  const row = await selectVersion(db, enterpriseId, { id, version })
  if (!row) throw new Problem('not_found')
  const sealed = row.sealed_confirmation_code
  const fixedCode = sealed ? openCardText(server.vault, codePlace({ enterpriseId, id, version }), sealed) : undefined
  return { id, version, fields: parseFields(row.fields), fixedCode }
}

/** What a card needs before it can find its network, and a code before it can be told (specification, section 5). */
function missingFields({ fields, fixedCode }: ConfigurationVersion): string[] {
  const missing: string[] = []
  if (fields.serviceProviderName === '') missing.push('service provider name')
  if (fields.hplmn.length === 0) missing.push('HPLMN')
  if (fields.confirmationCode.mode === 'fixed' && !fixedCode) missing.push('confirmation code')
  return missing
}

async function lockVersion(db: TenantDb, enterpriseId: string, { id, version }: { id: string; version: number }) {
  const held = await lockConfiguration(db, enterpriseId, id)
  if (!held) throw new Problem('not_found')
  if (held.version !== version) throw new Problem('changed_meanwhile')
}

type Save = {
  id: string
  version: number
  fields: configuration.ConfigurationFields
  /** The fixed code of the version that is edited: it stays when none is sent. */
  stored: Secret<string> | undefined
}

function newVersion(server: Server, who: Who, { id, version, fields, stored }: Save): NewVersion {
  const { enterpriseId, userId } = who
  const code = fixedCodeOf(fields, stored)
  const sealedCode = code ? sealCard(server.vault, codePlace({ enterpriseId, id, version }), code) : null
  return { id, version, fields: withoutCode(fields), sealedCode, userId, at: server.clock.now() }
}

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

const codePlace = ({ enterpriseId, id, version }: { enterpriseId: string; id: string; version: number }): Place => ({
  enterpriseId,
  table: 'profile_configuration_version',
  row: `${id}/${version}`,
  field: 'sealed_confirmation_code',
})

function withoutCode(fields: configuration.ConfigurationFields): StoredFields {
  return { ...fields, confirmationCode: { mode: fields.confirmationCode.mode } }
}

/** Fields that were added to the schema after a version was stored get their defaults. */
function parseFields(stored: unknown): StoredFields {
  return withoutCode(configuration.ConfigurationFields.parse(stored))
}

function configurationRow(row: ConfigurationRecord): configuration.ConfigurationRow {
  const fields = parseFields(row.fields)
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    type: fields.type,
    profileName: fields.profileName,
    serviceProviderName: fields.serviceProviderName,
    algorithm: fields.algorithm,
    hplmn: fields.hplmn.map(({ plmn }) => plmn),
    profiles: row.profiles,
    updatedAt: row.updated_at.toISOString(),
  }
}
