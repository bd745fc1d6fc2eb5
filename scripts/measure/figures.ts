import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { knotsOf } from '../check/folder-knot.ts'
import type { Import } from '../check/import-graph.ts'
import { foldersByFeature } from './feature-folder.ts'
import { functionLengths, LONGEST_FUNCTION, parametersNamed } from './function-length.ts'
import { readersOf, sqlWays, uncheckedStatements } from './sql.ts'
import { filesOf, lineCount, type MeasuredFile, partOf, readTree, type Tree } from './tree.ts'
import { WALKS, walk } from './walk.ts'

/** A figure of a checkout, as text. */
export type Figure = { name: string; value: string }

/** A file that only one other imports should be longer. */
const SMALL_FILE = 50

/** The figures of the code in a checkout. Reads files only, so it also works for older checkouts. */
export function measureTree(root: string): Figure[] {
  const tree = readTree(root)
  const product = tree.files.filter(({ part }) => part === 'product')
  const server = product.filter(({ path }) => path.startsWith('apps/server/src/'))
  return [
    ...sizes(tree, product),
    ...lengths(product),
    ...structure(tree, product),
    ...sqlFigures(server),
    ...serverFigures(server),
    ...featureFigures(root),
    ...walkFigures(tree),
  ]
}

function sizes({ root, files }: Tree, product: readonly MeasuredFile[]): Figure[] {
  const of = (part: MeasuredFile['part']) => files.filter((file) => file.part === part)
  const lines = (list: readonly { lines: number }[]) => list.reduce((sum, file) => sum + file.lines, 0)
  const others = (pattern: string) =>
    filesOf(root, pattern).map((path) => ({ lines: lineCount(readFileSync(join(root, path), 'utf8')) }))
  const css = others('apps/web/src/**/*.css')
  const sql = others('apps/server/src/db/migrations/**/*.sql')
  const share = lines(of('test')) / Math.max(1, lines(product))
  return [
    figure('product: lines', lines(product)),
    figure('product: files', product.length),
    figure('tests: lines', lines(of('test'))),
    figure('tests: files', of('test').length),
    figure('test lines per product line', share.toFixed(2)),
    figure('scripts: lines', lines(of('tool'))),
    figure('CSS: lines', lines(css)),
    figure('CSS: files', css.length),
    figure('migrations: lines', lines(sql)),
  ]
}

function lengths(product: readonly MeasuredFile[]): Figure[] {
  const files = product.map((file) => file.lines)
  const byFile = product.map((file) => ({ path: file.path, lengths: functionLengths(file) }))
  const functions = byFile.flatMap((file) => file.lengths)
  const long = (prefix: string) =>
    byFile
      .filter(({ path }) => path.startsWith(prefix))
      .flatMap((file) => file.lengths.filter((one) => one > LONGEST_FUNCTION)).length
  return [
    figure('file: median lines', quantile(files, 0.5)),
    figure('file: 95th percentile', quantile(files, 0.95)),
    figure('function: median lines', quantile(functions, 0.5)),
    figure('function: 95th percentile', quantile(functions, 0.95)),
    figure(`functions over ${LONGEST_FUNCTION} lines`, long('')),
    figure(`functions over ${LONGEST_FUNCTION} lines: web app`, long('apps/web/')),
  ]
}

function structure({ graph }: Tree, product: readonly MeasuredFile[]): Figure[] {
  const between = graph.imports.filter(({ from, to }) => partOf(from) === 'product' && partOf(to) === 'product')
  const importers = new Map<string, Set<string>>()
  for (const { from, to } of between) importers.set(to, (importers.get(to) ?? new Set()).add(from))
  const single = product.filter(({ path, lines }) => lines <= SMALL_FILE && importers.get(path)?.size === 1)
  const files = new Set(graph.files)
  const alone = single.filter(({ path }) => !hasOwnTest(path, files) && !PART_OF_PAGE.test(path) && !ENTRY.test(path))
  return [
    figure(`files of at most ${SMALL_FILE} lines that one file imports`, single.length),
    figure('of these, no entry of a module, part of a page or file with a test of its own', alone.length),
    ...knotFigures('web app', 'apps/web/src/', between),
    ...knotFigures('server', 'apps/server/src/', between),
  ]
}

const PART_OF_PAGE = /^apps\/web\/.*\.tsx$/
/** What every module has under the same name, and what a process or thread starts with. */
const ENTRY = /\/(routes|service|jobs|hook|index)\.ts$|-(thread|task|process)\.ts$/

function hasOwnTest(path: string, files: ReadonlySet<string>): boolean {
  const name = path.replace(/\.tsx?$/, '')
  return [`${name}.test.ts`, `${name}.test.tsx`, `${name}.states.tsx`].some((test) => files.has(test))
}

function knotFigures(name: string, parent: string, imports: readonly Import[]): Figure[] {
  const knots = knotsOf(parent, imports)
  return [
    figure(`${name}: knots of folders`, knots.length),
    figure(`${name}: folders in knots`, knots.flat().length),
    ...knots.map((knot, at) => figure(`${name}: knot ${at + 1}`, knot.join(' '))),
  ]
}

function sqlFigures(server: readonly MeasuredFile[]): Figure[] {
  const ways = sqlWays(server)
  return [
    figure('ways of SQL', ways.size),
    ...[...ways].map(([way, count]) => figure(`SQL: ${way}`, count)),
    figure('statements with a row type written by hand', uncheckedStatements(server)),
    figure('modules that read profile', readersOf('profile', server).length),
    figure('modules that read user_account', readersOf('user_account', server).length),
  ]
}

function serverFigures(server: readonly MeasuredFile[]): Figure[] {
  const copies = server.reduce((sum, { text }) => sum + (text.match(/^type (In|Out)<\w+> = /gm)?.length ?? 0), 0)
  return [
    figure(
      'parameters named enterpriseId',
      server.reduce((sum, file) => sum + parametersNamed('enterpriseId', file), 0),
    ),
    figure('port.ts files', server.filter(({ path }) => path.endsWith('/port.ts')).length),
    figure('copies of In and Out', copies),
  ]
}

function featureFigures(root: string): Figure[] {
  const counts = [...foldersByFeature(root).values()].map((folders) => folders.length)
  if (counts.length === 0) return []
  return [
    figure('folders that a feature touches: median', quantile(counts, 0.5)),
    figure('folders that a feature touches: most', Math.max(...counts)),
  ]
}

function walkFigures(tree: Tree): Figure[] {
  return WALKS.flatMap((one) => {
    const reached = walk(tree, one)
    return [
      figure(`walk, ${one.name}: files within reach`, reached?.files ?? '-'),
      figure(`walk, ${one.name}: statements within reach`, reached?.statements ?? '-'),
    ]
  })
}

function figure(name: string, value: number | string): Figure {
  return { name, value: typeof value === 'number' ? value.toLocaleString('en') : value }
}

/** The value that the share of all values does not exceed; 0 without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}
