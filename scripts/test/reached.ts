import { basename } from 'node:path'
import type { ImportGraph } from '../check/import-graph.ts'

/** The files of a repository, as they are needed to find the tests that a change reaches. */
export type Repository = {
  graph: ImportGraph
  /** All files, also those that import nothing, such as style sheets and texts. */
  files: readonly string[]
  /** The text of a source file. */
  read: (file: string) => string
}

/** Files that change what every test runs on. */
const OF_ALL = [
  /^(package|package-lock|tsconfig[\w.]*)\.json$/,
  /(^|\/)(package|tsconfig)\.json$/,
  /^[\w.-]+\.config\.ts$/,
  /^scripts\/(prepare|test)(\/|\.)(?!.*\.test\.ts$)/,
  /^\.(ci|npmrc|node)/,
]

/** Files that no test reads. */
const OF_NONE = [
  /^(LICENSE|NOTICE|CONTRIBUTING\.md|\.gitignore|biome\.json|knip\.json)$/,
  /^docs\/development\//,
  /^monitoring\//,
]

/** What is read by its folder or type and not by an import, and the tests that read it. */
const READ: readonly { changed: RegExp; by: RegExp; why: string }[] = [
  { changed: /\.sql$/, by: /^(apps\/server|tests)\//, why: 'the database of each test is migrated' },
  { changed: /^docs\/|^README\.md$/, by: /^(scripts|tests\/e2e)\//, why: 'the guide, its pictures and the API file' },
  { changed: /^packages\/[\w-]+\/README\.md$/, by: /^(packages|scripts)\//, why: 'examples that tests run' },
  {
    changed: /^apps\/web\/(public\/|\w+\.html$|vite|postcss)/,
    by: /^(apps\/web\/src\/.*\.states\.tsx$|tests\/)/,
    why: 'part of every page',
  },
  {
    changed: /^apps\/web\/src\/.*\.tsx$/,
    by: /^apps\/web\/src\/ui\/table-column\.test\.ts$/,
    why: 'it reads all tables',
  },
  { changed: /^apps\/web\/src\/|^docs\//, by: /^scripts\/guide\//, why: 'the guide names what screens show' },
  {
    changed: /^apps\/server\/src\/modules\/provisioning\/smdp\//,
    by: /\/smdp\/conformance\.test\.ts$/,
    why: 'it reads the tests beside it',
  },
]

const TEST = /\.test\.tsx?$|\.states\.tsx$/
const STATES = /\.states\.tsx$/
const WALK = /^tests\/e2e\//

/** Where the web app starts, which every browser test opens. */
const WEB_APP = 'apps/web/src/main.tsx'
/** It loads pages late, of which a state shows one. */
const ROUTER = 'apps/web/src/router.tsx'
const PAGES = 'apps/web/src/features/'
/** What runs with each test of a project. */
export const SET_UP = { states: 'apps/web/src/states/test-page.ts', server: 'apps/server/src/testing/global-setup.ts' }

/**
 * The tests whose result these changes can change; `all` if that is every test. A test is reached if it imports a
 * changed file, at any distance (types are erased, so they don't count), or if it or what it imports names the file in a
 * text, as processes and data files are named. Beyond that:
 * - a state has its component, the pages of the router that show the component, and the frame;
 * - a browser test has the whole web app;
 * - `READ` lists what is read by its folder; what `OF_ALL` lists, and what none of these rules knows, is all tests.
 */
export function testsReached(repository: Repository, changed: readonly string[]): 'all' | string[] {
  const tests = repository.graph.files.filter((file) => TEST.test(file))
  const needed = changed.filter((file) => !OF_NONE.some((none) => none.test(file)))
  const reachedBy = reverse(edgesOf(repository))
  const known = new Set([...repository.graph.files, ...reachedBy.keys()])
  const reached = new Set<string>()
  for (const file of needed) {
    if (OF_ALL.some((all) => all.test(file))) return 'all'
    const rules = READ.filter((rule) => rule.changed.test(file))
    // a deleted source file: what imported it has changed too
    const isKnown = known.has(file) || /\.tsx?$/.test(file)
    if (!isKnown && rules.length === 0) return 'all'
    for (const test of [...from(file, reachedBy), ...tests.filter((test) => rules.some(({ by }) => by.test(test)))])
      reached.add(test)
  }
  return tests.filter((test) => reached.has(test))
}

type Edges = Map<string, Set<string>>

/** What each file needs when a test runs. */
function edgesOf({ graph, files, read }: Repository): Edges {
  const edges: Edges = new Map()
  const add = (file: string, to: string) => edges.set(file, (edges.get(file) ?? new Set()).add(to))
  const pages = new Set<string>()
  for (const { from, to, typeOnly, dynamic } of graph.imports) {
    if (typeOnly) continue
    if (from === ROUTER && dynamic && to.startsWith(PAGES)) pages.add(to)
    else add(from, to)
  }
  const byName = Map.groupBy(files, (file) => basename(file))
  for (const file of graph.files)
    for (const to of namedIn(read(file), byName)) if (to !== file && mayName(file, to)) add(file, to)
  const shows = new Map([...pages].map((page) => [page, reach(page, edges)]))
  for (const file of graph.files) {
    if (STATES.test(file)) {
      const component = file.replace(STATES, '.tsx')
      const showing = [...shows].filter(([page, shown]) => page === component || shown.has(component))
      for (const to of [SET_UP.states, component, ...showing.map(([page]) => page)]) add(file, to)
    } else if (WALK.test(file) && TEST.test(file)) for (const to of [WEB_APP, ...pages]) add(file, to)
    else if (/^(apps\/server|scripts)\//.test(file) && TEST.test(file)) add(file, SET_UP.server)
  }
  return edges
}

const NAMED = /['"`/]([\w.-]+\.(?:ts|tsx|mjs|js|json|css|html|csv|ya?ml|md|pem|der|svg|png|txt))['"`]/g

/** Imports are edges of the graph. */
const IMPORTS = /\b(from|import)\s*\(?\s*(['"])[^'"\n]+\2/g

/** The files that a text names, as in `join(import.meta.dirname, 'portal-process.ts')`. */
function namedIn(text: string, byName: ReadonlyMap<string, readonly string[]>): string[] {
  return [...text.replaceAll(IMPORTS, '').matchAll(NAMED)].flatMap(([, name = '']) => byName.get(name) ?? [])
}

/** The text of a workspace names files of its own, or of none; scripts and browser tests name any. */
function mayName(file: string, to: string): boolean {
  const workspaceOf = (path: string) => /^(apps|packages)\/[\w-]+\//.exec(path)?.[0]
  return workspaceOf(file) === undefined || workspaceOf(to) === undefined || workspaceOf(file) === workspaceOf(to)
}

function reverse(edges: Edges): Edges {
  const reversed: Edges = new Map()
  for (const [from, targets] of edges)
    for (const to of targets) reversed.set(to, (reversed.get(to) ?? new Set()).add(from))
  return reversed
}

/** The file, and all that its edges lead to. */
function from(file: string, edges: Edges): Set<string> {
  return new Set([file, ...reach(file, edges)])
}

function reach(file: string, edges: Edges): Set<string> {
  const reached = new Set<string>()
  const waiting = [file]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop())
    for (const to of edges.get(at) ?? []) {
      if (reached.has(to)) continue
      reached.add(to)
      waiting.push(to)
    }
  return reached
}
