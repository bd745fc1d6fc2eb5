import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Size of a Unix socket address in bytes, with the final NUL (sockaddr_un). */
const ADDRESS_BYTES = process.platform === 'darwin' ? 104 : 108
const LONGEST_NAME = '.s.PGSQL.65535'

/** The address of a running PostgreSQL: a loopback port, and the folder of its Unix socket if it has one. */
export type PostmasterAddress = { port: number; socketFolder: string | undefined }

/** The folder in which PostgreSQL creates its Unix socket, or why it creates none. */
export type SocketFolder = { folder: string; refused?: never } | { folder?: never; refused: string }

/**
 * Uses the cluster's folder, which only its owner can enter. A Unix socket is cheaper than TCP for both sides.
 */
export function socketFolderIn(folder: string): SocketFolder {
  if (process.platform === 'win32') return { refused: 'the PostgreSQL driver cannot use Unix sockets on Windows' }
  const bytes = Buffer.byteLength(join(folder, LONGEST_NAME))
  if (bytes < ADDRESS_BYTES) return { folder }
  return {
    refused: `the path of a Unix socket in ${folder} has ${bytes} bytes, and may have ${ADDRESS_BYTES - 1}`,
  }
}

/** Quotes a folder for `unix_socket_directories`, where commas separate folders. */
export const quoteFolder = (folder: string) => `"${folder.replaceAll('"', '""')}"`

/**
 * Deletes the sockets of killed postmasters, which would otherwise accumulate because each start uses a new port. The
 * first line of a socket's lock file is the pid of its postmaster.
 */
export function removeDeadSockets(folder: string, isPostmaster: (pid: number) => boolean): void {
  for (const name of readdirSync(folder).filter((each) => /^\.s\.PGSQL\.\d+\.lock$/.test(each))) {
    const lock = join(folder, name)
    if (isPostmaster(Number.parseInt(readFileSync(lock, 'utf8'), 10))) continue
    rmSync(lock.slice(0, -'.lock'.length), { force: true })
    rmSync(lock, { force: true })
  }
}
