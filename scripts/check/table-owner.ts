import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MODULE_TABLES, SHARED_TABLES } from '../schema/tables.ts'

export const OWNERS: readonly { owner: string; folder: string; tables: readonly string[] }[] = [
  ...Object.entries(MODULE_TABLES).map(([owner, tables]) => ({
    owner,
    folder: `apps/server/src/modules/${owner}/`,
    tables: Object.keys(tables),
  })),
  ...Object.entries(SHARED_TABLES).map(([owner, tables]) => ({
    owner,
    folder: `apps/server/src/${owner}/`,
    tables: Object.keys(tables),
  })),
]

export const OWNER_FOLDERS: readonly string[] = OWNERS.map(({ folder }) => folder)

const WRITES = (table: string) =>
  new RegExp(
    `(?:insertInto|updateTable|deleteFrom|mergeInto)\\(\\s*'${table}(?: |')` +
      `|\\b(?:insert\\s+into|update|delete\\s+from|merge\\s+into|truncate)\\s+${table}\\b(?!\\s+is)` +
      `|\\binsertWrite\\(\\s*'${table}'|\\bupdateWrites\\(\\s*\\{\\s*table: '${table}'`,
    'i',
  )

/** The name of a statement says what it writes in words, such as 'update profile keys'. */
const NAME = /\b(?:statement|shapedStatement|statementOfFamily)(?:<[^()]*>)?\(\s*['"`][^'"`]*['"`]|^ {2}'[^']*': /gm

export const EXEMPT = /\.test\.ts$|^apps\/server\/src\/(db\/migrations|testing|seed)\//

/** Writes by modules that do not own the table, as `path: table`. */
export function foreignWrites(root: string): string[] {
  const files = globSync('apps/server/src/**/*.ts', { cwd: root }).filter((file) => !EXEMPT.test(file))
  const texts = files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8').replace(NAME, '') }))
  return OWNERS.flatMap(({ owner, folder, tables }) => {
    return tables.flatMap((table) => {
      const writes = WRITES(table)
      return texts
        .filter(({ file, text }) => !file.startsWith(folder) && writes.test(text))
        .map(({ file }) => `${file}: ${table} belongs to ${owner}`)
    })
  })
}

/** Tables without an owner or with several, and listed tables that do not exist. */
export function unownedTables(root: string): string[] {
  const generated = readFileSync(join(root, 'apps/server/src/db/tables.gen.ts'), 'utf8')
  const tables = [...generated.matchAll(/^ {2}(\w+): \w+Table$/gm)].map(([, name]) => name!)
  const owned = OWNERS.flatMap((owner) => owner.tables)
  return [
    ...tables.filter((table) => !owned.includes(table)).map((table) => `${table} has no owner`),
    ...owned.filter((table, index) => owned.indexOf(table) !== index).map((table) => `${table} has several owners`),
    ...owned.filter((table) => !tables.includes(table)).map((table) => `${table} is not in tables.gen.ts`),
  ]
}

/** Files with writes whose table is not in the text, so that they cannot be checked. */
export function unnamedWrites(root: string): string[] {
  const dynamic = /(?:insert\s+into|update|delete\s+from)\s+\$\{|(?:insertInto|updateTable|deleteFrom)\((?!\s*['"])/i
  return globSync('apps/server/src/**/*.ts', { cwd: root }).filter(
    (file) =>
      !EXEMPT.test(file) &&
      !WRITERS_OF_ANY_TABLE.includes(file) &&
      dynamic.test(readFileSync(join(root, file), 'utf8')),
  )
}

/**
 * Exempt: the table comes from a list in the file or from the caller; deleting an enterprise deletes from all tables.
 */
export const WRITERS_OF_ANY_TABLE: readonly string[] = [
  'apps/server/src/modules/people/enterprises/queries.ts',
  'apps/server/src/modules/people/moves/queries.ts',
  'apps/server/src/modules/provisioning/delivery/file-queries.ts',
  'apps/server/src/modules/profiles/lifecycle/statement.ts',
  'apps/server/src/work/lease.ts',
  'apps/server/src/db/retention.ts',
]
