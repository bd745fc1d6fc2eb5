import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPage } from '../guide/page.ts'
import { SUMS } from '../release/checksum.ts'
import { run } from '../release/command.ts'
import { findTools } from '../test/machine.ts'
import { proveImage } from './package/image.ts'
import { proveInstallation } from './package/installation.ts'
import { isComplete } from './package/part-list.ts'
import { report } from './package/report.ts'
import { copySources } from './package/second-checkout.ts'
import { ROOT } from './portal.ts'

/** Lower is better; the unit of the package has all that the server can do without. */
const MOST_EXPOSED = 2

/**
 * Builds a release twice, in two folders, and does with it what the guide says, in a fresh Debian: verify, install, sign up,
 * generate, download, upgrade with kills, remove, purge. Then the same with the container image. `--release DIR` takes a
 * release that is there in place of the first build; `--once` builds no second one.
 */
export async function provePackage(args: readonly string[]): Promise<boolean> {
  const tools = findTools('debhelper', 'lintian', 'mmdebstrap', 'buildah', 'minisign', 'systemd')
  if (Object.values(tools).includes(undefined)) return false
  const folder = mkdtempSync(join(tmpdir(), 'simwright-package-'))
  try {
    const keys = { secret: join(folder, 'simwright.key'), public: join(folder, 'simwright.pub') }
    run(['minisign', '-G', '-W', '-p', keys.public, '-s', keys.secret])
    const first = join(folder, 'first')
    build(ROOT, first, keys.secret)
    const results = [args.includes('--once') || isBuiltAgain(folder, first, keys.secret)]
    const deb = join(first, readdirSync(first).find((name) => name.endsWith('.deb'))!)
    results.push(isComplete(first, deb), isClean(deb), isHardened(), isSigned(folder, first, keys.public))
    const commands = readPage('package').samples.filter(({ proof }) => proof === 'package')
    const written = commands.map(({ text }) => text)
    results.push(
      ...(await proveInstallation({ folder, release: first, deb, publicKey: keys.public, commands: written })),
    )
    results.push(...(await proveImage(folder, first)))
    return results.every(Boolean)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Builds a release from a checkout, as `npm run release` does. */
function build(root: string, out: string, key: string): void {
  const start = performance.now()
  const words = [join(root, 'scripts', 'prepare.mjs'), '--web', join('scripts', 'release.ts'), '--out', out]
  const epoch = run(['git', 'log', '-1', '--format=%ct'], { cwd: ROOT }).trim()
  const env = { RELEASE_KEY: key, SOURCE_DATE_EPOCH: epoch }
  run([process.execPath, ...words], { cwd: root, env })
  const seconds = ((performance.now() - start) / 1000).toFixed(0)
  for (const name of readdirSync(out)) console.log(`${sizeOf(join(out, name)).padStart(12)}  ${name}`)
  console.log(`built in ${seconds} s`)
}

const sizeOf = (path: string) => `${readFileSync(path).length} B`

const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

/** Whether the sources in another folder, with a web app built there, make the same bytes. */
function isBuiltAgain(folder: string, first: string, key: string): boolean {
  const copy = join(folder, 'checkout')
  copySources(copy)
  const second = join(folder, 'second')
  build(copy, second, key)
  const names = readdirSync(first)
  const differing = names.filter(
    (name) => !existsSync(join(second, name)) || hashOf(join(first, name)) !== hashOf(join(second, name)),
  )
  rmSync(copy, { recursive: true })
  rmSync(second, { recursive: true })
  return report(
    differing.length === 0,
    `${names.length} files, built twice: ${differing.join(', ') || 'the same bytes'}`,
  )
}

function isClean(deb: string): boolean {
  const done = spawnSync('lintian', ['--tag-display-limit', '0', deb], { encoding: 'utf8' })
  const tags = done.stdout.trim()
  return report(done.status === 0 && tags === '', `lintian has nothing to say: ${tags || 'no tags'}`)
}

function isHardened(): boolean {
  const unit = join(ROOT, 'packaging', 'debian', 'simwright.service')
  const text = run(['systemd-analyze', 'security', '--offline=true', '--no-pager', unit])
  const exposure = Number(/exposure level for \S+: ([\d.]+)/.exec(text)?.[1])
  return report(exposure <= MOST_EXPOSED, `systemd-analyze security: ${exposure}, at most ${MOST_EXPOSED}`)
}

/** The signature verifies, and does not once a file of the release or the list of checksums is changed. */
function isSigned(folder: string, release: string, publicKey: string): boolean {
  const copy = join(folder, 'changed')
  mkdirSync(copy)
  for (const name of [SUMS, `${SUMS}.minisig`]) cpSync(join(release, name), join(copy, name))
  const verify = () => spawnSync('minisign', ['-V', '-q', '-p', publicKey, '-m', join(copy, SUMS)]).status === 0
  const verifies = verify()
  run(['sed', '-i', 's/^[0-9a-f]/x/', join(copy, SUMS)])
  return report(verifies && !verify(), 'the signature verifies, and no longer after a change')
}
