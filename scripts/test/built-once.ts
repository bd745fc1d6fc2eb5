import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..')
const CACHE = join(ROOT, 'node_modules', '.cache', 'simwright')

type Build = {
  name: string
  /** Patterns of all files, from the root, that the result depends on. */
  sources: readonly string[]
  /** Writes the result to `draft`, which then becomes `folder`. */
  write: (paths: { draft: string; folder: string }) => Promise<void>
}

/** Builds something for tests, unless it was built from the current sources. @returns its folder */
export async function buildOnce({ name, sources, write }: Build): Promise<string> {
  const parent = join(CACHE, name)
  const folder = join(parent, hashFiles(sources))
  if (existsSync(folder)) return folder
  mkdirSync(parent, { recursive: true })
  const draft = mkdtempSync(join(CACHE, 'unfinished-'))
  try {
    await write({ draft, folder })
    deleteOld(parent)
    // unless another run has built it meanwhile
    if (!existsSync(folder)) renameSync(draft, folder)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return folder
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Another run may still use what was built before. */
function deleteOld(parent: string): void {
  const builds = readdirSync(parent).map((name) => join(parent, name))
  for (const build of builds) if (Date.now() - statSync(build).mtimeMs > DAY_MS) rmSync(build, { recursive: true })
}

/** The result can contain the folder of the checkout. */
function hashFiles(patterns: readonly string[]): string {
  const hash = createHash('sha256').update(`${ROOT}\0`)
  const entries = patterns.flatMap((pattern) => globSync(pattern, { cwd: ROOT, withFileTypes: true }))
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  for (const file of files.toSorted()) hash.update(`${file.slice(ROOT.length)}\0`).update(readFileSync(file))
  return hash.digest('hex').slice(0, 32)
}
