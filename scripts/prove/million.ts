import * as configuration from '@simwright/contract/profiles/configuration'
import * as source from '@simwright/contract/profiles/source'
import * as batch from '@simwright/contract/provisioning/batch'
import { subscriberCsv, subscribers } from '../../apps/server/src/testing/subscriber.ts'
import { memoryMb, type Portal, peakMemoryMb, startPortal } from '../bench/portal.ts'

const ROWS = 1_000_000
/** How much more memory the last rows may take than the first tenth. */
const GROWTH_MB = 150

/** One file of a million subscribers: uploaded, then generated with progress. The server's memory must not grow with it. */
export async function proveMillion(): Promise<boolean> {
  const portal = await startPortal()
  try {
    const sourceId = await upload(portal)
    return await generate(portal, sourceId)
  } finally {
    await portal.stop()
  }
}

async function upload({ client, pid }: Portal): Promise<string> {
  const { id: configurationId } = await client.ask(configuration.add, {
    fields: {
      name: 'Million',
      type: 'Regular',
      profileName: 'Million',
      serviceProviderName: 'Million',
      algorithm: 'MILENAGE',
      hplmn: [{ plmn: '99970', access: ['E-UTRAN'] }],
      confirmationCode: { mode: 'none' },
    },
  })
  const content = Buffer.from(subscriberCsv(subscribers(ROWS)))
  console.log(`a file of ${ROWS} rows, ${Math.round(content.length / 1e6)} MB; the server has ${memoryMb(pid)} MB`)
  const began = performance.now()
  const staged = await client.upload(source.upload, { configurationId }, { name: 'million.csv', content })
  if (staged.total !== ROWS || staged.faulty !== 0)
    throw new Error(`${staged.faulty} of ${staged.total} rows are faulty`)
  console.log(`read and checked in ${secondsSince(began)} s; at most ${peakMemoryMb(pid)} MB until now`)
  return staged.id
}

async function generate({ client, pid }: Portal, sourceId: string): Promise<boolean> {
  const began = performance.now()
  const { batchId } = await client.ask(batch.start, { sourceId })
  let last: batch.Batch | undefined
  let events = 0
  let tenths = 0
  let early: number | undefined
  for await (const event of client.events(batch.progress, { id: batchId })) {
    last = event
    events += 1
    if (event.succeeded < ((tenths + 1) * ROWS) / 10) continue
    tenths = Math.floor((event.succeeded * 10) / ROWS)
    early ??= memoryMb(pid)
    console.log(`${event.succeeded} codes after ${secondsSince(began)} s; ${memoryMb(pid)} MB`)
  }
  const late = memoryMb(pid)
  const growth = early === undefined || late === undefined ? undefined : late - early
  console.log(
    `${last?.succeeded} codes in ${secondsSince(began)} s, with ${events} events of progress; memory grew by ${growth} MB ` +
      `since the first tenth, and was at most ${peakMemoryMb(pid)} MB`,
  )
  return last?.succeeded === ROWS && (growth ?? 0) <= GROWTH_MB
}

const secondsSince = (began: number) => Math.round((performance.now() - began) / 1000)
