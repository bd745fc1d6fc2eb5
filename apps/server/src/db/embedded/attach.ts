import { existsSync, realpathSync } from 'node:fs'
import { StartRefusal } from '../../runtime/start-refusal.ts'
import type { LoginUrls } from '../logins.ts'
import { clusterIn, clusterUrls } from './cluster.ts'
import { DataDirectoryInUse, refuseHolder } from './data-directory-lock.ts'
import { hasPasswords, readPasswords } from './password.ts'
import { runningAddress } from './postmaster.ts'

/**
 * The URLs of the PostgreSQL that another process has started over a data directory. The passwords are in a file that
 * only the owner of the data directory can read.
 * @throws Error if none is running, or an earlier version runs it with a single login
 */
export function attachEmbedded(dataDir: string): LoginUrls {
  const folder = realpathSync(dataDir)
  const cluster = clusterIn(folder)
  if (!hasPasswords(cluster.folder)) {
    throw new StartRefusal(`The server that works on ${folder} is an earlier Simwright: use the command of that one.`)
  }
  const address = runningAddress(cluster)
  if (address === undefined) throw new StartRefusal(`The server that works on ${folder} has just stopped: try again.`)
  return clusterUrls({ passwords: readPasswords(cluster.folder) }, address)
}

/**
 * Refuses a data directory that another server uses, in a fraction of a second: asks the PostgreSQL that runs over it.
 * Does nothing if none runs or it does not answer; the start itself waits for it and locks the directory.
 * @throws DataDirectoryInUse naming the holder
 */
export async function refuseUsedDirectory(dataDir: string): Promise<void> {
  if (!existsSync(dataDir)) return
  const folder = realpathSync(dataDir)
  const cluster = clusterIn(folder)
  const address = hasPasswords(cluster.folder) ? runningAddress(cluster) : undefined
  if (address === undefined) return
  const { owner } = clusterUrls({ passwords: readPasswords(cluster.folder) }, address)
  await refuseHolder({ url: owner.reveal(), dataDir: folder }).catch((error: unknown) => {
    if (error instanceof DataDirectoryInUse) throw error
  })
}
