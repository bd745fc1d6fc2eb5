import { globSync } from 'node:fs'
import { knotsOf } from './folder-knot.ts'
import type { Import, ImportGraph } from './import-graph.ts'

/**
 * The levels of the web app in import order, each with its folders and files: a level imports only those before it. The
 * folders of one level may import each other, but not in a circle.
 */
export const WEB_LEVELS = {
  base: ['address.ts', 'paths.ts', 'base', 'texts', 'styles'],
  api: ['api'],
  ui: ['ui'],
  domain: ['brand', 'session', 'views', 'esim', 'money', 'program', 'membership', 'notice', 'end-user', 'comment'],
  features: ['features'],
  app: ['frame', 'router.tsx', 'session-watch.ts', 'reload-after-update.ts', 'App.tsx', 'main.tsx', 'guide'],
} as const

/** Shows every page in each of its states, for the tests and the gallery; nothing of the built app imports it. */
const STATES = 'states'

const SOURCE = 'apps/web/src/'
const TEST = /\.test\.tsx?$|\.states\.tsx$/

const LEVELS: readonly (readonly string[])[] = Object.values(WEB_LEVELS)
const levelOf = (path: string) => LEVELS.findIndex((entries) => entries.includes(entryOf(path)))

/** Imports of a level that is not before the importing one, as `from -> to`. Imports of types count, tests do not. */
export function brokenWebLevels({ imports }: ImportGraph): string[] {
  const broken = ofTheApp(imports).filter(({ from, to }) => levelOf(to) > levelOf(from))
  return [...new Set(broken.map(({ from, to }) => `${from} -> ${to}`))]
}

/** Folders and files of the web app that import each other in a circle, as `a b c`. */
export function webKnots({ imports }: ImportGraph): string[] {
  return knotsOf(SOURCE, ofTheApp(imports)).map((knot) => knot.join(' '))
}

/** Folders and files of the web app that have no level, and entries of levels that do not exist. */
export function webEntriesWithoutLevel(root: string): string[] {
  const entries = globSync(`${SOURCE}*`, { cwd: root })
    .filter((path) => !TEST.test(path))
    .map(entryOf)
  const listed = [...LEVELS.flat(), STATES]
  return [
    ...entries.filter((entry) => !listed.includes(entry)).map((entry) => `${SOURCE}${entry} has no level`),
    ...listed.filter((entry) => !entries.includes(entry)).map((entry) => `${SOURCE}${entry} does not exist`),
  ]
}

function ofTheApp(imports: readonly Import[]): Import[] {
  const isOfTheApp = (path: string) => path.startsWith(SOURCE) && !TEST.test(path) && entryOf(path) !== STATES
  return imports.filter(({ from, to }) => isOfTheApp(from) && isOfTheApp(to))
}

const entryOf = (path: string) => path.slice(SOURCE.length).split('/')[0]!
