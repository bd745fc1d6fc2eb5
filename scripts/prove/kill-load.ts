import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import * as account from '@simwright/contract/people/account'
import * as session from '@simwright/contract/people/session'
import * as batch from '@simwright/contract/provisioning/batch'
import * as operation from '@simwright/contract/provisioning/operation'
import {
  DEVICE_MODELS,
  downloadProfile,
  imeiOf,
  type Lpa,
  sendNotifications,
  testEid,
  testEuicc,
} from '@simwright/euicc'
import { createHttpsTransport } from '@simwright/euicc/https-transport'
import { generateOneTimeKey } from '@simwright/rsp'
import { sourcesOf, type TestIssuer } from '../../apps/server/src/modules/provisioning/smdp/service.ts'
import { systemClock } from '../../apps/server/src/runtime/clock.ts'
import { systemRandom } from '../../apps/server/src/runtime/random.ts'
import { Client, Refused } from '../../apps/server/src/testing/client.ts'
import { staged } from '../../apps/server/src/testing/generated.ts'
import { subscribers } from '../../apps/server/src/testing/subscriber.ts'

/** What the server acknowledged and must not lose. */
export type Acknowledged = {
  batches: string[]
  operations: string[]
  /** ICCIDs whose installation result the SM-DP+ accepted, in order of the eUICCs. */
  installed: string[]
  signIns: Client[]
}

export type LoadRequest = {
  client: Client
  configurationId: string
  /** Rows per batch; `firstSubscriber` is the first unused subscriber. */
  rows: number
  firstSubscriber: number
  groupIds: readonly string[]
  /** The batch whose profiles are moved. */
  movedBatchId: string
  /** Its number of profiles, if they are not those of `activationCodes`. */
  moved?: number
  activationCodes: readonly string[]
  smdpPort: number
  /** By default this machine. */
  smdpAddress?: string
  issuer: TestIssuer
  person: { email: string; password: string }
  /** The eUICC of the first code; those of the others follow. */
  firstSerial?: number
  /** The pause between two rounds of each loop, and after each download. */
  pauseMs?: number
  onInstalled?: () => void
}

export type Load = {
  acknowledged: Acknowledged
  /** Failed calls, by message. */
  failures: Map<string, number>
  /** Waits until all started work has ended. */
  stop(): Promise<void>
}

const PAUSE_MS = 250
const SIGN_IN_EACH_MS = 800
const PHONES = 2
/** Interrupted work continues by itself: leases expire after ten seconds, and sweeps run every five. */
const END_LIMIT_MS = 90_000

async function failAfter(limitMs: number): Promise<never> {
  await sleep(limitMs, undefined, { ref: false })
  throw new Error(`the started work has not ended within ${limitMs / 1000} s`)
}

type Run = LoadRequest & { acknowledged: Acknowledged; signal: AbortSignal; failed: (error: unknown) => void }

/** Runs batches, group moves, downloads and sign-ins in four concurrent loops until it is stopped. */
export function startLoad(request: LoadRequest): Load {
  const stopping = new AbortController()
  const acknowledged: Acknowledged = { batches: [], operations: [], installed: [], signIns: [] }
  const failures = new Map<string, number>()
  const failed = (error: unknown) => {
    const name = nameOf(error)
    failures.set(name, (failures.get(name) ?? 0) + 1)
  }
  const run: Run = { ...request, acknowledged, signal: stopping.signal, failed }
  const running = Promise.all([generate(run), move(run), downloadAll(run), signIn(run)])
  return {
    acknowledged,
    failures,
    stop: async () => {
      stopping.abort()
      await Promise.race([running, failAfter(END_LIMIT_MS)])
    },
  }
}

/** The message without IDs, so that equal failures are counted together. */
function nameOf(error: unknown): string {
  if (error instanceof Refused) return `${error.status} ${error.code}`
  return error instanceof Error ? error.message.replace(/[0-9a-f-]{32,}/gi, '*') : String(error)
}

async function repeatUntil({ signal, failed, pauseMs = PAUSE_MS }: Run, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await work().catch(failed)
    await sleep(pauseMs)
  }
}

/** Polls until it is complete, ignoring failed calls. */
async function complete<T extends { process: string }>(run: Run, ask: () => Promise<T>): Promise<T> {
  for (;;) {
    const now = await ask().catch(run.failed)
    if (now?.process === 'COMPLETE') return now
    await sleep(PAUSE_MS)
  }
}

async function generate(run: Run): Promise<void> {
  const { client, configurationId, rows, acknowledged } = run
  let next = run.firstSubscriber
  await repeatUntil(run, async () => {
    const from = next
    next += rows
    const { id: sourceId } = await staged(client, { configurationId, rows: subscribers(rows, from) })
    const { batchId } = await client.ask(batch.start, { sourceId })
    acknowledged.batches.push(batchId)
    await complete(run, () => client.ask(batch.get, { id: batchId }))
  })
}

async function move(run: Run): Promise<void> {
  const { client, groupIds, movedBatchId, acknowledged } = run
  let turn = 0
  await repeatUntil(run, async () => {
    const groupId = groupIds[turn++ % groupIds.length]!
    const { id } = await client.ask(operation.start, {
      operation: { kind: 'GROUP', groupId },
      selection: { filter: { batchId: movedBatchId }, except: [] },
      count: run.moved ?? run.activationCodes.length,
    })
    acknowledged.operations.push(id)
    await complete(run, () => client.ask(operation.get, { id }))
  })
}

async function downloadAll(run: Run): Promise<void> {
  const { issuer, smdpPort, activationCodes, signal, firstSerial = 0, pauseMs = 0 } = run
  const ci = issuer.ci.certificate
  const connectTo = () => ({ address: run.smdpAddress ?? '127.0.0.1', port: smdpPort })
  const transport = createHttpsTransport({ ca: [ci], connectTo, maxSockets: PHONES })
  let next = 0
  const phone = async () => {
    for (let serial = next++; serial < activationCodes.length && !signal.aborted; serial = next++) {
      const sources = sourcesOf({ clock: systemClock, random: systemRandom })
      const { euicc } = testEuicc({
        eid: testEid(firstSerial + serial + 1),
        eum: issuer.eum,
        ciRoots: [ci],
        generateOneTimeKey,
        sources,
      })
      await downloadOne(run, { lpa: { euicc, transport: transport.send }, serial })
      await sleep(pauseMs)
    }
  }
  await Promise.all(Array.from({ length: PHONES }, phone))
  transport.close()
}

/** A phone that retries a failed download, and then the failed report of its installation. */
async function downloadOne(run: Run, { lpa, serial }: { lpa: Lpa; serial: number }): Promise<void> {
  const activationCode = run.activationCodes[serial]!
  const { tac, capabilities } = DEVICE_MODELS[serial % DEVICE_MODELS.length]!
  const device = { tac, imei: imeiOf(tac, serial), capabilities }
  for (;;) {
    const result = await downloadProfile({ ...lpa, activationCode, device })
    if (result.outcome === 'installed') {
      let delivered = result.notifications.delivered.length
      while (delivered === 0) {
        await sleep(PAUSE_MS)
        delivered = (await sendNotifications(lpa)).delivered.length
      }
      run.acknowledged.installed.push(result.iccid)
      run.onInstalled?.()
      return
    }
    run.failed(new Error(`download: ${JSON.stringify({ ...result, notifications: undefined })}`))
    if (run.signal.aborted) return
    await sleep(PAUSE_MS)
  }
}

async function signIn(run: Run): Promise<void> {
  const { client, person, acknowledged } = run
  await repeatUntil(run, async () => {
    const browser = new Client(client.url)
    await sleep(SIGN_IN_EACH_MS)
    const { token } = await browser.ask(account.login, person, { headers: { 'x-request-id': randomUUID() } })
    if (token === undefined) throw new Error('the sign-in requires a second step')
    acknowledged.signIns.push(browser)
    await browser.ask(session.enterpriseInfo, {})
  })
}
