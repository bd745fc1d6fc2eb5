import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A program that tests need from the machine. */
type Tool = {
  find: () => string | undefined
  debianPackage: string
  /** What to do if it cannot be installed automatically. */
  way: string
}

const TOOLS = {
  chromium: {
    // the headless shell uses a fifth less processor time
    find: () =>
      process.env.PLAYWRIGHT_CHROMIUM ||
      findProgram('chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'),
    debianPackage: 'chromium-headless-shell',
    way: 'The browser tests need Chromium: install it (Debian: apt-get install chromium-headless-shell), or set PLAYWRIGHT_CHROMIUM to it.',
  },
  gpg: {
    find: () => findProgram('gpg'),
    debianPackage: 'gnupg',
    way: 'The OpenPGP tests need gpg 2.2 or newer: install it (Debian: apt-get install gnupg).',
  },
  prometheus: {
    find: () => findProgram('prometheus'),
    debianPackage: 'prometheus',
    way: 'This proof needs Prometheus with promtool: install it (Debian: apt-get install prometheus).',
  },
  postgres15: {
    find: () => ['/usr/lib/postgresql/15/bin/postgres'].find((path) => existsSync(path)),
    debianPackage: 'postgresql-15',
    way: 'This proof needs PostgreSQL 15: install it (Debian 12: apt-get install postgresql-15), or set DATABASE_URL to one.',
  },
  pgbackrest: {
    find: () => findProgram('pgbackrest'),
    debianPackage: 'pgbackrest',
    way: 'This proof needs pgBackRest: install it (Debian: apt-get install pgbackrest).',
  },
  debhelper: {
    find: () => findProgram('dh'),
    debianPackage: 'debhelper',
    way: 'The Debian package needs debhelper: install it (Debian: apt-get install debhelper).',
  },
  lintian: {
    find: () => findProgram('lintian'),
    debianPackage: 'lintian',
    way: 'This proof needs lintian: install it (Debian: apt-get install lintian).',
  },
  mmdebstrap: {
    find: () => findProgram('mmdebstrap'),
    debianPackage: 'mmdebstrap',
    way: 'A Debian in a folder needs mmdebstrap: install it (Debian: apt-get install mmdebstrap).',
  },
  buildah: {
    find: () => findProgram('buildah'),
    debianPackage: 'buildah',
    way: 'The container image needs buildah: install it (Debian: apt-get install buildah).',
  },
  minisign: {
    find: () => findProgram('minisign'),
    debianPackage: 'minisign',
    way: 'Signing needs minisign: install it (Debian: apt-get install minisign).',
  },
  systemd: {
    find: () => findProgram('systemd-nspawn'),
    debianPackage: 'systemd-container',
    way: 'This proof needs systemd-nspawn: install it (Debian: apt-get install systemd-container).',
  },
  etcd: {
    find: () => findProgram('etcd'),
    debianPackage: 'etcd-server',
    way: 'This proof needs etcd: install it (Debian 12: apt-get install etcd-server).',
  },
  patroni: {
    find: () => findProgram('patroni'),
    debianPackage: 'patroni',
    way: 'This proof needs Patroni: install it (Debian 12: apt-get install patroni).',
  },
  haproxy: {
    find: () => findProgram('haproxy'),
    debianPackage: 'haproxy',
    way: 'This proof needs HAProxy: install it (Debian: apt-get install haproxy).',
  },
  ip: {
    find: () => findProgram('ip'),
    debianPackage: 'iproute2',
    way: 'This proof makes networks of its own: run it as root on Linux with `ip` (Debian: apt-get install iproute2).',
  },
} satisfies Record<string, Tool>

/** Tests that need gpg. Without it they are left out, and count as one failed test. */
export const GPG_TESTS = [
  'apps/server/src/modules/profiles/source/pgp.test.ts',
  'apps/server/src/modules/profiles/source/pgp-rotation.test.ts',
]

export type ToolName = keyof typeof TOOLS

/**
 * Finds programs; as root on Debian, installs missing ones. Programs that are still missing are printed with advice and
 * are undefined in the result.
 */
export function findTools<Name extends ToolName>(...names: Name[]): Record<Name, string | undefined> {
  const missing = names.map((name) => TOOLS[name]).filter((tool) => !tool.find())
  if (missing.length > 0 && canInstall()) install(missing.map((tool) => tool.debianPackage))
  for (const tool of missing) if (!tool.find()) console.error(tool.way)
  const found = names.map((name) => [name, TOOLS[name].find()])
  return Object.fromEntries(found) as Record<Name, string | undefined>
}

function findProgram(...names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return paths.find((path) => existsSync(path))
}

function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && findProgram('apt-get') !== undefined
}

function install(packages: readonly string[]): void {
  console.error(`Installing ${packages.join(' and ')} ...`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const run = (args: readonly string[]) => spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  run(['update', '-q'])
  run(['install', '-q', '-y', '--no-install-recommends', ...packages])
}
