import { type Fault, type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type { NineteenDigitIccids } from '@simwright/contract/profiles/source'
import { isAttributeColumn } from '@simwright/contract/profiles/source-file'
import type * as batch from '@simwright/contract/provisioning/batch'
import { endsInCheckDigit, IdError } from '@simwright/ids'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { OnceAnswer, OnceCall, Who } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import type { GenerateServer as Server } from '../../../port/module.ts'
import type { Entitlement } from '../../platform/plans/service.ts'
import { readForGenerating } from '../../profiles/configurations/service.ts'
import { countHeldIccids } from '../../profiles/lifecycle/service.ts'
import {
  needsOf,
  planOutlook,
  readSingleRow,
  regularNeeds,
  type SubscriberNeeds,
  speaksAgainst,
  undecidedDigits,
  type ValidRow,
} from '../../profiles/source/service.ts'
import { addBatch } from './add-batch.ts'
import { configurationOf } from './call-configuration.ts'
import { generateSubscriberKeys } from './draw.ts'
import { requireIccidRoom } from './iccid-room.ts'
import { requireOwnGroup } from './own-group.ts'
import { type WholeRange, wholeRange } from './range-part.ts'
import { countInRange, countReserved } from './range-queries.ts'
import { formFault, traitCells } from './single-row.ts'

type RangeInput = Omit<ParsedInputOf<typeof batch.previewRange>, 'configurationId' | 'group'>
type CheckedRange = WholeRange & {
  nineteenDigits: NineteenDigitIccids | null
  /** Tags and attributes of all its profiles. */
  commonCells: ValidRow['values']
}

/**
 * Checks both ends of the range by the rules of source data. The first ICCID decides the form of all.
 * @throws Problem `invalid` naming the field
 */
function checkedRange(server: Server, needs: SubscriberNeeds, input: RangeInput): CheckedRange {
  const { count, nineteenDigits: answer } = input
  const numberNeeds = {
    ...regularNeeds,
    leastIccidDigits: needs.leastIccidDigits,
    iccidPrefix: needs.iccidPrefix,
    nineteenDigits: answer ?? needs.nineteenDigits,
  }
  const { ICCID, IMSI, ...own } = checkedRow(
    server,
    { ...numberNeeds, attributes: needs.attributes },
    { ICCID: input.firstIccid, IMSI: input.firstImsi, ...traitCells(input) },
  )
  try {
    const range = wholeRange({ firstIccid: ICCID!, firstImsi: IMSI! }, count)
    checkedRow(server, numberNeeds, { ICCID: range.lastIccid.padEnd(20, 'F'), IMSI: range.lastImsi })
    return { ...range, nineteenDigits: nineteenOf(input, needs), commonCells: traitsIn(own) }
  } catch (error) {
    if (error instanceof IdError) throw fault('count', error.code, error.message)
    throw error
  }
}

const traitsIn = (values: ValidRow['values']): ValidRow['values'] =>
  Object.fromEntries(Object.entries(values).filter(([column]) => column === 'TAGS' || isAttributeColumn(column)))

const fields: Readonly<Record<string, string>> = { ICCID: 'firstIccid', IMSI: 'firstImsi' }

/** What a first ICCID of 19 digits is; null for another one. All numbers of the range speak as the first does. */
function nineteenOf(
  { firstIccid, count, nineteenDigits }: RangeInput,
  needs: SubscriberNeeds,
): NineteenDigitIccids | null {
  const digits = undecidedDigits(firstIccid, needs.iccidPrefix)
  if (digits === undefined) return null
  const setting = nineteenDigits ?? needs.nineteenDigits
  const counted = { total: count, ownCheckDigit: endsInCheckDigit(digits) ? count : 0 }
  return { ...counted, setting, isAsked: nineteenDigits === undefined && speaksAgainst(counted, setting) }
}

/** The keys do not matter here. */
function checkedRow({ clock, random }: Server, needs: SubscriberNeeds, cells: ValidRow['values']): ValidRow['values'] {
  const { row, faults } = readSingleRow(
    { ...cells, ...generateSubscriberKeys(random, needs) },
    { needs, now: clock.now() },
  )
  const found = faults.map((one): Fault => ({ ...formFault(one), path: fields[one.column] ?? formFault(one).path }))
  if (found.length > 0) throw new Problem('invalid', {}, { faults: found })
  return row.values
}

export async function previewRange(
  server: Server,
  { enterpriseId }: Who,
  input: ParsedInputOf<typeof batch.previewRange>,
): Promise<OutputOf<typeof batch.previewRange>> {
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const generating = await readForGenerating(server, db, { id: await configurationOf(db, input) })
    const range = checkedRange(server, needsOf(generating), input)
    const counts = await countInRange(db, range)
    const held = await countHeldIccids(db)
    const { commonCells: _, ...shown } = range
    return { ...shown, ...counts, plan: planOutlook(generating.entitlement, held) }
  })
}

/** @throws Problem iccids_exceeded if the plan has no room for the new ICCIDs of the range */
async function requireRoomFor(
  db: TenantDb,
  entitlement: Entitlement,
  { enterpriseId, range }: { enterpriseId: EnterpriseId; range: CheckedRange },
): Promise<void> {
  if (entitlement.iccids === null) return
  const reserved = await countReserved(db, range)
  await requireIccidRoom(db, entitlement, { enterpriseId, wanted: range.total - reserved })
}

export async function startRange(
  server: Server,
  who: Who,
  { input, once }: OnceCall<typeof batch.startRange>,
): OnceAnswer<typeof batch.startRange> {
  const { enterpriseId } = who
  const id = server.random.uuid()
  const started = await once.tenantTx(enterpriseId, async (db) => {
    const configuration = await readForGenerating(server, db, { id: await configurationOf(db, input) })
    const range = checkedRange(server, needsOf(configuration), input)
    const { firstIccid, firstImsi, total, nineteenDigits, commonCells } = range
    if (nineteenDigits?.isAsked) throw new Problem('nineteen_digits_open')
    await requireOwnGroup(db, input.group)
    await requireRoomFor(db, configuration.entitlement, { enterpriseId, range })
    const code = await addBatch(server, db, who, {
      id,
      type: 'BATCH_GENERATE',
      configurationId: configuration.id,
      configurationName: configuration.name,
      configurationVersion: configuration.version,
      sourceId: null,
      range: { firstIccid, firstImsi, group: input.group ?? null },
      commonCells,
      fileName: null,
      protection: null,
      generateAgain: input.generateAgain,
      total,
      approval: { facts: input },
    })
    return { batchId: id, code }
  })
  await server.jobs.add('generate', { enterpriseId, id })
  return started
}
