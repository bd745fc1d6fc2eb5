import * as configuration from '@simwright/contract/profiles/configuration'
import * as credential from '@simwright/contract/programs/credential'
import { OpenApiClient } from '../../apps/server/src/testing/open-api-client.ts'
import { subscribers } from '../../apps/server/src/testing/subscriber.ts'
import type { Figure } from './figure.ts'
import { type Portal, startPortal } from './portal.ts'

const CALLS = 3_000
const AT_ONCE = 12
const CALLS_A_SECOND = 300
const P99_MS = 100
/** The most processor time of a generated code, in that of an empty signed call. */
const TIMES_EMPTY = 5
const BATCH = 10_000
const BATCH_MS = 1_000

const NAME = 'Bench'

/**
 * Single generate by the open API: time per call and the slowest hundredth, with the server's processor time as a
 * multiple of that of a signed call that only lists one name. Then the time until a batch of 10,000 is accepted.
 */
export async function benchApi(): Promise<Figure[]> {
  const portal = await startPortal()
  try {
    const client = await openClient(portal)
    const rows = subscribers(CALLS + BATCH).map(({ ICCID: iccid, IMSI: imsi, KI: ki, OPC: opc }) => ({
      iccid,
      imsi,
      ki,
      opc,
    }))
    const [singles, batch] = [rows.slice(0, CALLS), rows.slice(CALLS)]
    const warmUp = singles.splice(0, CALLS / 3)
    await measure(portal, warmUp, (row) => client.call('/ac/generate', { configName: NAME, ...row }))
    const empty = await measure(portal, singles, () => client.call('/config/list', { pageParam: { pageSize: 1 } }))
    const generate = await measure(portal, singles, (row) => client.call('/ac/generate', { configName: NAME, ...row }))
    const began = performance.now()
    const accepted = await client.call('/ac/generateByBatch', { configName: NAME, metaDatas: batch })
    const batchMs = performance.now() - began
    if (accepted.code !== '00000') throw new Error(`the batch was refused: ${accepted.msg}`)
    console.error(
      `${(1_000 / generate.ms).toFixed(0)} codes a second, ${generate.cpuMs.toFixed(2)} ms of processor time each; ` +
        `empty: ${(1_000 / empty.ms).toFixed(0)} a second, ${empty.cpuMs.toFixed(2)} ms`,
    )
    return [
      {
        name: 'api.generate',
        value: generate.ms,
        unit: 'ms',
        limit: 1_000 / CALLS_A_SECOND,
        ratio: generate.cpuMs / empty.cpuMs,
        ratioLimit: TIMES_EMPTY,
      },
      { name: 'api.generate.p99', value: generate.p99Ms, unit: 'ms', limit: P99_MS, ratio: generate.p99Ms / P99_MS },
      { name: 'api.batch', value: batchMs, unit: 'ms', limit: BATCH_MS, ratio: batchMs / BATCH_MS },
    ]
  } finally {
    await portal.stop()
  }
}

export async function openClient({ client, url }: Portal): Promise<OpenApiClient> {
  await client.ask(configuration.add, {
    fields: {
      name: NAME,
      type: 'Regular',
      profileName: NAME,
      serviceProviderName: NAME,
      algorithm: 'MILENAGE',
      hplmn: [{ plmn: '99970', access: ['E-UTRAN'] }],
      confirmationCode: { mode: 'none' },
    },
  })
  return new OpenApiClient(url, await client.ask(credential.create, { name: NAME }))
}

type Measured = {
  /** Time per call, with several at once. */
  ms: number
  p99Ms: number
  /** The server's processor time per call. */
  cpuMs: number
}

async function measure<Row>(
  portal: Portal,
  rows: readonly Row[],
  call: (row: Row) => Promise<{ code: string; msg: string }>,
): Promise<Measured> {
  const waiting = rows.values()
  const times: number[] = []
  const cpuBefore = await portal.cpuMs()
  const began = performance.now()
  const work = async () => {
    for (const row of waiting) {
      const start = performance.now()
      const { code, msg } = await call(row)
      if (code !== '00000') throw new Error(msg)
      times.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const totalMs = performance.now() - began
  const cpuMs = (await portal.cpuMs()) - cpuBefore
  const sorted = times.toSorted((a, b) => a - b)
  return { ms: totalMs / rows.length, p99Ms: sorted[Math.floor(sorted.length * 0.99)]!, cpuMs: cpuMs / rows.length }
}
