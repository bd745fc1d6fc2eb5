import { type Fault, Problem } from '@simwright/contract'
import type { SourceColumn } from '@simwright/contract/profiles/source-file'
import type { TenantDb } from '../../../db/database.ts'
import type { ConfigurationId } from '../../../db/row-id.ts'
import type { Who } from '../../../http/call.ts'
import type { GenerateServer as Server } from '../../../port/module.ts'
import { readForGenerating, requireOwnOrders } from '../../profiles/configurations/service.ts'
import { needsOf, readSingleRow, storeRecords, type ValidRow } from '../../profiles/source/service.ts'
import { addBatch } from './add-batch.ts'
import { commitProfiles } from './commit.ts'
import { drawProfiles } from './draw.ts'
import { insertOutcomes } from './insert.ts'
import { updateCheckpoint } from './queries.ts'
import { factsOf } from './run.ts'
import { cellsOf, enteredKeys, formFault, hashFaults, type SingleInput } from './single-row.ts'

/** A record as quick generate takes it, or what is wrong with its fields. */
export type OpenRecord =
  | { input: Omit<SingleInput, 'configurationId'>; faults?: undefined }
  | { faults: readonly Fault[]; iccid: string }

type RecordBatch = {
  configurationId: ConfigurationId
  records: readonly OpenRecord[]
  withLinks: boolean
  /** What the caller calls a field of quick generate, for reasons of failures. */
  nameOf: (field: string) => string
}

/**
 * Starts a batch of records that came with a call, in the caller's transaction. Faulty records have their outcomes at
 * once; the job `generate` does the others.
 */
export async function startRecords(
  server: Server,
  db: TenantDb,
  who: Who,
  { configurationId, records, withLinks, nameOf }: RecordBatch,
): Promise<{ id: string; code: string }> {
  const { enterpriseId, userId } = who
  const configuration = await readForGenerating(server, db, { id: configurationId })
  const needs = needsOf(configuration)
  const cells = records.map(cellsOfRecord)
  const columns = [...new Set<SourceColumn>(['ICCID', ...cells.flatMap((one) => columnsOf(one))])]
  const [id, sourceId] = [server.random.uuid(), server.random.uuid()]
  const faulty = await storeRecords(server, db, {
    enterpriseId,
    userId,
    sourceId,
    configurationId,
    needs,
    columns,
    records: cells.map((one) => ('faults' in one ? one : columns.map((column) => one.values[column] ?? ''))),
  })
  const code = await addBatch(server, db, who, {
    id,
    type: 'OPEN_BATCH_GENERATE',
    configurationId: configuration.id,
    configurationName: configuration.name,
    configurationVersion: configuration.version,
    sourceId,
    range: null,
    fileName: null,
    protection: 'PLAIN',
    generateAgain: false,
    withLinks,
    total: records.length,
    approval: { facts: { records, withLinks }, mode: 'REPEAT' },
  })
  if (faulty.length > 0) {
    const outcomes = faulty.map(({ line, iccid, faults }) => ({ line, iccid, reason: reasonOf(faults, nameOf) }))
    await insertOutcomes(db, { batchId: id }, outcomes)
    await updateCheckpoint(db, { enterpriseId, id }, { nextPart: 0, succeeded: 0, failed: faulty.length })
  }
  return { id, code }
}

const reasonOf = (faults: readonly { column: string; text: string }[], nameOf: RecordBatch['nameOf']) =>
  faults
    .map(({ column, text }) => (column ? `${nameOf(formFault({ column, rule: '', text }).path)}: ${text}` : text))
    .join(' ')

type Cells = { values: ValidRow['values'] } | { iccid: string; faults: { column: ''; rule: string; text: string }[] }

function cellsOfRecord(record: OpenRecord): Cells {
  const faults = record.faults ?? hashFaults(record.input)
  if (record.faults === undefined && faults.length === 0)
    return { values: { ...cellsOf(inputOf(record.input)), ...enteredKeys(inputOf(record.input)) } }
  const iccid = record.faults === undefined ? record.input.iccid : record.iccid
  return { iccid, faults: faults.map(({ path, rule, text }) => ({ column: '', rule, text: `${path}: ${text}` })) }
}

const inputOf = (input: Omit<SingleInput, 'configurationId'>): SingleInput => ({ ...input, configurationId: '' })

const columnsOf = (cells: Cells) => ('faults' in cells ? [] : (Object.keys(cells.values) as SourceColumn[]))

/** @throws Problem `invalid`, whose faults begin with the index of the record */
function readAll(inputs: AtOnce['inputs'], context: Parameters<typeof readSingleRow>[1]): ValidRow[] {
  const faults: Fault[] = []
  const seen = new Map<string, number>()
  const rows = inputs.map((input, index): ValidRow => {
    const own = inputOf(input)
    const read = readSingleRow({ ...cellsOf(own), ...enteredKeys(own) }, context)
    const { ICCID: iccid = '' } = read.row.values
    const first = seen.get(iccid)
    const twice =
      first === undefined ? [] : [{ path: 'iccid', rule: 'repeated', text: `The same ICCID is in ${first}.` }]
    for (const fault of [...read.faults.map(formFault), ...hashFaults(own), ...twice])
      faults.push({ ...fault, path: `${index}.${fault.path}` })
    seen.set(iccid, index)
    return { ...read.row, line: index + 1 }
  })
  if (faults.length > 0) throw new Problem('invalid', {}, { faults })
  return rows
}

type AtOnce = { configurationId: ConfigurationId; inputs: readonly Omit<SingleInput, 'configurationId'>[] }

/**
 * Generates profiles in the caller's transaction: all of them, or none. Their codes have no public pages.
 * @throws Problem `invalid`, whose faults begin with the index of the record; `iccids_exceeded`
 */
export async function generateAll(
  server: Server,
  db: TenantDb,
  who: Who,
  { configurationId, inputs }: AtOnce,
): Promise<{ code: string; profileIds: string[] }> {
  const { enterpriseId, userId } = who
  const configuration = await readForGenerating(server, db, { id: configurationId })
  requireOwnOrders(configuration)
  const rows = readAll(inputs, { needs: needsOf(configuration), now: server.clock.now() })
  const id = server.random.uuid()
  const code = await addBatch(server, db, who, {
    id,
    type: 'OPEN_BATCH_GENERATE',
    configurationId: configuration.id,
    configurationName: configuration.name,
    configurationVersion: configuration.version,
    sourceId: null,
    range: null,
    fileName: null,
    protection: 'PLAIN',
    generateAgain: false,
    withLinks: false,
    total: rows.length,
    completion: 'at once',
    approval: { facts: inputs, mode: 'REPEAT' },
  })
  const profiles = drawProfiles(server, { enterpriseId, configuration, rows })
  const { entitlement } = configuration
  const shared = {
    enterpriseId,
    batchId: id,
    batchCode: code,
    protection: 'PLAIN',
    acFormat: 'STRING',
    userId,
  } as const
  const facts = factsOf(server, { ...shared, configuration, entitlement })
  const outcomes = await commitProfiles(server, db, { facts, profiles, generateAgain: 'no' })
  const beyond = outcomes.find((outcome) => outcome.reason !== undefined && outcome.isBeyondPlan)
  if (beyond?.reason !== undefined) throw new Problem('iccids_exceeded', { reason: beyond.reason })
  const failed = outcomes.flatMap(({ line, reason }): Fault[] =>
    reason === undefined ? [] : [{ path: `${line - 1}.iccid`, rule: 'refused', text: reason }],
  )
  if (failed.length > 0) throw new Problem('invalid', {}, { faults: failed })
  return { code, profileIds: outcomes.flatMap(({ profileId }) => profileId ?? []) }
}
