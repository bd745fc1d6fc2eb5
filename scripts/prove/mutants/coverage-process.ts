/**
 * A setup file of tests, evaluated before each test file: at its end it stores which characters of the product's sources
 * the test file executed, in its own process and in those it started.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Profiler } from 'node:inspector'
import { Session } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, type RunnerTestSuite } from 'vitest'
import { COVERAGE_FOLDER, type FileCoverage, fileName, hashOf, ROOT } from './coverage-file.ts'

declare global {
  var coverageSession: Session | undefined
}

const isFirst = globalThis.coverageSession === undefined
globalThis.coverageSession ??= await startSession()
const session = globalThis.coverageSession
const startMs = performance.now()
/** Processes that the tests start write their coverage here when they end. */
const childFolder = mkdtempSync(join(tmpdir(), 'coverage-'))
process.env.NODE_V8_COVERAGE = childFolder

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of the context from this pattern
afterAll(async ({}, suite) => {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const scripts = [...result, ...childCoverage()]
  const file = relative(ROOT, suite.file.filepath)
  const coverage: FileCoverage = {
    file,
    hash: hashOf(file),
    seconds: (performance.now() - startMs) / 1000,
    failed: hasFailed(suite.file),
    isFirst,
    covered: Object.fromEntries(
      [...Map.groupBy(scripts.filter(isProduct), ({ url }) => relative(ROOT, fileURLToPath(url)))]
        .map(([path, of]) => [path, { hash: hashOf(path), spans: of.flatMap(coveredSpans) }] as const)
        .filter(([, { spans }]) => spans.length > 0),
    ),
  }
  mkdirSync(COVERAGE_FOLDER, { recursive: true })
  writeFileSync(join(COVERAGE_FOLDER, fileName(file)), JSON.stringify(coverage))
  rmSync(childFolder, { recursive: true, force: true })
})

async function startSession(): Promise<Session> {
  const opened = new Session()
  opened.connect()
  await opened.post('Profiler.enable')
  await opened.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  return opened
}

function childCoverage(): Profiler.ScriptCoverage[] {
  return readdirSync(childFolder).flatMap((name) => {
    try {
      return JSON.parse(readFileSync(join(childFolder, name), 'utf8')).result
    } catch {
      // a killed process leaves half a file
      return []
    }
  })
}

function hasFailed({ tasks }: RunnerTestSuite): boolean {
  return tasks.some((task) => task.result?.state === 'fail' || (task.type === 'suite' && hasFailed(task)))
}

function isProduct({ url }: Profiler.ScriptCoverage): boolean {
  return /\/(?:apps\/server|packages\/\w+)\/src\/.*(?<!\.test)\.ts$/.test(url) && url.startsWith(`file://${ROOT}/`)
}

/** Start and end of each stretch whose innermost range was executed. */
function coveredSpans({ functions }: Profiler.ScriptCoverage): [number, number][] {
  const ranges = functions
    .flatMap((one) => one.ranges)
    .toSorted((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset)
  const spans: [number, number][] = []
  const open: Profiler.CoverageRange[] = []
  let at = 0
  const moveTo = (offset: number) => {
    const last = spans.at(-1)
    const isCovered = offset > at && (open.at(-1)?.count ?? 0) > 0
    if (isCovered && last?.[1] === at) last[1] = offset
    else if (isCovered) spans.push([at, offset])
    at = Math.max(at, offset)
  }
  const closeUntil = (offset: number) => {
    for (let last = open.at(-1); last && last.endOffset <= offset; last = open.at(-1)) {
      moveTo(last.endOffset)
      open.pop()
    }
  }
  for (const range of ranges) {
    closeUntil(range.startOffset)
    moveTo(range.startOffset)
    open.push(range)
  }
  closeUntil(Number.POSITIVE_INFINITY)
  return spans
}
