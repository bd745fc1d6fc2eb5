import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { whenReachable } from '../unreachable.ts'
import type { Binaries } from './binary.ts'
import { type Cluster, clusterIn } from './cluster.ts'
import type { Launcher } from './launcher.ts'
import { EARLIER_LOGIN, loginStatement } from './login-statement.ts'
import { DATABASE, hasPasswords, makePasswords, writePasswords } from './password.ts'
import { type Report, runPostmaster, stopPostmaster } from './postmaster.ts'
import { isAlive } from './process.ts'
import type { Purpose } from './program.ts'
import { runSingle } from './program.ts'

type Tools = { binaries: Binaries; launcher: Launcher; purpose: Purpose }

/** The password of the one login of earlier versions. */
const EARLIER_FILE = 'password'

/**
 * Gives a cluster of an earlier version, whose one login owned everything, the three logins of this one. Nothing may run on
 * it meanwhile, so a PostgreSQL that a killed server left behind is stopped first; `lock` takes the data directory as that
 * login, or throws when another server works on it. A conversion that was killed begins again at the next start: whether
 * it is done is told by the file of the passwords, which appears whole at the end.
 */
export async function convertCluster(
  dataDir: string,
  tools: Tools,
  { lock, report }: { lock: (url: string) => Promise<unknown>; report: Report },
): Promise<void> {
  const cluster = clusterIn(dataDir)
  const earlier = join(cluster.folder, EARLIER_FILE)
  if (!existsSync(earlier)) return
  if (!hasPasswords(cluster.folder)) {
    await untilSingleEnds(cluster)
    const { port } = await runPostmaster(cluster, tools, report)
    const password = readFileSync(earlier, 'utf8').trim()
    const url = `postgres://${EARLIER_LOGIN}:${password}@127.0.0.1:${port}/${DATABASE}`
    await whenReachable(() => lock(url), { report }).catch(ignoreAbsence)
    await stopPostmaster(cluster, tools.binaries)
    const passwords = makePasswords()
    runSingle({ data: cluster.data, database: DATABASE, statements: [loginStatement(passwords)], ...tools })
    writePasswords(cluster.folder, passwords)
  }
  rmSync(earlier)
}

const WRONG_PASSWORD = '28P01'

/** That login has gone when a conversion was killed between its two steps; no server can run without the second. */
function ignoreAbsence(error: { code?: string }): void {
  if (error.code !== WRONG_PASSWORD) throw error
}

const SINGLE_LIMIT_MS = 60_000

/** Single-user mode of a killed conversion ends by itself when its input does; its pid file has the pid with a minus. */
async function untilSingleEnds({ data }: Cluster): Promise<void> {
  const file = join(data, 'postmaster.pid')
  const deadline = Date.now() + SINGLE_LIMIT_MS
  while (Date.now() < deadline && existsSync(file)) {
    const pid = -Number.parseInt(readFileSync(file, 'utf8'), 10)
    if (!(pid > 0 && isAlive(pid))) return
    await sleep(POLL_MS)
  }
}

const POLL_MS = 20
