import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** The address of a Unix socket has so many bytes with its final NUL (sockaddr_un). */
const ADDRESS_BYTES = process.platform === 'darwin' ? 104 : 108
const LONGEST_NAME = '.s.PGSQL.65535'

/** Where a PostgreSQL that runs is reached: on this machine's loopback, and by a Unix socket where it has made one. */
export type PostmasterAddress = { port: number; socketFolder: string | undefined }

/** Where PostgreSQL makes its Unix socket, or why it makes none. */
export type SocketFolder = { folder: string; refused?: never } | { folder?: never; refused: string }

/**
 * The folder of the cluster, which only its owner can enter. A message by a Unix socket costs both sides less than by TCP.
 */
export function socketFolderIn(folder: string): SocketFolder {
  if (process.platform === 'win32') return { refused: 'Windows has no Unix socket that the driver of PostgreSQL finds' }
  const bytes = Buffer.byteLength(join(folder, LONGEST_NAME))
  if (bytes < ADDRESS_BYTES) return { folder }
  return {
    refused: `the path of a Unix socket in ${folder} has ${bytes} bytes, and may have ${ADDRESS_BYTES - 1}`,
  }
}

/** A value of `unix_socket_directories`, in which a comma separates folders. */
export const quoteFolder = (folder: string) => `"${folder.replaceAll('"', '""')}"`

/**
 * Deletes the sockets of postmasters that were killed: their port is seldom used again. The lock file of a socket, which is
 * made before it, has the pid of its postmaster in the first line.
 */
export function removeDeadSockets(folder: string, isPostmaster: (pid: number) => boolean): void {
  for (const name of readdirSync(folder).filter((each) => /^\.s\.PGSQL\.\d+\.lock$/.test(each))) {
    const lock = join(folder, name)
    if (isPostmaster(Number.parseInt(readFileSync(lock, 'utf8'), 10))) continue
    rmSync(lock.slice(0, -'.lock'.length), { force: true })
    rmSync(lock, { force: true })
  }
}
