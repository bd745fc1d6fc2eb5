import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestIssuer } from '../../apps/server/src/modules/provisioning/smdp/service.ts'
import { Client } from '../../apps/server/src/testing/client.ts'

/** What the server's process tells its parent. */
export type PortalFacts = {
  url: string
  cookies: { token: string; binding: string }
  enterpriseId: string
  databaseUrl: string
  smdpPort: number
  issuer: TestIssuer
}

/** A server in a process of its own, over a fresh data directory, with a client that is signed in. */
export type Portal = PortalFacts & {
  client: Client
  pid: number
  /** What its process has used of the processor so far. */
  cpuMs(): Promise<number>
  /** Ends it and deletes its data. */
  stop(): Promise<void>
}

/**
 * @param profiles so many are seeded, in an enterprise account of fifty, before anything is served. The server that seeds
 *   ends with its database, which writes to disk what would be written while others are measured.
 */
export async function startPortal({ profiles }: { profiles?: number } = {}): Promise<Portal> {
  const kept = profiles === undefined ? undefined : process.env.BENCH_FLEET_DIR
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'simwright-bench-'))
  const start = () => startProcess({ DATA_DIR: folder, ...(profiles ? { SEEDED_PROFILES: String(profiles) } : {}) })
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
  return { ...facts, client, pid: child.pid!, cpuMs, stop }
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

/** The memory that a process has had at most (Linux), in MB; undefined where nobody can tell. */
export const peakMemoryMb = (pid: number): number | undefined => readMemoryMb(pid, /^VmHWM:\s+(\d+) kB/m)

/** The memory that a process has at this moment. */
export const memoryMb = (pid: number): number | undefined => readMemoryMb(pid, /^VmRSS:\s+(\d+) kB/m)

function readMemoryMb(pid: number, line: RegExp): number | undefined {
  try {
    const [, kilobytes] = line.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kilobytes === undefined ? undefined : Math.round((Number(kilobytes) * 1024) / 1e6)
  } catch {
    return undefined
  }
}
