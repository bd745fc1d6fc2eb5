import { monitorEventLoopDelay } from 'node:perf_hooks'
import { configurationFields } from '@simwright/contract/profiles/configuration-field'
import { writeYaml } from '../../apps/server/src/modules/profiles/configurations/version-service.ts'
import { parseYaml } from '../../apps/server/src/modules/profiles/configurations/yaml-parse.ts'
import { checkInProcess } from '../../apps/server/src/modules/profiles/configurations/yaml-process.ts'
import { WorkerPool } from '../../apps/server/src/worker/worker-pool.ts'
import type { Figure } from './figure.ts'

const LIMIT_MS = 300
const RUNS = 5
const NANOSECONDS_OF_MS = 1e6

/**
 * How long other requests wait while the server compares a YAML document of 10,000 networks with all their access
 * technologies. The reference is to parse it in the thread that answers requests.
 */
export async function yamlFigure(): Promise<Figure> {
  const text = documentOf(10_000)
  const taskFor = { workers: new WorkerPool(), tenant: 'bench' }
  const parsing = await bestOf(async () => {
    const begin = performance.now()
    parseYaml(text)
    return performance.now() - begin
  })
  const value = await bestOf(async () => {
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    await checkInProcess(taskFor, { text, use: 'compare' }, async () => ({ hasCode: false, code: {}, codeFaults: [] }))
    // the delay is recorded by a timer: let it run
    await new Promise((resolve) => setTimeout(resolve, 10))
    delay.disable()
    return delay.max / NANOSECONDS_OF_MS
  })
  return { name: 'package.wait for YAML of 10,000 OPLMN', value, unit: 'ms', limit: LIMIT_MS, ratio: value / parsing }
}

function documentOf(networks: number): string {
  const oplmn = Array.from({ length: networks }, (_, i) => ({
    plmn: `${200 + Math.floor(i / 100)}${String(i % 100).padStart(2, '0')}`,
    access: ['GSM', 'UTRAN', 'E-UTRAN', 'NG-RAN'],
  }))
  const values = { name: 'Bench', type: 'Regular', profileName: 'Bench', confirmationCode: { mode: 'none' }, oplmn }
  return writeYaml(configurationFields, values)
}

async function bestOf(measure: () => Promise<number>): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < RUNS; run++) times.push(await measure())
  return Math.min(...times)
}
