import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..', '..')

/** A package of the lockfile, as npm writes it. */
export type LockedPackage = {
  version?: string
  /** A workspace: the folder that node_modules links to. */
  resolved?: string
  link?: boolean
  /** Only needed to build and to test. */
  dev?: boolean
  optional?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

export type Lockfile = Readonly<Record<string, LockedPackage>>

export function readLockfile(root = ROOT): Lockfile {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
}

/**
 * The paths in node_modules of all packages that these workspaces need when they run, in order. Packages of other
 * platforms, which npm has not installed, are left out.
 */
export function packagesAtRunTime(lockfile: Lockfile, workspaces: readonly string[]): string[] {
  const found = new Set<string>()
  const waiting = [...workspaces]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const entry = lockfile[path]
    if (entry === undefined || found.has(path)) continue
    if (entry.link) waiting.push(entry.resolved!)
    else found.add(path)
    for (const name of namesOf(entry)) {
      const needed = findFrom(lockfile, path, name)
      if (needed !== undefined) waiting.push(needed)
    }
  }
  return [...found]
    .filter((path) => path.startsWith('node_modules/') && existsSync(join(ROOT, path)))
    .toSorted((a, b) => (a < b ? -1 : 1))
}

function namesOf({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: LockedPackage) {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional)
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
}

/** Where Node finds a package that a file in the folder `from` imports: in the nearest node_modules above it. */
function findFrom(lockfile: Lockfile, from: string, name: string): string | undefined {
  for (let folder = from; ; ) {
    const path = join(folder, 'node_modules', name)
    if (lockfile[path]) return path
    if (folder === '') return undefined
    const inner = folder.lastIndexOf('/node_modules/')
    folder = inner < 0 ? '' : folder.slice(0, inner)
  }
}
