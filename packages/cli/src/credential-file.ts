import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { CommandError, EXIT } from './exit-code.ts'
import type { Terminal } from './terminal.ts'

type Env = Terminal['env']

export type Credential = { readonly url: string; readonly key: string; readonly allowHttp: boolean }

/** The portals that the user has signed in to; `current` is used without `--url`. */
type Stored = { current: string; portals: Record<string, { key: string; allowHttp: boolean }> }

/** `SIMWRIGHT_CREDENTIALS`, or `simwright/credentials.json` in the folder for configuration (XDG Base Directory). */
export function credentialPath({ SIMWRIGHT_CREDENTIALS, XDG_CONFIG_HOME, APPDATA }: Env): string {
  if (SIMWRIGHT_CREDENTIALS) return SIMWRIGHT_CREDENTIALS
  const folder = (process.platform === 'win32' ? APPDATA : XDG_CONFIG_HOME) || join(homedir(), '.config')
  return join(folder, 'simwright', 'credentials.json')
}

/** The key for a portal: that of the environment, or that of the last sign-in. @throws CommandError */
export function readCredential(env: Env, url: string | undefined): Credential {
  const { SIMWRIGHT_KEY, SIMWRIGHT_URL } = env
  const stored = SIMWRIGHT_KEY ? undefined : readFile(env)
  const wanted = url ?? SIMWRIGHT_URL ?? stored?.current
  if (wanted === undefined || wanted === '') throw new CommandError('Sign in first: simwright login URL', EXIT.signIn)
  if (SIMWRIGHT_KEY) return { url: wanted, key: SIMWRIGHT_KEY, allowHttp: env.SIMWRIGHT_ALLOW_HTTP === '1' }
  const portal = stored?.portals[originOf(wanted)]
  if (!portal)
    throw new CommandError(`Not signed in to ${wanted}. Sign in first: simwright login ${wanted}`, EXIT.signIn)
  return { url: originOf(wanted), ...portal }
}

export function saveCredential(env: Env, { url, key, allowHttp }: Credential): string {
  const stored = readFile(env)
  const origin = originOf(url)
  return writeFile(env, { current: origin, portals: { ...stored?.portals, [origin]: { key, allowHttp } } })
}

/** @returns the addresses whose keys were removed */
export function removeCredentials(env: Env, url: string | undefined): string[] {
  const stored = readFile(env)
  const wanted = url === undefined ? stored?.current : originOf(url)
  if (!stored || wanted === undefined || !stored.portals[wanted]) return []
  const { [wanted]: _, ...portals } = stored.portals
  const [next] = Object.keys(portals)
  if (next === undefined) rmSync(credentialPath(env))
  else writeFile(env, { current: stored.current === wanted ? next : stored.current, portals })
  return [wanted]
}

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : url)

/** @throws CommandError if other users could read or change it */
function readFile(env: Env): Stored | undefined {
  const path = credentialPath(env)
  if (!existsSync(path)) return undefined
  const { mode, uid } = statSync(path)
  const isOwn = process.getuid === undefined || uid === process.getuid()
  if (process.platform !== 'win32' && ((mode & 0o077) !== 0 || !isOwn))
    throw new CommandError(`Others can read ${path}. Make it readable only by you: chmod 600 ${path}`, EXIT.signIn)
  try {
    const stored = JSON.parse(readFileSync(path, 'utf8')) as Partial<Stored>
    if (typeof stored.current === 'string' && typeof stored.portals === 'object') return stored as Stored
  } catch {}
  throw new CommandError(`${path} is damaged. Delete it, then sign in again.`, EXIT.signIn)
}

/** Replaces the file at once, so that no reader finds half of it. */
function writeFile(env: Env, stored: Stored): string {
  const path = credentialPath(env)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const next = `${path}.${process.pid}`
  writeFileSync(next, `${JSON.stringify(stored, undefined, 2)}\n`, { mode: 0o600 })
  chmodSync(next, 0o600)
  renameSync(next, path)
  return path
}
