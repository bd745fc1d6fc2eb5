import { randomBytes } from 'node:crypto'
import { mkdirSync, realpathSync } from 'node:fs'
import type { LoginUrls } from '../logins.ts'
import { whenReachable } from '../unreachable.ts'
import { locateBinaries } from './binary.ts'
import { clusterUrls, openCluster } from './cluster.ts'
import { addGroupRoles, convertCluster } from './conversion.ts'
import { lockDataDirectory, nameSession } from './data-directory-lock.ts'
import { chooseLauncher } from './launcher.ts'
import { isPostmasterAlive, type Report, restartPostmaster, runPostmaster, stopPostmaster } from './postmaster.ts'
import type { Purpose } from './program.ts'
import { socketFolderIn } from './socket.ts'
import { supervise } from './supervisor.ts'

/** A PostgreSQL that this process runs over a data directory it has locked. It is restarted when it dies. */
export type EmbeddedPostgres = {
  /** URLs with passwords, one per login. They stay the same when PostgreSQL is restarted. */
  urls: LoginUrls
  /** Whether the PostgreSQL process is alive; it may still be unable to answer. */
  isAlive(): boolean
  /** Stops PostgreSQL and releases the data directory. Must be called after the server has drained. */
  stop(): Promise<void>
}

export type EmbeddedWatcher = {
  /** Receives one-line messages for the operator: what a start waits for, that PostgreSQL died or is back. */
  report?: Report
  /** Called when another server locked the data directory while PostgreSQL was down: this server must stop. */
  onLost?: (reason: Error) => void
}

/**
 * Starts the PostgreSQL of a data directory, or attaches to the one that a killed server left running.
 * @throws DataDirectoryInUse naming the holder if another server uses the data directory
 */
export async function startEmbedded(
  dataDir: string,
  purpose: Purpose = 'production',
  { report = () => {}, onLost = () => {} }: EmbeddedWatcher = {},
): Promise<EmbeddedPostgres> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const folder = realpathSync(dataDir)
  const binaries = locateBinaries()
  const tools = { binaries, launcher: chooseLauncher(binaries.postgres, folder), purpose }
  const session = nameSession(process.pid, randomBytes(4).toString('hex'))
  const lockAt = (url: string) => lockDataDirectory({ url, dataDir: folder, session })
  await convertCluster(folder, tools, { lock: lockAt, report })
  await addGroupRoles(folder, tools, { lock: lockAt, report })
  const cluster = openCluster(folder, tools)
  const { refused } = socketFolderIn(cluster.folder)
  if (refused) report(`PostgreSQL is reached by TCP, which is slower: ${refused}`)
  const address = await runPostmaster(cluster, tools, report)
  const { port } = address
  const isAlive = () => isPostmasterAlive(cluster)
  const urls = clusterUrls(cluster, address)
  const relock = () => lockAt(urls.owner.reveal())
  const lock = await whenReachable(relock, { report, isWorthWaiting: isAlive })
  const restart = (signal: AbortSignal) => restartPostmaster(cluster, { ...tools, port, signal, report })
  const supervisor = supervise({ lock, restart, relock, report, onLost })
  return {
    urls,
    isAlive,
    stop: async () => {
      await supervisor.stop()
      if (!supervisor.isLost()) await stopPostmaster(cluster, binaries)
      await supervisor.release()
    },
  }
}
