import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { GROUP_ROLES } from '../logins.ts'

const FILE = 'group-roles'
const CONTENT = `${GROUP_ROLES.join(' ')}\n`

/** Writes the file atomically. It names the group roles of the cluster, so that a later version adds those it lacks. */
export function writeGroupRoles(folder: string): void {
  const draft = join(folder, `${FILE}.new-${process.pid}`)
  writeFileSync(draft, CONTENT, { mode: 0o600 })
  renameSync(draft, join(folder, FILE))
}

export function hasGroupRoles(folder: string): boolean {
  const path = join(folder, FILE)
  return existsSync(path) && readFileSync(path, 'utf8') === CONTENT
}
