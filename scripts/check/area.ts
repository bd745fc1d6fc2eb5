import { globSync } from 'node:fs'
import type { ImportRule } from './import-rule.ts'

/**
 * The areas of the product, in the order in which they may import each other: an area imports those before it, never one
 * after it. The server's modules, the pages of the web app and the files of the contract are sorted into the same areas.
 */
const AREAS = ['platform', 'profiles', 'provisioning', 'people', 'insight'] as const

/** Tests build scenes of the whole product. */
const NOT_A_TEST = '(?!.*\\.test\\.ts$)'

/** The lifecycle calls the hooks of other modules, wherever they are: a hook only returns writes and imports only other hooks. */
const NO_HOOK = '(?![^/]+/hook\\.ts$)'

/** Notices and audit entries report what happened in any area, so their schemas name the enumerations of each. */
const NO_REPORT = '(?!(notice|audit)\\.ts$)'

const laterThan = (index: number) => AREAS.slice(index + 1).join('|')

/** One rule for each area that has others after it, on the server and in the contract. */
export const AREA_RULES: readonly ImportRule[] = AREAS.slice(0, -1).flatMap((area, index): ImportRule[] => {
  const allowed = AREAS.slice(0, index + 1).join(', ')
  return [
    {
      claim: `modules of the area ${area} import only ${allowed}`,
      from: new RegExp(`^apps/server/src/modules/${area}/${NOT_A_TEST}`),
      to: new RegExp(`^apps/server/src/modules/(${laterThan(index)})/${NO_HOOK}`),
      counts: 'values and types',
    },
    {
      claim: `contract files of the area ${area} import only ${allowed}`,
      from: new RegExp(`^packages/contract/src/${area}/${NO_REPORT}${NOT_A_TEST}`),
      to: new RegExp(`^packages/contract/src/(${laterThan(index)})/`),
      counts: 'values and types',
    },
  ]
})

const SORTED = ['apps/server/src/modules', 'apps/web/src/features', 'packages/contract/src']

/** Folders that should be in an area and are in none. */
export function foldersWithoutArea(root: string): string[] {
  const folders = SORTED.flatMap((parent) => globSync(`${parent}/*/`, { cwd: root }))
  return folders.filter((folder) => !AREAS.some((area) => folder.replace(/\/$/, '').endsWith(`/${area}`)))
}
