import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const EXEMPT = /\.test\.ts$/

/** The text between `sql<` and the template, which may span several lines. */
const ROW_TYPE = /\bsql<([^`]*)>+\s*`/g

/**
 * Inline object types in `sql<...>`, as `path:line`. When a migration renames or retypes a column, the compiler reports
 * only row types that are derived from the generated tables (`Row` of db/row.ts). A row of computed columns needs a
 * named type.
 */
export function inlineRowTypes(root: string): string[] {
  return globSync('{apps/server/src,scripts}/**/*.ts', { cwd: root })
    .filter((file) => !EXEMPT.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      const inline = [...text.matchAll(ROW_TYPE)].filter(([, type]) => type?.includes('{'))
      return inline.map(({ index }) => `${file}:${text.slice(0, index).split('\n').length}`)
    })
}
