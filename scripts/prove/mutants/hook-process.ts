/**
 * Loaded with --import by the processes of tests: makes the change of the environment variable MUTANT in memory when its
 * file is loaded. The file on disk stays as it is.
 */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { applyChange, type Change } from './edit.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const given = process.env.MUTANT
if (given) {
  const change: Pick<Change, 'file' | 'start' | 'end' | 'text'> = JSON.parse(given)
  const changed = pathToFileURL(join(ROOT, change.file)).href
  registerHooks({
    load(url, context, nextLoad) {
      if (url.split('?')[0] !== changed) return nextLoad(url, context)
      const source = applyChange(readFileSync(fileURLToPath(changed), 'utf8'), change)
      return { format: 'module-typescript', source, shortCircuit: true }
    },
  })
}
