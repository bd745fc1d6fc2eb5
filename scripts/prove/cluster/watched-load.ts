import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestIssuer } from '../../../apps/server/src/modules/provisioning/smdp/service.ts'
import type { Client } from '../../../apps/server/src/testing/client.ts'
import { type Keys, type OpenAnswer, OpenApiClient } from '../../../apps/server/src/testing/open-api-client.ts'
import { subscribers } from '../../../apps/server/src/testing/subscriber.ts'
import { type Load, startLoad } from '../kill-load.ts'
import { FRONT } from './machine.ts'
import { PORTAL_URL, SMDP_PORT } from './portal-process.ts'

/** What the load of all faults works on; numbers count on from one fault to the next. */
export type Scene = {
  client: Client
  keys: Keys
  issuer: TestIssuer
  person: { email: string; password: string }
  enterpriseId: string
  configurationId: string
  configName: string
  groupIds: readonly string[]
  movedBatchId: string
  moved: number
  /** Codes that nobody has downloaded. */
  activationCodes: string[]
  nextSerial: number
  nextSubscriber: number
}

/** A moment at which the portal acknowledged a write, and how long its call took. */
type Acknowledgment = { at: number; ms: number }

export type WatchedLoad = {
  load: Load
  /** ICCIDs that the open API acknowledged. */
  singles: string[]
  writes: Acknowledgment[]
  installs: Acknowledgment[]
  /** Calls that were not answered with success, by answer. */
  failures: Map<string, number>
  /** 1 if some of the work that was acknowledged has not ended. */
  unfinished: number
  stop(): Promise<void>
}

/** More than the phones can download during a fault. */
export const CODES_OF_FAULT = 350

const ROWS_OF_BATCH = 60
const PAUSE_MS = 600
/** Calls of the open API at the same time, each after a pause. */
const CALLERS = 2
const CALL_PAUSE_MS = 70
const CALL_LIMIT_MS = 40_000
const SUBSCRIBERS = 100_000

/** Downloads, batches, group moves, sign-ins, and calls of the open API, at a steady rate that leaves processor time. */
export function startWatchedLoad(scene: Scene): WatchedLoad {
  const writes: Acknowledgment[] = []
  const installs: Acknowledgment[] = []
  const singles: string[] = []
  const failures = new Map<string, number>()
  const activationCodes = scene.activationCodes.splice(0, CODES_OF_FAULT)
  const load = startLoad({
    ...scene,
    rows: ROWS_OF_BATCH,
    firstSubscriber: scene.nextSubscriber,
    activationCodes,
    firstSerial: scene.nextSerial,
    smdpAddress: FRONT,
    smdpPort: SMDP_PORT,
    pauseMs: PAUSE_MS,
    onInstalled: () => void installs.push({ at: performance.now(), ms: 0 }),
  })
  scene.nextSerial += activationCodes.length
  const stopping = new AbortController()
  const callers = Array.from({ length: CALLERS }, (_, caller) => {
    const firstSubscriber = scene.nextSubscriber + SUBSCRIBERS * (1 + caller)
    return callOpenApi({ scene, firstSubscriber, singles, writes, failures, signal: stopping.signal })
  })
  scene.nextSubscriber += SUBSCRIBERS * (1 + CALLERS)
  const watched: WatchedLoad = {
    load,
    singles,
    writes,
    installs,
    failures,
    unfinished: 0,
    stop: async () => {
      stopping.abort()
      await Promise.all([...callers, load.stop()]).catch(({ message }: Error) => {
        count(failures, message)
        watched.unfinished = 1
      })
      for (const [name, times] of load.failures) count(failures, name, times)
    },
  }
  return watched
}

type Caller = Pick<WatchedLoad, 'singles' | 'writes' | 'failures'> & {
  scene: Scene
  firstSubscriber: number
  signal: AbortSignal
}

/** The RequestID was used: an earlier try was done, although its answer was lost. */
const REQUEST_ID_USED = '17104'

/** Generates profiles one by one. A call is repeated with the same RequestID until it is acknowledged. */
async function callOpenApi({ scene, firstSubscriber, signal, ...seen }: Caller): Promise<void> {
  const client = new OpenApiClient(PORTAL_URL, scene.keys)
  for (let next = firstSubscriber; !signal.aborted; next += 1) {
    const [{ ICCID: iccid, IMSI: imsi, KI: ki, OPC: opc } = {}] = subscribers(1, next)
    const metadata = { configName: scene.configName, iccid, imsi, ki, opc }
    const requestId = randomUUID()
    for (let isDone = false; !isDone; ) {
      const began = performance.now()
      const answer = await limited(client.call('/ac/generate', metadata, { requestId })).catch((error: Error) => error)
      const at = performance.now()
      isDone = !(answer instanceof Error) && (answer.success || answer.code === REQUEST_ID_USED)
      if (isDone) seen.writes.push({ at, ms: at - began })
      else count(seen.failures, nameOf(answer))
      await sleep(CALL_PAUSE_MS)
    }
    seen.singles.push(iccid!)
  }
}

function nameOf(answer: Error | OpenAnswer): string {
  if (!(answer instanceof Error)) return `${answer.status} ${answer.code}`
  return answer.cause ? String(answer.cause) : answer.message
}

function count(failures: Map<string, number>, name: string, times = 1): void {
  failures.set(name, (failures.get(name) ?? 0) + times)
}

const limited = <T>(call: Promise<T>): Promise<T> =>
  Promise.race([
    call,
    sleep(CALL_LIMIT_MS, undefined, { ref: false }).then(() => {
      throw new Error('no answer in 40 s')
    }),
  ])
