import { globSync } from 'node:fs'
import type { ImportGraph } from './import-graph.ts'

/**
 * The folders of the server, and the files that they share, in import order: each imports only those before it. The files
 * next to them (`server.ts`, `app.ts`, `main.ts`, ...) compose the server and may import all.
 */
export const SERVER_LEVELS: readonly string[] = [
  'secret',
  'setting-value.ts',
  'config.ts',
  'runtime',
  'worker',
  'outside',
  'format',
  'db',
  'seal',
  'port',
  'work',
  'metrics',
  'http',
  'modules',
  'jobs',
]

/** Programs of their own, which open the server or its parts; nothing of the server imports them. */
export const SERVER_PROGRAMS: readonly string[] = ['admin', 'backup', 'demo', 'seed', 'testing']

const SOURCE = 'apps/server/src/'
const TEST = /\.test\.ts$/

/** Imports of a folder that is not before the importing one, as `from -> to`. Imports of types count, tests do not. */
export function brokenLevels({ imports }: ImportGraph): string[] {
  const broken = imports.filter(({ from, to }) => {
    if (!from.startsWith(SOURCE) || !to.startsWith(SOURCE) || TEST.test(from)) return false
    const level = SERVER_LEVELS.indexOf(entryOf(from))
    if (level < 0 || entryOf(from) === entryOf(to)) return false
    const target = SERVER_LEVELS.indexOf(entryOf(to))
    return target < 0 || target > level
  })
  return [...new Set(broken.map(({ from, to }) => `${from} -> ${to}`))]
}

/** Folders of the server that have no level, and levels that do not exist. */
export function foldersWithoutLevel(root: string): string[] {
  const folders = globSync(`${SOURCE}*/`, { cwd: root }).map((path) => entryOf(path.replace(/\/$/, '')))
  const entries = new Set(globSync(`${SOURCE}*`, { cwd: root }).map(entryOf))
  const listed = [...SERVER_LEVELS, ...SERVER_PROGRAMS]
  return [
    ...folders.filter((folder) => !listed.includes(folder)).map((folder) => `${SOURCE}${folder} has no level`),
    ...listed.filter((name) => !entries.has(name)).map((name) => `${SOURCE}${name} does not exist`),
  ]
}

const entryOf = (path: string) => path.slice(SOURCE.length).split('/')[0]!
