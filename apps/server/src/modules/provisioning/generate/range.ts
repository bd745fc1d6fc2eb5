import { type Fault, type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as batch from '@simwright/contract/provisioning/batch'
import { IdError } from '@simwright/ids'
import type { OnceAnswer, OnceCall, Who } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import { readForGenerating } from '../../profiles/configurations/service.ts'
import { needsOf, planOutlook, readSingleRow, regularNeeds, type ValidRow } from '../../profiles/source/service.ts'
import { addBatch } from './add-batch.ts'
import { generateSubscriberKeys } from './draw.ts'
import { requireOwnGroup } from './own-group.ts'
import type { Server } from './port.ts'
import { countInRange } from './queries.ts'
import { type WholeRange, wholeRange } from './range-part.ts'

type In<E> = ParsedInputOf<E>
type Out<E> = OutputOf<E>

type RangeInput = { firstIccid: string; firstImsi: string; count: number }

/**
 * Checks both ends of the range by the rules of source data.
 * @throws Problem `invalid` naming the field
 */
function checkedRange(server: Server, { firstIccid, firstImsi, count }: RangeInput): WholeRange {
  const first = checkedRow(server, firstIccid, firstImsi)
  try {
    const range = wholeRange({ firstIccid: first.ICCID!, firstImsi: first.IMSI! }, count)
    checkedRow(server, range.lastIccid, range.lastImsi)
    return range
  } catch (error) {
    if (error instanceof IdError) throw fault('count', error.code, error.message)
    throw error
  }
}

const fields = { ICCID: 'firstIccid', IMSI: 'firstImsi' } as const

/** The keys and the configuration do not matter here. */
function checkedRow({ clock, random }: Server, iccid: string, imsi: string): ValidRow['values'] {
  const { row, faults } = readSingleRow(
    { ICCID: iccid, IMSI: imsi, ...generateSubscriberKeys(random, regularNeeds) },
    { needs: regularNeeds, now: clock.now() },
  )
  const found = faults.map(({ column, rule, text }): Fault => ({ path: fields[column as 'ICCID'], rule, text }))
  if (found.length > 0) throw new Problem('invalid', {}, { faults: found })
  return row.values
}

export async function previewRange(
  server: Server,
  { enterpriseId }: Who,
  input: In<typeof batch.previewRange>,
): Promise<Out<typeof batch.previewRange>> {
  const range = checkedRange(server, input)
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const generating = await readForGenerating(server, db, { enterpriseId, id: input.configurationId })
    needsOf(generating)
    return { ...range, ...(await countInRange(db, enterpriseId, range)), plan: planOutlook(generating.entitlement) }
  })
}

export async function startRange(
  server: Server,
  who: Who,
  { input, once }: OnceCall<typeof batch.startRange>,
): OnceAnswer<typeof batch.startRange> {
  const { enterpriseId } = who
  const { firstIccid, firstImsi, total } = checkedRange(server, input)
  const id = server.random.uuid()
  const started = await once.tenantTx(enterpriseId, async (db) => {
    const configuration = await readForGenerating(server, db, { enterpriseId, id: input.configurationId })
    needsOf(configuration)
    await requireOwnGroup(db, enterpriseId, input.group)
    const code = await addBatch(server, db, who, {
      id,
      type: 'BATCH_GENERATE',
      configurationId: configuration.id,
      configurationName: configuration.name,
      configurationVersion: configuration.version,
      sourceId: null,
      range: { firstIccid, firstImsi, group: input.group ?? null },
      fileName: null,
      protection: null,
      generateAgain: input.generateAgain,
      total,
    })
    return { batchId: id, code }
  })
  await server.jobs.add('generate', { enterpriseId, id })
  return started
}
