import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { whenReachable } from '../unreachable.ts'
import type { Binaries } from './binary.ts'
import { type Cluster, clusterIn, clusterUrls } from './cluster.ts'
import { hasGroupRoles, writeGroupRoles } from './group-role-file.ts'
import type { Launcher } from './launcher.ts'
import { EARLIER_LOGIN, loginStatement } from './login-statement.ts'
import { DATABASE, generatePasswords, hasPasswords, readPasswords, writePasswords } from './password.ts'
import { type Report, runPostmaster, stopPostmaster } from './postmaster.ts'
import { isAlive } from './process.ts'
import type { Purpose } from './program.ts'
import { runSingle } from './program.ts'

type Tools = { binaries: Binaries; launcher: Launcher; purpose: Purpose }
type Watch = { lock: (url: string) => Promise<unknown>; report: Report }

/** The password of the one login of earlier versions. */
const EARLIER_FILE = 'password'

/**
 * Converts a cluster of an earlier version, whose single login owned everything, to three logins. PostgreSQL must not
 * run meanwhile, so one that a killed server left behind is stopped first. `lock` locks the data directory with the old
 * login, and throws if another server uses it. A killed conversion is repeated at the next start; the file of the
 * passwords, which is written atomically at the end, marks it as done.
 */
export async function convertCluster(dataDir: string, tools: Tools, { lock, report }: Watch): Promise<void> {
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
    const passwords = generatePasswords()
    runSingle({ data: cluster.data, database: DATABASE, statements: [loginStatement(passwords)], ...tools })
    writeGroupRoles(cluster.folder)
    writePasswords(cluster.folder, passwords)
  }
  rmSync(earlier)
}

/**
 * Creates the group roles that the cluster of an earlier version lacks, which only a superuser can: in single-user mode,
 * as in `convertCluster`. A file names the group roles of the cluster.
 */
export async function addGroupRoles(dataDir: string, tools: Tools, { lock, report }: Watch): Promise<void> {
  const cluster = clusterIn(dataDir)
  if (!hasPasswords(cluster.folder) || hasGroupRoles(cluster.folder)) return
  await untilSingleEnds(cluster)
  const passwords = readPasswords(cluster.folder)
  const urls = clusterUrls({ passwords }, await runPostmaster(cluster, tools, report))
  await whenReachable(() => lock(urls.owner.reveal()), { report })
  await stopPostmaster(cluster, tools.binaries)
  runSingle({ data: cluster.data, database: DATABASE, statements: [loginStatement(passwords)], ...tools })
  writeGroupRoles(cluster.folder)
}

const WRONG_PASSWORD = '28P01'

/** The old login no longer exists if a conversion was killed between its two steps; no server can run in that state. */
function ignoreAbsence(error: { code?: string }): void {
  if (error.code !== WRONG_PASSWORD) throw error
}

const SINGLE_LIMIT_MS = 60_000

/**
 * Waits for the single-user process of a killed conversion, which exits at the end of its input. Its pid file has a
 * negative pid.
 */
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
