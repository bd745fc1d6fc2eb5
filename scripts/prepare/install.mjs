import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { delimiter, dirname, join, relative } from 'node:path'
import { runWithProgress } from './progress.mjs'

const ROOT = join(import.meta.dirname, '..', '..')
const OLDEST = [20, 19]
const TARGET_MAJOR = 24

/**
 * Installs the packages of the lockfile if node_modules does not match it.
 * @returns {Promise<string>} the path of the Node 24 that runs TypeScript
 */
export async function installPackages() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
    throw new Error(
      `Simwright needs Node ${OLDEST.join('.')} or newer to start with; this is ${process.versions.node}.`,
    )
  }
  const fault = findFault()
  if (fault) {
    await runNpmCi(fault)
    const left = findFault()
    if (left) throw new Error(`npm ci has run, but node_modules does not match the lockfile: ${left}.`)
  }
  linkWorkspaces()
  return findNode()
}

/** Links the workspaces that are newer than the installation. Nothing else of it has changed, so it needs no npm. */
function linkWorkspaces() {
  for (const [path, { link, resolved }] of Object.entries(readPackages('package-lock.json'))) {
    const linked = join(ROOT, path)
    if (!link || existsSync(linked)) continue
    mkdirSync(dirname(linked), { recursive: true })
    symlinkSync(relative(dirname(linked), join(ROOT, resolved)), linked, 'junction')
  }
}

/** npm writes node_modules/.package-lock.json when an installation is complete. */
function findFault() {
  const wanted = readPackages('package-lock.json')
  const installed = readPackages(join('node_modules', '.package-lock.json'))
  if (!wanted) throw new Error('package-lock.json is missing: is this a whole copy of the repository?')
  if (!installed) return 'none are installed'
  for (const [path, entry] of Object.entries(wanted)) {
    if (!path.startsWith('node_modules/') || entry.link) continue
    const there = installed[path]
    if (there ? there.version !== entry.version : !entry.optional) {
      return `${path.slice('node_modules/'.length)} is not at ${entry.version}`
    }
  }
  return undefined
}

function readPackages(path) {
  const file = join(ROOT, path)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined
}

/** Uses the npm and Node of the machine, because those in node_modules are replaced. */
async function runNpmCi(fault) {
  const { npm_execpath: npm, npm_node_execpath: node, ...env } = process.env
  env.PATH = withoutPackages(process.env.PATH ?? '')
  const [file, args] = npm && node ? [node, [npm]] : ['npm', []]
  const wanted = Object.keys(readPackages('package-lock.json')).filter((path) => path.startsWith('node_modules/'))
  const done = await runWithProgress(
    { file, args: [...args, 'ci', '--ignore-scripts', '--loglevel=error', '--no-progress'], cwd: ROOT, env },
    {
      title: `Installing the packages of the lockfile (${fault})`,
      // packages of other platforms never arrive, so there is no total
      detail: () => `${wanted.filter((path) => existsSync(join(ROOT, path, 'package.json'))).length} packages`,
    },
  )
  if (done.error) throw new Error('npm was not found: it comes with Node.', { cause: done.error })
  if (done.code !== 0) throw new Error('npm ci failed: see above. Is the npm registry reachable from here?')
}

function withoutPackages(path) {
  return path
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(delimiter)
}

/** A Node that runs TypeScript, before the packages are checked or installed; undefined if there is none yet. */
export const nodeBeforeInstall = () => shippedNode() ?? (process.features.typescript ? process.execPath : undefined)

function shippedNode() {
  const shipped = join(ROOT, 'node_modules', `node-${shippedPlatform()}`, 'bin', shippedFile())
  return existsSync(shipped) ? shipped : undefined
}

function findNode() {
  const shipped = shippedNode()
  if (shipped) return shipped
  if (Number(process.versions.node.split('.')[0]) >= TARGET_MAJOR) return process.execPath
  throw new Error(
    `Simwright runs on Node ${TARGET_MAJOR}, and no package contains it for ${process.platform}-${process.arch}: ` +
      `install Node ${TARGET_MAJOR} and try again.`,
  )
}

const shippedPlatform = () => `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
const shippedFile = () => (process.platform === 'win32' ? 'node.exe' : 'node')
