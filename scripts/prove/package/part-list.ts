import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../../release/command.ts'
import { readLockfile } from '../../release/lockfile.ts'
import { USE_PROPERTY } from '../../release/sbom.ts'
import { report } from './report.ts'

type Component = { 'bom-ref': string; scope: string; properties: { name: string; value: string }[] }

/** The list of parts has every package of the lockfile, and calls those installed that the Debian package contains. */
export function isComplete(release: string, deb: string): boolean {
  const file = readdirSync(release).find((name) => name.endsWith('.cdx.json'))!
  const { components } = JSON.parse(readFileSync(join(release, file), 'utf8')) as { components: Component[] }
  const uses = new Map(
    components.map((one) => [one['bom-ref'], one.properties.find(({ name }) => name === USE_PROPERTY)?.value]),
  )
  const locked = Object.entries(readLockfile()).filter(([path, { link }]) => path.includes('node_modules/') && !link)
  const missing = locked.filter(([path, { version }]) => !uses.has(`${nameOf(path)}@${version}`)).map(([path]) => path)
  const contained = new Set(
    [
      ...run(['dpkg-deb', '--contents', deb]).matchAll(
        / \.\/usr\/lib\/simwright\/(node_modules\/\S+)\/package\.json$/gm,
      ),
    ]
      .map(([, path]) => path!)
      // folders of a library that have a package.json of their own are not packages
      .filter((path) => locked.some(([known]) => known === path)),
  )
  const refOf = (path: string) => `${nameOf(path)}@${readLockfile()[path]?.version}`
  const unlisted = [...contained].filter((path) => uses.get(refOf(path)) !== 'installed')
  const refs = new Set([...contained].map(refOf))
  const absent = [...uses].filter(([ref, use]) => use === 'installed' && !refs.has(ref) && !isOwnOrNode(ref))
  const count = (use: string) => [...uses.values()].filter((one) => one === use).length
  const figures = ['installed', 'in the web app', 'build', 'other system'].map((use) => `${count(use)} ${use}`)
  const faults = [...missing, ...unlisted, ...absent.map(([ref]) => ref)]
  return report(
    faults.length === 0 && contained.size > 100,
    `the list of parts has all ${locked.length} packages of the lockfile (${figures.join(', ')}), and the Debian package the ${contained.size} installed ones ${faults.join(' ')}`,
  )
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Workspaces are the program itself, and Node is in another folder. */
const isOwnOrNode = (ref: string) => /^(@simwright\/|node-)/.test(ref)
