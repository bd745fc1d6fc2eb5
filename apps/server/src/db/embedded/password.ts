import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Login } from '../logins.ts'

/** Of the logins of the embedded PostgreSQL, in letters that need no quoting anywhere. */
export type Passwords = Readonly<Record<Login, string>>

/** The database inside the embedded PostgreSQL. */
export const DATABASE = 'simwright'

const FILE = 'passwords.json'

export function makePasswords(): Passwords {
  const password = () => randomBytes(24).toString('hex')
  return { owner: password(), app: password(), system: password() }
}

/** The file of a cluster appears whole: that it is there says that the cluster has the three logins. */
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
