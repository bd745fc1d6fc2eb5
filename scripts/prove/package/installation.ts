import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../../release/command.ts'
import { aptSources, debianSuite } from '../../release/image.ts'
import type { Found } from './job-process.ts'
import { Machine } from './machine.ts'
import { report } from './report.ts'

/** What a fresh machine has besides Debian's base system, and what the package needs. */
const PACKAGES = ['systemd-sysv', 'dbus', 'libstdc++6', 'curl', 'minisign']

const JOB = join(import.meta.dirname, 'job-process.ts')

type Release = {
  folder: string
  release: string
  deb: string
  publicKey: string
  /** The commands of the page, in its order. */
  commands: readonly string[]
}

/** The commands of "Install from a package" in a fresh Debian with systemd, and the main job with what they installed. */
export async function proveInstallation(given: Release): Promise<boolean[]> {
  const root = makeRoot(given)
  const machine = new Machine(['--directory', root, '--boot'], join(given.folder, 'machine.log'))
  try {
    await machine.until('system', () =>
      /^(running|degraded)/.test(machine.run('systemctl is-system-running || true').text),
    )
    return followPage(machine, given.commands)
  } finally {
    await machine.stop()
  }
}

/** A fresh Debian with the files of the release in /root/release, and those of two later ones. */
function makeRoot({ folder, release, deb, publicKey }: Release): string {
  const root = join(folder, 'root')
  const options = ['--mode=root', '--variant=apt', `--include=${PACKAGES.join(',')}`]
  run(['mmdebstrap', ...options, debianSuite(), root, ...aptSources()])
  // the machine has no network, and a kill reaches all processes of apt
  writeFileSync(join(root, 'etc/apt/apt.conf.d/proof'), 'Dpkg::Use-Pty "0";\n')
  const home = join(root, 'root', 'release')
  mkdirSync(home)
  for (const name of readdirSync(release)) if (!name.endsWith('.oci.tar')) cpSync(join(release, name), join(home, name))
  cpSync(publicKey, join(home, 'simwright.pub'))
  for (const version of LATER) {
    const later = join(root, 'root', version)
    mkdirSync(later)
    withVersion(deb, version, later)
  }
  return root
}

const LATER = ['9.0.1', '9.0.2'] as const

/** The package with a higher version, as if it were a later release. */
function withVersion(deb: string, version: string, out: string): void {
  const tree = mkdtempSync(join(out, 'tree-'))
  run(['dpkg-deb', '--raw-extract', deb, tree])
  const edit = (path: string, change: (text: string) => string) =>
    writeFileSync(join(tree, path), change(readFileSync(join(tree, path), 'utf8')))
  edit('DEBIAN/control', (text) => text.replace(/^Version: .*$/m, `Version: ${version}`))
  edit('DEBIAN/md5sums', (text) => text.replace(/^.*usr\/lib\/simwright\/package\.json\n/m, ''))
  edit('usr/lib/simwright/package.json', (text) => JSON.stringify({ ...JSON.parse(text), version }))
  run(['dpkg-deb', '--root-owner-group', '-Znone', '--build', tree, join(out, `simwright_${version}_amd64.deb`)])
  rmSync(tree, { recursive: true })
}

function followPage(machine: Machine, commands: readonly string[]): boolean[] {
  const results: boolean[] = []
  const find = (word: string) => {
    const found = commands.find((command) => command.includes(word))
    if (found === undefined) throw new Error(`the page has no command with ${word}`)
    return found
  }
  /** Runs a command of the page. @returns its output */
  const follow = (word: string, cwd = '/root/release', holds = (_text: string) => true): string => {
    const { code, text } = machine.run(find(word), cwd)
    const isDone = code === 0 && holds(text)
    if (!isDone) console.log(`exit ${code}\n${text}`)
    results.push(report(isDone, find(word).replaceAll('\n', '; ')))
    return text
  }
  const check = (holds: boolean, text: string) => results.push(report(holds, text))

  follow('sha256sum', undefined, (text) => /simwright_\S+\.deb: OK/.test(text))
  follow('apt-get install')
  follow('curl')
  check(
    machine.run('systemctl is-enabled simwright && systemctl is-active simwright').code === 0,
    'the service runs, and starts with the machine',
  )
  const [mailbox] = /http:\/\/localhost:8080\/dev\/mailbox\S+/.exec(follow('Mailbox')) ?? []
  const before = JSON.parse(machine.runScript(JOB, 'work', mailbox ?? '')) as Found
  check(before.codes.length === 3, `signed up, configured, ${before.codes.length} codes generated`)
  check(before.phone.includes('INSTALLED'), `a virtual phone downloads: ${before.phone.join(', ')}`)
  const sees = (when: string) => {
    const after = JSON.parse(machine.runScript(JOB, 'look')) as Found
    check(
      JSON.stringify(after) === JSON.stringify(before),
      `${when}: the same ${after.codes.length} codes, and a phone downloads`,
    )
  }
  follow('simwright-admin', undefined, (text) => text.includes('is Platform admin now'))
  follow('systemctl restart')
  follow('curl')
  follow('simwright-backup', undefined, (text) => / rows of \d+ tables/.test(text))
  const command = machine.run('simwright --version').text.trim()
  check(versionOf(machine) === command, `simwright --version and /healthz: ${command}`)

  const [configured, unpacked] = LATER
  kill(machine, {
    command: find('apt-get install'),
    version: configured,
    state: `half-configured ${configured}`,
    check,
  })
  follow('dpkg --configure')
  follow('curl')
  check(versionOf(machine) === configured, `the upgrade to ${configured} is finished`)
  sees('after a kill of apt while it configures')
  kill(machine, { command: find('apt-get install'), version: unpacked, state: 'half-installed', check })
  const { text } = machine.run(`${find('dpkg --configure')} || true`)
  console.log(`     dpkg --configure -a: ${text.trim().split('\n').at(-1) || 'nothing to configure'}`)
  follow('apt-get install', `/root/${unpacked}`)
  follow('curl')
  check(versionOf(machine) === unpacked, `the upgrade to ${unpacked} is finished`)
  sees('after a kill of apt while it unpacks')

  const keeps = (path: string) => machine.run(`test -s ${path}`).code === 0
  follow('apt-get remove')
  check(keeps('/var/lib/simwright/kek.json') && keeps('/etc/simwright/simwright.env'), 'settings and data are kept')
  check(machine.run('curl --silent http://localhost:8080/healthz').code !== 0, 'nothing runs')
  follow('apt-get install', `/root/${unpacked}`)
  follow('curl')
  sees('installed again')
  follow('apt-get remove')
  follow('apt-get purge', undefined, (text) => text.includes('/var/lib/simwright is kept'))
  check(
    keeps('/var/lib/simwright/kek.json') &&
      !keeps('/etc/simwright') &&
      !keeps('/usr/lib/simwright') &&
      !keeps('/var/cache/simwright'),
    'settings and program are gone, the data is kept',
  )
  return results
}

const versionOf = (machine: Machine): string =>
  JSON.parse(machine.run('curl --silent http://localhost:8080/healthz').text).version

type Kill = { command: string; version: string; state: string; check: (holds: boolean, text: string) => void }

/**
 * Begins an upgrade and kills it, with all that it has started, when dpkg has the package in this state. The state can name the
 * version, because the old one is half-configured, too, before its files are replaced.
 */
function kill(machine: Machine, { command, version, state, check }: Kill): void {
  const stateNow = `"$(dpkg-query --show --showformat '\${db:Status-Status} \${Version}' simwright)"`
  const { text } = machine.run(
    `set -m
${command} > /tmp/upgrade.log 2>&1 &
while kill -0 $! 2>/dev/null; do
  case ${stateNow}" " in "${state} "*) kill -KILL -- -$!; break;; esac
done
echo ${stateNow}`,
    `/root/${version}`,
  )
  const [reached] = text.split('\n')
  check(`${reached} `.startsWith(`${state} `), `the upgrade to ${version} is killed: the package is ${reached}`)
}
