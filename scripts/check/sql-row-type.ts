import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const EXEMPT = /\.test\.ts$/

/** The text between `sql<` and the template, which may span several lines. */
const ROW_TYPE = /\bsql<([^`]*)>+\s*`/g

/**
 * Inline object types in `sql<...>`, as `path:line`. The compiler finds columns that a migration renames or retypes
 * only if the row type is derived from the generated tables (`Row` of db/row.ts); types of computed rows must be named.
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
