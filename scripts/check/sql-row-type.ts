import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const EXEMPT = /\.test\.ts$/

/** The text between `sql<` and the template that follows, which may span several lines. */
const ROW_TYPE = /\bsql<([^`]*)>+\s*`/g

/**
 * Row types of `sql<...>` that are written in place, as `path:line`. A column that a migration renames or retypes is found by
 * the compiler only where the row is made of the generated tables (`Row` of db/row.ts); what a statement computes has a name.
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
