import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as group from '@simwright/contract/profiles/group'
import type { OpenServer } from '../../../apps/server/src/server.ts'
import { countClaims } from '../kill-count.ts'
import type { Fault, Stage } from './fault.ts'
import type { Row } from './table.ts'
import { type Scene, startWatchedLoad, type WatchedLoad } from './watched-load.ts'

export type Run = {
  stage: Stage
  scene: Scene
  /** Counts in the database. */
  server: OpenServer
  /** The file of the received webhooks. */
  received: string
  /** ICCIDs that the open API has acknowledged so far. */
  singles: string[]
  /** Lines about failed calls that were counted so far. */
  errorsSeen: number
}

const WARM_MS = 8_000
const MEASURED_MS = 12_000
const SETTLED_MS = 3_000
const WEBHOOK_LIMIT_MS = 90_000

/** Causes a fault in the middle of the load, and counts what has become of everything that was acknowledged. */
export async function suffer(run: Run, fault: Fault): Promise<Row> {
  const { stage, scene } = run
  await stage.database.healthy()
  const load = startWatchedLoad(scene)
  await sleep(WARM_MS)
  const from = performance.now()
  await sleep(MEASURED_MS)
  const at = performance.now()
  await fault.cause(stage)
  await stage.database.healthy()
  await sleep(SETTLED_MS)
  const after = performance.now()
  await sleep(MEASURED_MS)
  const end = performance.now()
  await load.stop()
  run.singles.push(...load.singles)
  const refused = [...load.failures.values()].reduce((sum, count) => sum + count, 0)
  for (const [name, count] of load.failures) console.log(`  ${count} x ${name.slice(0, 160)}`)
  const { acknowledged } = load.load
  const { lost, doubled } = await countOutcome(run, load)
  return {
    fault: fault.name,
    acknowledged:
      load.singles.length +
      acknowledged.installed.length +
      acknowledged.batches.length +
      acknowledged.operations.length +
      acknowledged.signIns.length,
    lost,
    doubled,
    errors: countErrors(run),
    refused,
    gaps: { portal: longestGap(load.writes, at, end), devices: longestGap(load.installs, at, end) },
    limitSeconds: fault.limitSeconds,
    p99: { before: p99(load.writes, from, at), after: p99(load.writes, after, end) },
  }
}

async function countOutcome(run: Run, load: WatchedLoad): Promise<{ lost: number; doubled: number }> {
  const { acknowledged } = load.load
  const { enterpriseId } = run.scene
  const claims = await countClaims(run.server, { enterpriseId, acknowledged, singles: run.singles })
  let signIns = 0
  for (const browser of acknowledged.signIns)
    signIns += await browser.ask(group.list, {}).then(
      () => 1,
      () => 0,
    )
  claims.push({ claim: 'acknowledged sign-ins are signed in', is: signIns, wanted: acknowledged.signIns.length })
  claims.push(...(await webhookClaims(run.received, acknowledged.installed)))
  for (const { claim, is, wanted } of claims) if (is !== wanted) console.log(`  ${claim}: ${is} of ${wanted}`)
  const sum = (of: (difference: number) => number) =>
    claims.reduce((total, { is, wanted }) => total + Math.max(0, of(wanted - is)), 0)
  return { lost: load.unfinished + sum((missing) => missing), doubled: sum((missing) => -missing) }
}

/** Each installation is sent at least once, always with the same webhook-id. */
async function webhookClaims(file: string, installed: readonly string[]) {
  const end = performance.now() + WEBHOOK_LIMIT_MS
  for (;;) {
    const ids = new Map<string, Set<string>>()
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
    for (const line of lines) {
      const [id = '', iccid = ''] = line.split(' ')
      ids.set(iccid, (ids.get(iccid) ?? new Set()).add(id))
    }
    const arrived = installed.filter((iccid) => ids.has(iccid))
    if (arrived.length < installed.length && performance.now() < end) {
      await sleep(200)
      continue
    }
    const distinct = arrived.reduce((sum, iccid) => sum + ids.get(iccid)!.size, 0)
    return [
      { claim: 'webhooks of acknowledged installations arrived', is: arrived.length, wanted: installed.length },
      { claim: 'ids of these webhooks', is: distinct, wanted: arrived.length },
    ]
  }
}

type Line = { msg: string; err?: { type?: string; message?: string; stack?: string } }

/** Failed calls in the logs of the processes, but those with an unknown outcome, which is answered as such. */
function countErrors(run: Run): number {
  const { folder } = run.stage.network
  const files = readdirSync(folder).filter((name) => /^app\d-(web|smdp|worker)-\d+\.log$/.test(name))
  const lines = files.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
  const failed = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Line)
  const errors = failed.filter(({ msg, err }) => /call failed/.test(msg) && err?.type !== 'OutcomeUnknown')
  const fresh = errors.slice(run.errorsSeen)
  for (const { msg, err } of fresh) console.log(`  ${msg}: ${err?.stack ?? JSON.stringify(err)}`.slice(0, 600))
  run.errorsSeen = errors.length
  return fresh.length
}

type Acknowledgments = WatchedLoad['writes']

/** The longest time without an acknowledgment from a moment before the fault until the end. */
function longestGap(seen: Acknowledgments, at: number, end: number): number {
  const times = seen.map((each) => each.at).filter((time) => time <= end)
  const first = times.findLast((time) => time <= at) ?? at
  const moments = [first, ...times.filter((time) => time > at), end]
  return Math.max(...moments.slice(1).map((time, index) => time - moments[index]!))
}

function p99(seen: Acknowledgments, from: number, to: number): number {
  const times = seen.filter(({ at }) => at >= from && at < to).map(({ ms }) => ms)
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
}
