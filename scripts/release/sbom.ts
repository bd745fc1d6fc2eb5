import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { run } from './command.ts'
import type { Release } from './debian-package.ts'
import { type Lockfile, packagesAtRunTime, ROOT, readLockfile } from './lockfile.ts'

/** What a package of the lockfile is for. */
export type Use =
  /** A library that is installed. */
  | 'installed'
  /** A library of the pages that the portal serves. */
  | 'in the web app'
  /** Only builds or tests. */
  | 'build'
  /** Is for other systems than that of this release. */
  | 'other system'

type Component = {
  'bom-ref': string
  scope?: string
  properties?: { name: string; value: string }[]
}

export const USE_PROPERTY = 'simwright:use'

/** A CycloneDX list of all packages of the lockfile, as npm writes it, each with its use. The same lockfile makes the same text. */
export function describeParts({ version, epoch }: Release): string {
  const npm = process.env.npm_execpath
  const words = npm ? [process.execPath, npm] : ['npm']
  const options = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application']
  const list = JSON.parse(run([...words, ...options], { cwd: ROOT })) as {
    serialNumber: string
    metadata: { timestamp: string; component: object }
    components: Component[]
  }
  const uses = usesOf(readLockfile())
  const components = list.components
    .map((component) => withUse(component, uses.get(component['bom-ref'])))
    .toSorted((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1))
  const hash = createHash('sha256')
    .update(JSON.stringify([version, components]))
    .digest('hex')
  const metadata = {
    ...list.metadata,
    timestamp: new Date(epoch * 1000).toISOString(),
    // npm takes the name from the folder
    component: { ...list.metadata.component, name: 'simwright' },
  }
  const described = { ...list, serialNumber: `urn:uuid:${uuidOf(hash)}`, metadata, components }
  return `${JSON.stringify(described, undefined, 2)}\n`
}

/** The first 128 bits of a hash as a UUID of version 8 (RFC 9562). */
const uuidOf = (hash: string) =>
  [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`, hash.slice(20, 32)].join(
    '-',
  )

function withUse(component: Component, use: Use = 'installed'): Component {
  const isShipped = use === 'installed' || use === 'in the web app'
  const properties = [...(component.properties ?? []), { name: USE_PROPERTY, value: use }]
  return { ...component, scope: isShipped ? 'required' : 'excluded', properties }
}

/** The use of each package of the lockfile, by name and version. A package that is installed twice has the wider use. */
export function usesOf(lockfile: Lockfile): Map<string, Use> {
  const node = dirname(dirname(process.execPath)).slice(ROOT.length + 1)
  const installed = new Set([...packagesAtRunTime(lockfile, ['apps/server', 'packages/cli']), node])
  const inWebApp = new Set(packagesAtRunTime(lockfile, ['apps/web']))
  const order: readonly Use[] = ['installed', 'in the web app', 'build', 'other system']
  const uses = new Map<string, Use>()
  for (const [path, { version, dev, link }] of Object.entries(lockfile)) {
    if (link || path === '' || !path.includes('node_modules/')) continue
    const ref = `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`
    const use = installed.has(path)
      ? 'installed'
      : inWebApp.has(path)
        ? 'in the web app'
        : dev
          ? 'build'
          : 'other system'
    const known = uses.get(ref)
    if (known === undefined || order.indexOf(use) < order.indexOf(known)) uses.set(ref, use)
  }
  return uses
}

/** The file of the list in the folder of the release. */
export const partsFile = (folder: string, { version }: Release): string => join(folder, `simwright_${version}.cdx.json`)
