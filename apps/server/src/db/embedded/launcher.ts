import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync } from 'node:fs'
import { WAY_OUT } from './binary.ts'

/**
 * How PostgreSQL's programs are started. PostgreSQL refuses to run as root, so root starts them in a user namespace
 * where it looks like nobody (the files stay root's), or else as the user nobody.
 */
export type Launcher = {
  name: 'direct' | 'namespace' | 'nobody'
  command(program: string, args: readonly string[]): Command
  /** Hands a path over to the user that PostgreSQL runs as. */
  own(path: string): void
}

export type Command = { file: string; args: string[]; options: { uid?: number; gid?: number } }

const NOBODY = 65534

/** A small, fixed environment: PGDATA, PGPORT, LC_ALL and the like of the caller must not reach PostgreSQL. */
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

/**
 * Chooses how to start PostgreSQL: directly, or as root by the first way that works on this machine.
 * @throws Error that asks for DATABASE_URL when root has no way.
 */
export function chooseLauncher(
  postgres: string,
  dataDir: string,
  uid: number | undefined = process.getuid?.(),
): Launcher {
  if (uid !== 0) return direct
  if (runs(namespace.command(postgres, ['--version']))) return namespace
  if (nobodyCanEnter(dataDir) && runs(nobody.command(postgres, ['--version']))) return nobody
  throw new Error(
    `PostgreSQL does not run as root: this machine allows no user namespace, and the user nobody cannot reach ` +
      `${dataDir} and ${postgres}. Start Simwright as an ordinary user, or: ${WAY_OUT}`,
  )
}

function nobodyCanEnter(dataDir: string): boolean {
  chmodSync(dataDir, 0o711)
  return runs(nobody.command('/bin/sh', ['-c', 'cd "$1"', 'sh', dataDir]))
}

function runs({ file, args, options }: Command): boolean {
  const done = spawnSync(file, args, { ...options, env: CHILD_ENV, cwd: '/', stdio: 'ignore', timeout: 10_000 })
  return done.status === 0
}
