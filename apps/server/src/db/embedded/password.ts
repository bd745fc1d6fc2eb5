import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Login } from '../logins.ts'

/** The passwords of the embedded PostgreSQL's logins: hexadecimal, so they never need quoting. */
export type Passwords = Readonly<Record<Login, string>>

/** The name of the database in the embedded PostgreSQL. */
export const DATABASE = 'simwright'

const FILE = 'passwords.json'

export function generatePasswords(): Passwords {
  const password = () => randomBytes(24).toString('hex')
  return { owner: password(), app: password(), system: password() }
}

/** Writes the file atomically. Its existence means that the cluster has the three logins. */
export function writePasswords(folder: string, passwords: Passwords): void {
  const draft = join(folder, `${FILE}.new-${process.pid}`)
  writeSecretFile(draft, JSON.stringify(passwords))
  renameSync(draft, join(folder, FILE))
}

export function readPasswords(folder: string): Passwords {
  return JSON.parse(readFileSync(join(folder, FILE), 'utf8')) as Passwords
}

export function hasPasswords(folder: string): boolean {
  return existsSync(join(folder, FILE))
}

export function writeSecretFile(path: string, text: string): void {
  writeFileSync(path, `${text}\n`, { mode: 0o600, flag: 'wx' })
}
