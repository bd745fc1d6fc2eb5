import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSource } from '../../check/syntax.ts'
import { tenantTables, unnamedEnterprisesOf } from '../../check/tenant-query.ts'
import { applyChange, type Change } from './edit.ts'

/** The claim of `npm run check` that notices a change, of those that no test repeats; undefined if none does. */
export function claimThatNotices(root: string, change: Change): string | undefined {
  const changed = applyChange(readFileSync(join(root, change.file), 'utf8'), change)
  const faults = unnamedEnterprisesOf(parseSource(change.file, changed), tenantTables(root))
  return faults.length > 0 ? 'npm run check: a query by the handle of an enterprise names it' : undefined
}
