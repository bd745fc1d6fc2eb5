import { globSync } from 'node:fs'
import type { ImportRule } from './import-rule.ts'

/**
 * The areas of the product, in import order: an area may import the areas before it, never those after it. The server's
 * modules, the pages of the web app and the files of the contract are divided into the same areas.
 */
export const AREAS = ['platform', 'profiles', 'provisioning', 'people', 'programs', 'money', 'insight'] as const

/** Tests may import all areas. */
const NOT_A_TEST = '(?!.*\\.test\\.ts$)'

/**
 * The lifecycle may import the hooks of all modules, because a hook only returns writes and imports only other hooks.
 */
const NO_HOOK = '(?![^/]+/hook\\.ts$)'

/** Notifications and audit entries report on all areas, so their schemas may import the enumerations of each. */
const NO_REPORT = '(?!(notice-kind|audit)\\.ts$)'

const laterThan = (index: number) => AREAS.slice(index + 1).join('|')

/** Rules for the server and the contract, for each area that has later areas. */
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

/** Folders that must be in an area but are not. */
export function foldersWithoutArea(root: string): string[] {
  const folders = SORTED.flatMap((parent) => globSync(`${parent}/*/`, { cwd: root }))
  return folders.filter((folder) => !AREAS.some((area) => folder.replace(/\/$/, '').endsWith(`/${area}`)))
}
