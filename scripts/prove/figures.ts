import { proveFigureExport } from './figure-export.ts'
import { proveFigureLists } from './figure-lists.ts'
import { proveFigureSums } from './test-file.ts'

/**
 * `npm run prove figures`: sums against events; `figures lists`: figures against the lists that they open; `figures
 * export`: a report of a million rows.
 */
export async function proveFigures([what, ...names]: readonly string[]): Promise<boolean> {
  if (what === undefined) return await proveFigureSums()
  if (what === 'lists') return await proveFigureLists(names)
  if (what === 'export') return await proveFigureExport()
  console.error('npm run prove figures [lists [TIME ZONE ...] | export]')
  return false
}
