import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runWithProgress } from './progress.mjs'

const ROOT = join(import.meta.dirname, '..', '..')
const WEB_APP = join(ROOT, 'apps', 'web')
const STAMP = join(ROOT, 'node_modules', '.cache', 'simwright', 'web-app')
const SOURCES = [
  'apps/web',
  'docs/guide',
  'scripts/guide',
  'scripts/download',
  'packages/client',
  'scripts/openapi',
  'scripts/openapi.ts',
  'packages/cli',
  'packages/contract',
  'packages/ids',
  'packages/qr',
  'package-lock.json',
]

/** Builds apps/web/dist unless it was built from the current sources. */
export async function buildWebApp(node) {
  const hash = hashSources()
  const built = existsSync(join(WEB_APP, 'dist', 'index.html')) && existsSync(STAMP)
  if (built && readFileSync(STAMP, 'utf8') === hash) return
  // a build that fails halfway leaves no stamp
  rmSync(STAMP, { force: true })
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')
  const build = { file: node, args: [vite, 'build', '--logLevel', 'warn'], cwd: WEB_APP, env: process.env }
  const done = await runWithProgress(build, { title: 'Building the web app and the guide' })
  if (done.error || done.code !== 0) throw new Error('The web app could not be built: see above.')
  mkdirSync(dirname(STAMP), { recursive: true })
  writeFileSync(STAMP, hash)
}

function hashSources() {
  const hash = createHash('sha256')
  for (const path of SOURCES.flatMap(listFiles)) hash.update(`${path}\0`).update(readFileSync(join(ROOT, path)))
  return hash.digest('hex')
}

function listFiles(path) {
  const entries = existsSync(join(ROOT, path)) ? safeRead(path) : []
  if (entries === undefined) return [path]
  return entries
    .filter(({ name }) => !['node_modules', 'dist', 'states', 'states.html'].includes(name))
    .filter(({ name }) => !/\.(test|states)\./.test(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? listFiles(join(path, entry.name)) : [join(path, entry.name)]))
}

/** Undefined for a file. */
function safeRead(path) {
  try {
    return readdirSync(join(ROOT, path), { withFileTypes: true })
  } catch (error) {
    if (error.code === 'ENOTDIR') return undefined
    throw error
  }
}
