import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { StartRefusal } from '../runtime/start-refusal.ts'
import { Secret } from '../secret/secret.ts'
import { KEY_LENGTH, type KeyRing } from './sealer.ts'

/**
 * The two key-encryption keys. `card` seals secrets that could clone a SIM or sign as the SM-DP+; only the vault gets
 * it. `service` seals everything else.
 */
export type KeyFile = { card: KeyRing; service: KeyRing }

const Ring = z
  .record(z.string().regex(/^[1-9]\d{0,4}$/, 'a key version is a number from 1'), z.base64())
  .refine((ring) => Object.keys(ring).length > 0, 'at least one key version is needed')

const File = z.strictObject({ card: Ring, service: Ring })

/**
 * Reads the key file: `{"card": {"1": "<32 bytes, base64>"}, "service": {"1": "..."}}`.
 * @throws Error if users other than its owner can read it, or it is malformed; the message contains no key
 */
export function readKeyFile(path: string): KeyFile {
  return parseKeyFile(readKeyFileText(path), path)
}

/** The text of a key file. @throws Error if users other than its owner can read it */
export function readKeyFileText(path: string): Secret<string> {
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) {
    throw new StartRefusal(`The key file ${path} can be read by others: chmod 600 it.`)
  }
  return new Secret(readFileSync(path, 'utf8'))
}

/** The keys in a key file; `path` is for messages. @throws Error if it is malformed; the message contains no key */
export function parseKeyFile(text: Secret<string>, path: string): KeyFile {
  const parsed = File.safeParse(parseJson(text, path))
  if (!parsed.success) throw new StartRefusal(`The key file ${path} is malformed: ${z.prettifyError(parsed.error)}`)
  return { card: keyRing(parsed.data.card, path), service: keyRing(parsed.data.service, path) }
}

/** Creates a key file with new keys; does nothing if another process created it first. */
export function createKeyFile(path: string): void {
  const newRing = () => ({ 1: randomBytes(KEY_LENGTH).toString('base64') })
  writeKeyFile(path, new Secret(`${JSON.stringify({ card: newRing(), service: newRing() })}\n`))
}

/** Writes a key file atomically; never replaces an existing one. @returns whether it was written */
export function writeKeyFile(path: string, text: Secret<string>): boolean {
  const draft = `${path}.new-${process.pid}`
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  rmSync(draft, { force: true })
  writeFileSync(draft, text.reveal(), { mode: 0o600, flush: true })
  chmodSync(draft, 0o600)
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (!existsSync(path)) throw error
    return false
  } finally {
    rmSync(draft)
  }
}

function parseJson(text: Secret<string>, path: string): unknown {
  try {
    return JSON.parse(text.reveal())
  } catch (error) {
    if (error instanceof SyntaxError) throw new StartRefusal(`The key file ${path} is not JSON.`)
    throw error
  }
}

function keyRing(ring: Record<string, string>, path: string): KeyRing {
  const entries = Object.entries(ring).map(([version, text]): [number, Secret] => {
    const key = Buffer.from(text, 'base64')
    if (key.length !== KEY_LENGTH) {
      throw new StartRefusal(
        `The key file ${path} is malformed: key version ${version} does not have ${KEY_LENGTH} bytes.`,
      )
    }
    return [Number(version), new Secret(key)]
  })
  return new Map(entries)
}
