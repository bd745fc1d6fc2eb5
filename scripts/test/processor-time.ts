import { readdirSync, readFileSync } from 'node:fs'

/** A process; `seconds` is its processor time and that of its children that have ended. */
export type Process = { pid: number; parent: number; name: string; seconds: number }

/** The kernel counts processor time in hundredths of a second, on every architecture of Linux. */
const TICKS_PER_SECOND = 100

/** The last line of `/proc/PID/stat`: proc_pid_stat(5). The name can contain spaces and parentheses. */
export function parseStat(stat: string): Process & { childSeconds: number } {
  const nameEnd = stat.lastIndexOf(')')
  const fields = stat.slice(nameEnd + 2).split(' ')
  // `fields[0]` is the third field of the manual page
  const ticks = (first: number) => Number(fields[first - 3]) + Number(fields[first - 2])
  const childSeconds = ticks(16) / TICKS_PER_SECOND
  return {
    pid: Number.parseInt(stat, 10),
    parent: Number(fields[1]),
    name: stat.slice(stat.indexOf('(') + 1, nameEnd),
    seconds: ticks(14) / TICKS_PER_SECOND + childSeconds,
    childSeconds,
  }
}

function readProcesses(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'))]
      } catch {
        return [] // it has ended
      }
    })
}

/** Processor time of the children of this process that have ended, with their children; undefined except on Linux. */
export function endedChildSeconds(): number | undefined {
  return process.platform === 'linux' ? parseStat(readFileSync('/proc/self/stat', 'utf8')).childSeconds : undefined
}

const PROGRAMS = { postgres: /^postgres/, chromium: /^chrom|^headless_shell/ }

type Program = keyof typeof PROGRAMS

/** The processor time of a program, and what of it is that of its first process and its ended children. */
export type ProgramSeconds = { all: number; first: number }

/** The processor time of each PostgreSQL and each Chromium below `ancestor`, by its first process. */
export function programSeconds(
  processes: readonly Process[],
  program: Program,
  ancestor: number,
): Map<number, ProgramSeconds> {
  const byId = new Map(processes.map((one) => [one.pid, one]))
  const found = new Map<number, ProgramSeconds>()
  for (const one of processes) {
    let root: Process | undefined
    let at: Process | undefined = one
    for (; at && at.pid !== ancestor; at = byId.get(at.parent)) if (PROGRAMS[program].test(at.name)) root = at
    if (at && root) found.set(root.pid, { all: (found.get(root.pid)?.all ?? 0) + one.seconds, first: root.seconds })
  }
  return found
}

const SAMPLE_EACH_MS = 1_000

/**
 * Reads each second how much processor time PostgreSQL and Chromium below a process have taken. What one of them takes
 * in its last second is missing.
 */
export class ProgramTimes {
  readonly #seconds = { postgres: new Map<number, ProgramSeconds>(), chromium: new Map<number, ProgramSeconds>() }
  readonly #timer: NodeJS.Timeout | undefined

  constructor(ancestor: number) {
    if (process.platform !== 'linux') return
    this.#timer = setInterval(() => this.#sample(ancestor), SAMPLE_EACH_MS)
  }

  #sample(ancestor: number): void {
    const processes = readProcesses()
    for (const program of ['postgres', 'chromium'] as const) {
      const seconds = this.#seconds[program]
      for (const [root, now] of programSeconds(processes, program, ancestor))
        if (now.all >= (seconds.get(root)?.all ?? 0)) seconds.set(root, now)
    }
  }

  /**
   * Stops reading. `orphaned`: of Chromium, whose first process ends before the others. No process waits for these, so
   * that their time is missing in that of ended children.
   */
  end(): Record<Program | 'orphaned', number> {
    clearInterval(this.#timer)
    const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
    const [postgres, chromium] = [[...this.#seconds.postgres.values()], [...this.#seconds.chromium.values()]]
    return {
      postgres: sum(postgres.map(({ all }) => all)),
      chromium: sum(chromium.map(({ all }) => all)),
      orphaned: sum(chromium.map(({ all, first }) => all - first)),
    }
  }
}
