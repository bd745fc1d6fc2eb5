import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync } from 'node:fs'
import { userInfo } from 'node:os'
import { StartRefusal } from '../../runtime/start-refusal.ts'
import { ADVICE } from './binary.ts'

/**
 * How PostgreSQL's programs are started. PostgreSQL refuses to run as root, and initdb refuses a user without a name.
 * For such users the programs run in a user namespace as `nobody` (file owners do not change), or, if root cannot
 * create one, as the real user `nobody`.
 */
export type Launcher = {
  name: 'direct' | 'namespace' | 'nobody'
  command(program: string, args: readonly string[]): Command
  /** Makes the user that PostgreSQL runs as the owner of a path. */
  own(path: string): void
}

export type Command = { file: string; args: string[]; options: { uid?: number; gid?: number } }

const NOBODY = 65534

/** A fixed environment, so that PGDATA, PGPORT, LC_ALL and the like of the caller do not reach PostgreSQL. */
export const CHILD_ENV = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
}

export const direct: Launcher = {
  name: 'direct',
  command: (program, args) => ({ file: program, args: [...args], options: {} }),
  own: () => {},
}

export const namespace: Launcher = {
  name: 'namespace',
  command: (program, args) => ({
    file: 'unshare',
    args: ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, program, ...args],
    options: {},
  }),
  own: () => {},
}

export const nobody: Launcher = {
  name: 'nobody',
  command: (program, args) => ({ file: program, args: [...args], options: { uid: NOBODY, gid: NOBODY } }),
  own: (path) => chownSync(path, NOBODY, NOBODY),
}

/** The user of this process: its uid (undefined on Windows), and whether it has a name, which initdb requires. */
export type ProcessUser = { uid: number | undefined; hasName: boolean }

/**
 * Chooses how to start PostgreSQL: directly; or, for root or a user without a name (containers), by the first
 * launcher that works on this machine.
 * @throws Error that advises DATABASE_URL if no launcher works
 */
export function chooseLauncher(postgres: string, dataDir: string, user: ProcessUser = processUser()): Launcher {
  const isRoot = user.uid === 0
  if (!isRoot && user.hasName) return direct
  if (runs(namespace.command(postgres, ['--version']))) return namespace
  if (isRoot && nobodyCanEnter(dataDir) && runs(nobody.command(postgres, ['--version']))) return nobody
  throw new StartRefusal(
    isRoot
      ? `PostgreSQL does not run as root: this machine allows no user namespace, and the user nobody cannot reach ` +
          `${dataDir} and ${postgres}. Start Simwright as an ordinary user, or: ${ADVICE}`
      : `PostgreSQL does not run as the user ${user.uid}, for which /etc/passwd has no name. Give it one, or: ${ADVICE}`,
  )
}

function processUser(): ProcessUser {
  const uid = process.getuid?.()
  try {
    userInfo()
    return { uid, hasName: true }
  } catch {
    return { uid, hasName: false }
  }
}

function nobodyCanEnter(dataDir: string): boolean {
  chmodSync(dataDir, 0o711)
  return runs(nobody.command('/bin/sh', ['-c', 'cd "$1"', 'sh', dataDir]))
}

function runs({ file, args, options }: Command): boolean {
  const done = spawnSync(file, args, { ...options, env: CHILD_ENV, cwd: '/', stdio: 'ignore', timeout: 10_000 })
  return done.status === 0
}
