import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestIssuer } from '../../apps/server/src/modules/provisioning/smdp/service.ts'
import { Client } from '../../apps/server/src/testing/client.ts'
import type { StatementCount } from './statement-count.ts'

/** The message of the server's process to its parent. */
export type PortalFacts = {
  url: string
  cookies: { token: string; binding: string }
  enterpriseId: string
  databaseUrl: string
  /** The login of the server's statements; only with `connections`. */
  appUrl?: string
  smdpPort: number
  issuer: TestIssuer
}

/** A server in a separate process with a new data directory, and a signed-in client. */
export type Portal = PortalFacts & {
  client: Client
  pid: number
  /** Processor time of the server's process so far. */
  cpuMs(): Promise<number>
  /** What the server has sent to the database so far. */
  statements(): Promise<StatementCount>
  /** Creates this many enterprise accounts. @returns the sessions of their owners */
  addOwners(count: number): Promise<PortalFacts['cookies'][]>
  /** Stops the server and deletes its data. */
  stop(): Promise<void>
}

type Seeding = {
  profiles?: number
  eventsEach?: number
  keptDir?: string | undefined
  /** Lets the server call this machine. */
  callLoopback?: 'on'
  /** The connections of a pool of the server. */
  connections?: number
}

/**
 * @param profiles the number of profiles seeded in one of fifty enterprises. Another server seeds them and stops, so
 * that PostgreSQL has written everything to disk before the measurement.
 * @param keptDir a data directory that was seeded by an earlier run, or is kept for the next one
 */
export async function startPortal(seeding: Seeding = {}): Promise<Portal> {
  const { profiles, eventsEach, keptDir: kept, callLoopback, connections } = seeding
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'simwright-bench-'))
  const seeded = {
    ...(profiles ? { SEEDED_PROFILES: String(profiles) } : {}),
    ...(eventsEach ? { SEEDED_EVENTS_EACH: String(eventsEach) } : {}),
    ...(callLoopback ? { CALL_LOOPBACK: callLoopback } : {}),
    ...(connections ? { DB_CONNECTIONS: String(connections) } : {}),
  }
  const start = () => startProcess({ DATA_DIR: folder, ...seeded })
  if (profiles !== undefined) await (await start()).end()
  const { facts, child, end } = await start()
  const client = new Client(facts.url)
  client.cookies.set('token', facts.cookies.token).set('binding', facts.cookies.binding)
  const stop = async () => {
    await end()
    if (kept === undefined) rmSync(folder, { recursive: true, force: true })
  }
  const cpuMs = async () => {
    const answer = once(child, 'message')
    child.send('cpu')
    const [{ user, system }] = (await answer) as [NodeJS.CpuUsage]
    return (user + system) / 1000
  }
  const statements = async () => {
    const answer = once(child, 'message')
    child.send('statements')
    return (await answer)[0] as StatementCount
  }
  const addOwners = async (count: number) => {
    const answer = once(child, 'message')
    child.send(count)
    return (await answer)[0] as PortalFacts['cookies'][]
  }
  return { ...facts, client, pid: child.pid!, cpuMs, statements, addOwners, stop }
}

async function startProcess(env: NodeJS.ProcessEnv) {
  const child = fork(join(import.meta.dirname, 'portal-process.ts'), {
    env: { ...process.env, ...env },
    serialization: 'advanced',
  })
  const facts = await factsOf(child)
  const end = async () => {
    const gone = once(child, 'exit')
    child.send('stop')
    await gone
  }
  return { child, facts, end }
}

async function factsOf(child: ChildProcess): Promise<PortalFacts> {
  const gone = once(child, 'exit').then(() => {
    throw new Error('the server ended before it was ready')
  })
  const [facts] = (await Promise.race([once(child, 'message'), gone])) as [PortalFacts]
  gone.catch(() => {})
  return facts
}

/** The peak memory of a process in MB (Linux); undefined on other systems. */
export const peakMemoryMb = (pid: number): number | undefined => readMemoryMb(pid, /^VmHWM:\s+(\d+) kB/m)

/** The current memory of a process in MB (Linux). */
export const memoryMb = (pid: number): number | undefined => readMemoryMb(pid, /^VmRSS:\s+(\d+) kB/m)

function readMemoryMb(pid: number, line: RegExp): number | undefined {
  try {
    const [, kilobytes] = line.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kilobytes === undefined ? undefined : Math.round((Number(kilobytes) * 1024) / 1e6)
  } catch {
    return undefined
  }
}
