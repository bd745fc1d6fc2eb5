import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE_LEVELS, SYSTEM_TX_USERS, VAULT_IMPORTERS } from './import-rule.ts'
import { OWNER_FOLDERS, WRITERS_OF_ANY_TABLE } from './table-owner.ts'

/** Files and folders that rules list by name, from the root. */
const LISTED: readonly { list: string; paths: readonly string[] }[] = [
  { list: 'PACKAGE_LEVELS', paths: Object.keys(PACKAGE_LEVELS).map((name) => `packages/${name}`) },
  { list: 'VAULT_IMPORTERS', paths: VAULT_IMPORTERS.map(onServer) },
  { list: 'SYSTEM_TX_USERS', paths: Object.keys(SYSTEM_TX_USERS).map(onServer) },
  { list: 'TABLE_OWNERS', paths: OWNER_FOLDERS },
  { list: 'WRITERS_OF_ANY_TABLE', paths: WRITERS_OF_ANY_TABLE },
]

function onServer(path: string): string {
  return `apps/server/src/${path}`
}

/** Listed paths that do not exist; a rule about a missing path would always pass. */
export function missingListedPaths(root: string): string[] {
  return LISTED.flatMap(({ list, paths }) =>
    paths.filter((path) => !existsSync(join(root, path))).map((path) => `${path} of ${list} does not exist`),
  )
}

/** Modules that may use `systemTx` but do not; their permission must be removed. */
export function unusedSystemTx(root: string): string[] {
  return Object.keys(SYSTEM_TX_USERS).filter((user) => {
    const files = globSync(`${onServer(user)}/**/*.ts`, { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
    return !files.some((file) => readFileSync(join(root, file), 'utf8').includes('.systemTx('))
  })
}
