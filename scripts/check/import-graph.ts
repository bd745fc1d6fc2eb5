import { existsSync, globSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'oxc-parser'

/**
 * An import, from a source file to another one (path from the root), to `npm:NAME` or to `node:NAME`. `typeOnly`
 * imports are erased; `dynamic` ones, `import('...')`, are loaded when they are executed.
 */
export type Import = { from: string; to: string; typeOnly: boolean; dynamic?: true }

export type ImportGraph = { files: readonly string[]; imports: readonly Import[] }

const SOURCES = ['packages/*/src/**/*.ts', 'apps/*/src/**/*.{ts,tsx}', 'scripts/**/*.ts', 'tests/**/*.ts']

/** Reads the imports of all source files. */
export function readImportGraph(root: string): ImportGraph {
  const files = globSync(SOURCES, { cwd: root, exclude: ['**/node_modules/**'] }).toSorted()
  const imports = files.flatMap((from) => importsOf(root, from))
  return { files, imports }
}

function importsOf(root: string, from: string): Import[] {
  const { module } = parseSync(from, readFileSync(join(root, from), 'utf8'))
  const imported = module.staticImports.map((found) => ({
    request: found.moduleRequest.value,
    typeOnly: found.entries.length > 0 && found.entries.every((entry) => entry.isType),
  }))
  const passedOn = module.staticExports
    .flatMap((found) => found.entries)
    .flatMap(({ moduleRequest, isType }) => (moduleRequest ? [{ request: moduleRequest.value, typeOnly: isType }] : []))
  const dynamic = module.dynamicImports.flatMap((found) => literalRequest(root, from, found.moduleRequest))
  const toFile = (request: string) => resolveRequest(root, from, request)
  return [
    ...[...imported, ...passedOn].map(({ request, typeOnly }) => ({ from, to: toFile(request), typeOnly })),
    ...dynamic.map((request): Import => ({ from, to: toFile(request), typeOnly: false, dynamic: true })),
  ]
}

/** Finds `import('./x.ts')`; computed specifiers are ignored. */
function literalRequest(root: string, from: string, { start, end }: { start: number; end: number }): string[] {
  const text = Buffer.from(readFileSync(join(root, from), 'utf8'), 'utf8')
    .toString('utf8')
    .slice(start, end)
  const literal = /^(['"`])([^'"`$]+)\1$/.exec(text)
  return literal?.[2] === undefined ? [] : [literal[2]]
}

function resolveRequest(root: string, from: string, request: string): string {
  if (request.startsWith('.')) return resolveFile(root, normalize(join(dirname(from), request)))
  if (request.startsWith('node:')) return request
  if (builtinModules.includes(request)) return `node:${request}`
  const [scope = '', name] = request.split('/')
  if (scope === '@simwright' && name !== undefined) return resolveWorkspace(root, name, request)
  return `npm:${scope.startsWith('@') ? `${scope}/${name}` : scope}`
}

/** Bundlers allow missing extensions, and queries for assets. */
function resolveFile(root: string, path: string): string {
  const plain = path.replace(/\?.*$/, '')
  const candidates = [plain, `${plain}.ts`, `${plain}.tsx`, `${plain}/index.ts`]
  return candidates.find((file) => /\.\w+$/.test(file) && existsSync(join(root, file))) ?? `missing:${plain}`
}

function resolveWorkspace(root: string, name: string, request: string): string {
  const rest = request.split('/').slice(2).join('/')
  const file = rest === '' ? 'index.ts' : `${rest}.ts`
  const candidates = [`packages/${name}/src/${file}`, `packages/${name}/src/${rest}`]
  return candidates.find((path) => /\.ts$/.test(path) && existsSync(join(root, path))) ?? `missing:${request}`
}

/**
 * Import cycles, of values and of types: for each strongly connected group of files, the shortest cycle through its
 * first file.
 */
export function importCycles({ files, imports }: ImportGraph): string[][] {
  const next = targets(imports, ({ from, to }) => [from, to])
  const previous = targets(imports, ({ from, to }) => [to, from])
  const seen = new Set<string>()
  return files.flatMap((file) => {
    const cycle = seen.has(file) ? undefined : shortestCycle(file, next)
    if (cycle === undefined) return []
    const before = reachable(file, previous)
    for (const other of reachable(file, next)) if (before.has(other)) seen.add(other)
    return [cycle]
  })
}

type Targets = ReadonlyMap<string, readonly string[]>

function targets(imports: readonly Import[], ends: (found: Import) => [string, string]): Targets {
  const grouped = Map.groupBy(imports.map(ends), ([from]) => from)
  return new Map([...grouped].map(([from, found]) => [from, found.map(([, to]) => to)]))
}

function reachable(file: string, next: Targets): Set<string> {
  const reached = new Set<string>()
  const waiting = [file]
  for (let from = waiting.pop(); from !== undefined; from = waiting.pop()) {
    for (const to of next.get(from) ?? []) {
      if (reached.has(to)) continue
      reached.add(to)
      waiting.push(to)
    }
  }
  return reached
}

function shortestCycle(file: string, next: Targets): string[] | undefined {
  const cameFrom = new Map<string, string>()
  let layer = [file]
  while (layer.length > 0 && !cameFrom.has(file)) {
    const following: string[] = []
    for (const from of layer) {
      for (const to of next.get(from) ?? []) {
        if (cameFrom.has(to)) continue
        cameFrom.set(to, from)
        following.push(to)
      }
    }
    layer = following
  }
  if (!cameFrom.has(file)) return undefined
  const cycle = [file]
  for (let at = cameFrom.get(file)!; at !== file; at = cameFrom.get(at)!) cycle.unshift(at)
  return [file, ...cycle]
}
