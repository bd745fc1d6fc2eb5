import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import { type FieldTable, isValues, type Values } from '@simwright/contract/field'
import { ConfigurationFields, parseStored } from '@simwright/contract/profiles/configuration'
import { configurationFields } from '@simwright/contract/profiles/configuration-field'
import type * as contract from '@simwright/contract/profiles/configuration-version'
import { VERSION_PAGE } from '@simwright/contract/profiles/configuration-version'
import type * as yaml from '@simwright/contract/profiles/configuration-yaml'
import { fieldsOf } from '@simwright/contract/profiles/type-field'
import { Document, isSeq, visit } from 'yaml'
import { z } from 'zod'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { OnceAnswer, OnceCall, Who } from '../../../http/call.ts'
import { parseInput } from '../../../http/input.ts'
import type { ConfigurationsServer as Server } from '../../../port/module.ts'
import { codeOrFaults, requireBuildable } from './buildable.ts'
import { iconFaults } from './icon.ts'
import { selectConfiguration, selectIdByName, selectVersion } from './queries.ts'
import { saveFirst, saveNext } from './service.ts'
import {
  countBatches,
  countCampaigns,
  selectBatches,
  selectCampaigns,
  selectSubscribers,
  selectVersions,
} from './version-queries.ts'
import type { CheckedYaml, YamlKnown, YamlOrder, YamlQuestion, YamlUse } from './yaml-check.ts'
import { checkInProcess } from './yaml-process.ts'
import { located } from './yaml-read.ts'

/** @throws Problem `not_found` for a deleted configuration too */
async function requireConfiguration(db: TenantDb, id: string) {
  const found = await selectConfiguration(db, id)
  if (!found) throw new Problem('not_found')
  return found
}

/** Checks stored fields like those of an edit, with the same paths. */
const RestoredFields = z.object({ fields: ConfigurationFields })

type Version = { id: string; version: number }

/** @throws Problem `not_found` */
async function readStored(db: TenantDb, version: Version) {
  await requireConfiguration(db, version.id)
  const { fields, hasCode } = await requireVersion(db, version)
  return { fields: parseStored(fields), hasCode }
}

/** @throws Problem `not_found` */
async function requireVersion(db: TenantDb, version: Version) {
  const stored = await selectVersion(db, version)
  if (!stored) throw new Problem('not_found')
  return { fields: stored.fields, hasCode: stored.sealed_confirmation_code !== null }
}

export async function listVersions(
  server: Server,
  { enterpriseId }: Who,
  { id, before }: ParsedInputOf<typeof contract.list>,
): Promise<OutputOf<typeof contract.list>> {
  const rows = await server.db.tenantTx(enterpriseId, async (db) => {
    await requireConfiguration(db, id)
    return await selectVersions(db, { id, before })
  })
  const items = rows.slice(0, VERSION_PAGE).map((row) => ({
    version: row.version,
    savedAt: row.created_at.toISOString(),
    savedBy: row.created_by_name,
    batches: row.batches,
    profiles: row.profiles,
  }))
  return { items, hasMore: rows.length > VERSION_PAGE }
}

export async function getVersion(
  server: Server,
  { enterpriseId }: Who,
  input: ParsedInputOf<typeof contract.get>,
): Promise<OutputOf<typeof contract.get>> {
  const { fields, hasCode } = await server.db.tenantTx(enterpriseId, (db) => readStored(db, input))
  return { version: input.version, fields, confirmationCodeSet: hasCode }
}

/** Makes a new version with the fields of an older one, and its fixed confirmation code. */
export async function restoreVersion(
  server: Server,
  who: Who,
  { id, version: read, restored }: ParsedInputOf<typeof contract.restore>,
): Promise<OutputOf<typeof contract.restore>> {
  const { enterpriseId } = who
  // a stored version never changes
  const stored = await server.db.tenantTx(enterpriseId, (db) => readStored(db, { id, version: restored }))
  const { fields } = parseInput(RestoredFields, stored)
  await requireBuildable(server, enterpriseId, fields)
  return await server.db.tenantTx(enterpriseId, (db) =>
    saveNext(server, who, db, { id, read, fields, codeOf: restored }),
  )
}

export async function readUsage(
  server: Server,
  { enterpriseId, permissions }: Who,
  { id }: ParsedInputOf<typeof contract.usage>,
): Promise<OutputOf<typeof contract.usage>> {
  const maySeeCampaigns = permissions.has('Campaign_View')
  return await server.db.tenantTx(enterpriseId, async (db) => {
    await requireConfiguration(db, id)
    const batches = await selectBatches(db, id)
    return {
      batches: {
        total: await countBatches(db, id),
        items: batches.map((batch) => ({
          id: batch.id,
          code: batch.code,
          version: batch.configuration_version,
          createdAt: batch.created_at.toISOString(),
        })),
      },
      campaigns: {
        total: await countCampaigns(db, id),
        items: maySeeCampaigns ? await selectCampaigns(db, id) : [],
      },
      subscribers: await selectSubscribers(db, id),
    }
  })
}

export async function exportYaml(
  server: Server,
  { enterpriseId }: Who,
  input: ParsedInputOf<typeof yaml.exportYaml>,
): Promise<OutputOf<typeof yaml.exportYaml>> {
  const { fields } = await server.db.tenantTx(enterpriseId, (db) => readStored(db, input))
  const words = fields.name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '')
  return {
    fileName: `${words || 'configuration'}-v${input.version}.yaml`,
    yaml: writeYaml(fieldsOf(fields.type), fields),
  }
}

/** Saves a document like the form does: nothing that cannot be built, and nothing beyond the plan. */
export async function importYaml(
  server: Server,
  who: Who,
  { input: { yaml: text, into }, once }: OnceCall<typeof yaml.importYaml>,
): OnceAnswer<typeof yaml.importYaml> {
  const { enterpriseId } = who
  const order: YamlOrder<'save'> = { text, use: 'save' }
  // whether an older version has a confirmation code is known when the fields are saved
  const known = async () => ({ hasCode: into !== undefined })
  const { result: fields, lines } = await checkDocument(server, enterpriseId, order, known)
  try {
    return await once.tenantTx(enterpriseId, async (db) => {
      if (!into) return { id: await saveFirst(server, who, db, fields), version: 1 }
      return { id: into.id, ...(await saveNext(server, who, db, { id: into.id, read: into.version, fields })) }
    })
  } catch (error) {
    throw located(configurationFields, lines, error)
  }
}

/**
 * Compares a document with the configuration of the same name, after the same checks as an import. The stored
 * confirmation code is not compared, so that it cannot be guessed.
 */
export async function planYaml(
  server: Server,
  { enterpriseId }: Who,
  { yaml: text }: ParsedInputOf<typeof yaml.planYaml>,
): Promise<OutputOf<typeof yaml.planYaml>> {
  const order: YamlOrder<'compare'> = { text, use: 'compare' }
  const known = async ({ name }: YamlQuestion) => {
    const stored = await server.db.tenantRead(enterpriseId, (db) => selectNamed(db, name))
    return { stored, hasCode: stored?.hasCode ?? false }
  }
  const { icon: _icon, ...plan } = (await checkDocument(server, enterpriseId, order, known)).result
  return plan
}

/** @throws Problem `invalid`, with line and field of each fault */
async function checkDocument<U extends YamlUse>(
  server: Server,
  enterpriseId: EnterpriseId,
  order: YamlOrder<U>,
  readKnown: (question: YamlQuestion) => Promise<Pick<YamlKnown, 'stored' | 'hasCode'>>,
): Promise<CheckedYaml<U>> {
  const taskFor = { workers: server.workers, tenant: enterpriseId }
  const checked = await checkInProcess(taskFor, order, async (question) => ({
    ...(await readKnown(question)),
    ...(await codeOrFaults(server, enterpriseId, question)),
  }))
  // when the turn of the document is over: this takes a turn too
  const faults = [...checked.buildFaults, ...(await iconFaults(taskFor, checked.result))]
  if (faults.length === 0) return checked
  throw located(configurationFields, checked.lines, new Problem('invalid', {}, { faults }))
}

async function selectNamed(db: TenantDb, name: string) {
  const id = await selectIdByName(db, { name, only: 'all' })
  if (id === undefined) return undefined
  const { version } = await requireConfiguration(db, id)
  return { id, version, ...(await requireVersion(db, { id, version })) }
}

/**
 * The values of a field table as a YAML document: the names of the fields are the keys, in the order of the table. An
 * entry of a list takes one line. Absent values are left out.
 */
export function writeYaml(table: FieldTable, values: object): string {
  // texts that a parser of YAML 1.1 reads as another type are quoted, too
  const document = new Document(inOrder(table, { ...values }), { compat: 'yaml-1.1' })
  visit(document, {
    Map: (_key, node, parents) => {
      node.flow = isSeq(parents.at(-1))
    },
  })
  return document.toString({ lineWidth: 0 })
}

function inOrder(table: FieldTable, values: Values): Values {
  const entries = Object.entries(table).map(([name, field]): [string, unknown] => {
    const value = values[name]
    return [name, field.kind === 'group' && isValues(value) ? inOrder(field.fields, value) : value]
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}
