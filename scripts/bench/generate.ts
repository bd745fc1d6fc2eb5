import * as configuration from '@simwright/contract/profiles/configuration'
import * as source from '@simwright/contract/profiles/source'
import * as batch from '@simwright/contract/provisioning/batch'
import { subscriberCsv, subscribers } from '../../apps/server/src/testing/subscriber.ts'
import { copySeconds } from './copy-reference.ts'
import type { Figure } from './figure.ts'
import { type Portal, peakMemoryMb, startPortal } from './portal.ts'

const ROWS = 100_000
const TIMES_COPY = 10
const TIMES_KEYS_ONLY = 5
const TIMES_FROZEN = 3
const MEMORY_LIMIT_MB = 512

/**
 * Time from the first byte of a CSV of 100,000 rows to its completed batch, and the memory of the server's process
 * meanwhile. The references are COPY of the finished profiles into a table `like profile including all`, of the rows of all
 * tables with their keys only, and of the profiles into the frozen table of earlier, which no change of ours makes slower.
 */
export async function benchGenerate(): Promise<Figure[]> {
  const portal = await startPortal()
  try {
    const seconds = await generateSeconds(portal)
    const memory = peakMemoryMb(portal.pid)
    const { profile, keysOnly, frozenProfile } = await copySeconds(portal, ROWS)
    const against = (name: string, reference: number, times: number): Figure => ({
      name,
      value: seconds,
      unit: 's',
      limit: reference * times,
      ratio: seconds / reference,
    })
    const figures: Figure[] = [
      against('generate', profile, TIMES_COPY),
      against('generate.keys-only', keysOnly, TIMES_KEYS_ONLY),
      against('generate.frozen', frozenProfile, TIMES_FROZEN),
    ]
    if (memory !== undefined)
      figures.push({
        name: 'generate.memory',
        value: memory,
        unit: 'MB',
        limit: MEMORY_LIMIT_MB,
        ratio: memory / MEMORY_LIMIT_MB,
      })
    return figures
  } finally {
    await portal.stop()
  }
}

async function generateSeconds({ client }: Portal): Promise<number> {
  const { id: configurationId } = await client.ask(configuration.add, {
    fields: {
      name: 'Bench',
      type: 'Regular',
      profileName: 'Bench',
      serviceProviderName: 'Bench',
      algorithm: 'MILENAGE',
      hplmn: [{ plmn: '99970', access: ['E-UTRAN'] }],
      confirmationCode: { mode: 'none' },
    },
  })
  const content = Buffer.from(subscriberCsv(subscribers(ROWS)))
  const begin = performance.now()
  const staged = await client.upload(source.upload, { configurationId }, { name: 'bench.csv', content })
  const stagedAt = performance.now()
  const { batchId } = await client.ask(batch.start, { sourceId: staged.id })
  let last: batch.Batch | undefined
  for await (const event of client.events(batch.progress, { id: batchId })) last = event
  const end = performance.now()
  if (last?.succeeded !== ROWS) throw new Error(`${last?.succeeded} of ${ROWS} rows were generated`)
  console.error(
    `staged in ${((stagedAt - begin) / 1000).toFixed(2)} s, generated in ${((end - stagedAt) / 1000).toFixed(2)} s`,
  )
  return (end - begin) / 1000
}
