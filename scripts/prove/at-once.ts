import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Client } from '../../apps/server/src/testing/client.ts'

const AT_ONCE = 40
/** What they may add to the memory of the server and its processes, while they run and afterwards. */
const GROWTH_MIB = 600
const LEFT_MIB = 200
const HEALTH_MS = 200
const PERIOD_MS = 50
/** The server frees memory when it has nothing else to do. */
const REST_MS = 5_000

/** One of these must hold: another process may have had the processor meanwhile. */
const RUNS = 3

type Watched = { pid: number; client: Client }

/**
 * Makes one call 40 times at once, and observes memory and `/healthz` of the server meanwhile. Linux only: memory is read
 * from /proc.
 */
export async function proveAtOnce(what: string, portal: Watched, call: () => Promise<number>) {
  // the first call loads code
  await call()
  let holds = false
  for (let run = 0; run < RUNS && !holds; run += 1) holds = await holdsAtOnce(what, portal, call)
  return holds
}

async function holdsAtOnce(what: string, portal: Watched, call: () => Promise<number>): Promise<boolean> {
  const { pid, client } = portal
  const before = memoryMib(pid)
  let most = before
  const health = await watchHealth(client.url)
  const memory = setInterval(() => {
    const now = memoryMib(pid)
    if (now.all > most.all) most = now
  }, PERIOD_MS)
  const start = performance.now()
  const statuses = await Promise.all(Array.from({ length: AT_ONCE }, call))
  const seconds = ((performance.now() - start) / 1000).toFixed(0)
  clearInterval(memory)
  const healthMs = await health.longestMs()
  await fetch(`${client.url}/healthz`)
  await sleep(REST_MS)
  const added = most.all - before.all
  const own = most.own - before.own
  const left = memoryMib(pid).all - before.all
  const holds = added <= GROWTH_MIB && left <= LEFT_MIB && healthMs <= HEALTH_MS
  const counts = Object.entries(Object.groupBy(statuses, String)).map(([status, all]) => `${all!.length} x ${status}`)
  const figures = [
    `adds ${added.toFixed(0)} MiB (${own.toFixed(0)} in the server itself), leaves ${left.toFixed(0)} MiB`,
    `/healthz within ${healthMs.toFixed(0)} ms`,
    `${seconds} s`,
  ]
  console.log(
    `${holds ? 'yes' : 'NO '}  ${AT_ONCE} at once, ${what}: ${figures.join(', ')} (HTTP ${counts.join(', ')})`,
  )
  return holds
}

/** In a thread of its own: this one sends the calls, and would measure itself. */
async function watchHealth(url: string): Promise<{ longestMs(): Promise<number> }> {
  const thread = new Worker(new URL('./health-thread.ts', import.meta.url), {
    workerData: { url, periodMs: PERIOD_MS },
  })
  await once(thread, 'online')
  return {
    longestMs: async () => {
      thread.postMessage('end')
      const [longestMs] = (await once(thread, 'message')) as [number]
      return longestMs
    },
  }
}

/** Resident memory of a process, and of it with all that it started. */
function memoryMib(pid: number): { own: number; all: number } {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? processOf(name) : []))
  const inTree = new Set([pid])
  // a process can have a lower number than its parent
  for (let before = 0; before !== inTree.size; ) {
    before = inTree.size
    for (const one of all) if (inTree.has(one.parent)) inTree.add(one.pid)
  }
  const tree = all.filter((one) => inTree.has(one.pid))
  const sum = (some: typeof all) => some.reduce((mib, one) => mib + one.mib, 0)
  return { own: sum(tree.filter((one) => one.pid === pid)), all: sum(tree) }
}

function processOf(name: string): { pid: number; parent: number; mib: number }[] {
  try {
    const text = readFileSync(`/proc/${name}/status`, 'utf8')
    const value = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0)
    return [{ pid: Number(name), parent: value('PPid'), mib: value('VmRSS') / 1024 }]
  } catch {
    // it ended meanwhile
    return []
  }
}
