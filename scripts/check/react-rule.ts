import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { transformSync } from '@babel/core'
import compiler, { type LoggerEvent, type PluginOptions } from 'babel-plugin-react-compiler'

const SOURCES = 'apps/web/src/**/*.{ts,tsx}'
const CACHE = 'node_modules/.cache/simwright/react-rules.json'

/** All rules of React that the compiler can verify, including those that are off by default. */
const RULES: PluginOptions['environment'] = {
  validateHooksUsage: true,
  validateNoCapitalizedCalls: [],
  validateNoDerivedComputationsInEffects: true,
  validateNoFreezingKnownMutableFunctions: true,
  validateNoImpureFunctionsInRender: true,
  validateNoJSXInTryStatements: true,
  validateNoSetStateInEffects: true,
  validateNoSetStateInRender: true,
  validateNoVoidUseMemo: true,
  validateRefAccessDuringRender: true,
  validateStaticComponents: true,
}

type Cached = Record<string, readonly string[]>

/**
 * The React Compiler's reports about the web app, as `path:line reason`, without emitting code. A function that it
 * cannot analyze is also reported, because its rules would not be checked. Files are compiled again only if their text,
 * these rules or an installed version has changed.
 */
export function brokenReactRules(root: string): string[] {
  const cacheFile = join(root, CACHE)
  const rules = ['scripts/check/react-rule.ts', 'package-lock.json'].map((path) =>
    readFileSync(join(root, path), 'utf8'),
  )
  const before: Cached = existsSync(cacheFile) ? JSON.parse(readFileSync(cacheFile, 'utf8')) : {}
  const after: Cached = {}
  for (const path of globSync(SOURCES, { cwd: root, exclude: ['**/*.d.ts', '**/*.test.*'] }).toSorted()) {
    const source = readFileSync(join(root, path), 'utf8')
    const hash = createHash('sha256')
    for (const text of [...rules, path, source]) hash.update(text).update('\0')
    const key = hash.digest('hex')
    after[key] = before[key] ?? reportsOf(path, source)
  }
  mkdirSync(dirname(cacheFile), { recursive: true })
  writeFileSync(cacheFile, JSON.stringify(after))
  return Object.values(after).flat()
}

function reportsOf(path: string, source: string): string[] {
  const reports = new Set<string>()
  const logEvent = (_file: string | null, event: LoggerEvent) => {
    const report = reportOf(event)
    if (report) reports.add(`${path}:${report}`)
  }
  const options: PluginOptions = { noEmit: true, panicThreshold: 'none', environment: RULES, logger: { logEvent } }
  transformSync(source, {
    filename: path,
    configFile: false,
    babelrc: false,
    code: false,
    parserOpts: { plugins: path.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'] },
    plugins: [[compiler, options]],
  })
  return [...reports]
}

/** `line reason`; undefined if the event reports no fault. */
function reportOf(event: LoggerEvent): string | undefined {
  const line = 'fnLoc' in event ? event.fnLoc?.start.line : undefined
  switch (event.kind) {
    case 'CompileError': {
      const { detail } = event
      const loc = detail.primaryLocation()
      return `${loc && typeof loc !== 'symbol' ? loc.start.line : line} ${detail.reason}`
    }
    case 'CompileDiagnostic':
      return `${line} ${event.detail.reason}`
    case 'CompileSkip':
      return `${line} ${event.reason}`
    case 'PipelineError':
      return `${line} ${event.data}`
    default:
      return undefined
  }
}
