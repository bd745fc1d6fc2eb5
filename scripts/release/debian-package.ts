import { chmodSync, cpSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './command.ts'
import { ROOT } from './lockfile.ts'
import { copyProgram } from './tree.ts'

/** What is built: its version, and the time that all files have (Unix seconds). */
export type Release = { version: string; epoch: number }

const PACKAGING = join(ROOT, 'packaging', 'debian')

/** The commands of the server are one script, which acts by the name that it is called by. */
const SAME_SCRIPT = ['simwright-backup', 'simwright-restore']

/** Builds the Debian package with debhelper. @returns the path of the package in the folder `out` */
export function buildDebianPackage(release: Release, { out, sbom }: { out: string; sbom: string }): string {
  const folder = mkdtempSync(join(tmpdir(), 'simwright-debian-'))
  try {
    const source = join(folder, 'simwright')
    const debian = join(source, 'debian')
    cpSync(PACKAGING, debian, { recursive: true, filter: (from) => !from.endsWith('/bin') })
    chmodSync(join(debian, 'rules'), 0o755)
    writeFileSync(join(debian, 'changelog'), changelogOf(release))
    const installed = join(source, 'debian', 'simwright')
    mkdirSync(join(installed, 'usr', 'lib', 'simwright'), { recursive: true })
    copyProgram(join(installed, 'usr', 'lib', 'simwright'), release.version)
    copyCommands(installed)
    copyTo(join(installed, 'etc', 'simwright'), [join(PACKAGING, 'simwright.env')])
    copyTo(join(installed, 'usr', 'share', 'doc', 'simwright'), [sbom, join(ROOT, 'NOTICE')])
    run(['find', source, '-exec', 'touch', '--no-dereference', `--date=@${release.epoch}`, '{}', '+'])
    const env = { SOURCE_DATE_EPOCH: String(release.epoch), DEB_BUILD_OPTIONS: 'noautodbgsym nocheck', TZ: 'UTC' }
    // not dpkg-buildpackage, which wants a compiler
    run(['debian/rules', 'binary'], { cwd: source, env })
    const [name] = globSync('*.deb', { cwd: folder })
    cpSync(join(folder, name!), join(out, name!))
    return join(out, name!)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function copyCommands(installed: string): void {
  const [bin, sbin] = [join(installed, 'usr', 'bin'), join(installed, 'usr', 'sbin')]
  copyTo(bin, [join(PACKAGING, 'bin', 'simwright')], 0o755)
  copyTo(sbin, [join(PACKAGING, 'bin', 'simwright-admin')], 0o755)
  for (const name of SAME_SCRIPT) symlinkSync('simwright-admin', join(sbin, name))
}

function copyTo(folder: string, files: readonly string[], mode = 0o644): void {
  mkdirSync(folder, { recursive: true })
  for (const file of files) {
    const path = join(folder, file.slice(file.lastIndexOf('/') + 1))
    cpSync(file, path)
    chmodSync(path, mode)
  }
}

/** The changes for users are in CHANGELOG.md; this file states version and time, from which debhelper takes them. */
function changelogOf({ version, epoch }: Release): string {
  const date = new Date(epoch * 1000).toUTCString().replace('GMT', '+0000')
  return `simwright (${version}) stable; urgency=medium

  * Release ${version}. The changes are in /usr/share/doc/simwright/CHANGELOG.md.

 -- Simwright maintainers <maintainers@simwright.invalid>  ${date}
`
}
