import { readdirSync, readFileSync } from 'node:fs'
import { Client as Database } from 'pg'

/** Processor time of all processes but one of this PostgreSQL so far, in ms (Linux). */
export async function databaseMeter(databaseUrl: string, exceptPid?: number): Promise<() => number> {
  const database = new Database({ connectionString: databaseUrl })
  await database.connect()
  const { rows } = await database.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = statOf(rows[0]!.pid)!.parent
  await database.end()
  return () => {
    const own = statOf(postmaster)!
    const children = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && Number(name) !== exceptPid)
      .map((name) => statOf(Number(name)))
      .filter((stat) => stat?.parent === postmaster)
    return own.cpuMs + own.endedChildrenMs + children.reduce((sum, stat) => sum + stat!.cpuMs, 0)
  }
}

const TICK_MS = 10

/** Processor time of a process so far, in ms (Linux). */
export const cpuMsOf = (pid: number): number => statOf(pid)?.cpuMs ?? 0

/** From /proc/PID/stat; undefined if the process has exited. */
function statOf(pid: number): { parent: number; cpuMs: number; endedChildrenMs: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15)
    return { parent: fields[1]!, cpuMs: (utime + stime) * TICK_MS, endedChildrenMs: (cutime + cstime) * TICK_MS }
  } catch {
    return undefined
  }
}
