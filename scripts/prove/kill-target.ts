import { randomInt } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What is killed, in turn. */
export const KINDS = [
  { what: 'the postmaster', signal: 'SIGKILL' },
  { what: "a connection's process", signal: 'SIGKILL' },
  { what: "a connection's process", signal: 'SIGTERM' },
] as const

export type Kind = (typeof KINDS)[number]

export const nameOfKind = ({ what, signal }: Kind): string => `${signal} of ${what}`

/** How to reach the embedded PostgreSQL: by its socket's folder, or by address where it has none. */
export type Postmaster = { pid: number; port: number; host: string }

/** Lines of postmaster.pid (PostgreSQL source, src/include/utils/pidfile.h): 1 pid, 4 port, 5 socket folder. */
export function parsePidFile(text: string): Postmaster {
  const lines = text.split('\n')
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  if (!(pid > 0 && port > 0)) throw new Error('the pid file of PostgreSQL is not complete')
  return { pid, port, host: lines[4] || '127.0.0.1' }
}

export function readPidFile(folder: string): Postmaster {
  const major = readdirSync(folder).find((name) => /^postgres-\d+$/.test(name))!
  return parsePidFile(readFileSync(join(folder, major, 'cluster', 'postmaster.pid'), 'utf8'))
}

/** Whether this is the title of a process that serves a connection: `postgres: USER DATABASE [local] idle`. */
export const isBackendTitle = (title: string): boolean =>
  /^postgres: \S+ \S+ (\[local\]|127\.0\.0\.1\(\d+\))/.test(title)

/** Kills what is meant by SIGKILL or SIGTERM. @returns whether there was one */
export function killOne(folder: string, { what, signal }: Kind): boolean {
  const { pid } = readPidFile(folder)
  const targets = what === 'the postmaster' ? [pid] : backendsOf(pid)
  if (targets.length === 0) return false
  process.kill(targets[randomInt(targets.length)]!, signal)
  return true
}

/** The backends of PostgreSQL (Linux). */
function backendsOf(postmaster: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
        return Number(parent) === postmaster && isBackendTitle(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
      } catch {
        return false
      }
    })
    .map(Number)
}
