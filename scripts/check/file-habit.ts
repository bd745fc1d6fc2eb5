import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { functionsOf, LONGEST_FUNCTION, lengthOf } from '../measure/function-length.ts'
import { placeOf, readSource } from './syntax.ts'

const FILES = '{packages/*/src,apps/*/src,scripts,tests}/**/*.{ts,tsx}'

const sourceFiles = (root: string) => globSync(FILES, { cwd: root }).filter((path) => !path.endsWith('.gen.ts'))

const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*(\.test|\.states|\.d)?\.tsx?$/
const COMPONENT = /^[A-Z][A-Za-z0-9]*(\.states|\.test)?\.tsx?$/

/** Files whose names are neither kebab-case nor, in the web app, the name of a component. */
export function misnamedFiles(root: string): string[] {
  return sourceFiles(root).filter((path) => {
    const name = basename(path)
    return !(KEBAB_CASE.test(name) || (path.startsWith('apps/web/') && COMPONENT.test(name)))
  })
}

/** The tools that load these files take their default export. */
const LOADED_BY_TOOLS: readonly string[] = [
  'scripts/test/playwright-reporter.ts',
  'scripts/test/states/runner.ts',
  'scripts/test/vitest-reporter.ts',
  'tests/e2e/global-setup.ts',
]

export function defaultExports(root: string): string[] {
  return sourceFiles(root).filter(
    (path) =>
      !LOADED_BY_TOOLS.includes(path) && /^export (default\b|\{[^}]*\bas default\b)/m.test(readText(root, path)),
  )
}

const LONGEST_FILE = 450

/** Files of the product that were longer when the rule began; tables of rows, and files that need a concept. */
const LONG_FILES: Readonly<Record<string, number>> = {
  'apps/server/src/demo/history/story.ts': 500,
  'apps/server/src/modules/profiles/lifecycle/rule.ts': 600,
  'apps/server/src/modules/provisioning/generate/queries.ts': 600,
  'apps/web/src/frame/help-texts.ts': 720,
  'packages/contract/src/platform/audit.ts': 560,
  'packages/contract/src/platform/notice-kind.ts': 890,
  'packages/contract/src/problem.ts': 740,
  'packages/contract/src/provisioning/delivery.ts': 480,
}

const NOT_OF_THE_PRODUCT = /\.test\.tsx?$|\.states\.tsx$|\/testing\/|^scripts\/|^tests\/|^apps\/web\/src\/states\//

/** Files of the product with more lines than allowed, as `path: lines`. */
export function longFiles(root: string): string[] {
  return sourceFiles(root).flatMap((path) => {
    const lines = readText(root, path).trimEnd().split('\n').length
    const isLong = !NOT_OF_THE_PRODUCT.test(path) && lines > (LONG_FILES[path] ?? LONGEST_FILE)
    return isLong ? [`${path}: ${lines} lines`] : []
  })
}

/** The functions of the product that are too long, as `path:line: lines`. */
export function longFunctions(root: string): string[] {
  return sourceFiles(root)
    .filter((path) => !NOT_OF_THE_PRODUCT.test(path))
    .flatMap((path) => {
      const source = readSource(root, path)
      return functionsOf(source.tree).flatMap((node) => {
        const lines = lengthOf(source, node)
        return lines > LONGEST_FUNCTION ? [`${placeOf(source, node)}: ${lines} lines`] : []
      })
    })
}

const MOST_PARAMETERS = 4

/** The functions of the product with more parameters, as `path:line: count`. */
export function wideFunctions(root: string): string[] {
  return sourceFiles(root)
    .filter((path) => !NOT_OF_THE_PRODUCT.test(path))
    .flatMap((path) => {
      const source = readSource(root, path)
      return functionsOf(source.tree).flatMap((node) => {
        const { length } = node.params as readonly unknown[]
        return length > MOST_PARAMETERS ? [`${placeOf(source, node)}: ${length} parameters`] : []
      })
    })
}

const readText = (root: string, path: string) => readFileSync(join(root, path), 'utf8')
