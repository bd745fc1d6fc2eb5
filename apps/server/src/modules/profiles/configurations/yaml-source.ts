import { Worker } from 'node:worker_threads'
import { Problem } from '@simwright/contract'
import { type Lines, lineFault, type ParsedYaml, parseYaml, YamlRefusal } from './yaml-parse.ts'
import type { YamlAnswer } from './yaml-worker.ts'

/** The parsed values of a YAML document, and the lines that they are on. */
export type YamlSource = {
  /** Empty values are absent. */
  values: unknown
  /** The line of the value at a path; of its nearest ancestor if there is no such value. */
  lineOf: (path: readonly string[]) => number
}

/** A longer document is parsed in a worker: ten thousand networks would stop all other requests for half a second. */
const SHORT_CHARS = 20_000

const TIME_LIMIT_MS = 20_000
const MEMORY_LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 }
const LIMIT_TEXT = 'This document is too complex.'

/**
 * Reads a YAML document as `parseYaml` does, without delaying other requests.
 * @throws Problem `invalid` with the line of each fault
 */
export async function readSource(text: string): Promise<YamlSource> {
  try {
    const { values, lines } = text.length <= SHORT_CHARS ? parseYaml(text) : await parseInWorker(text)
    return { values, lineOf: (path) => lineIn(lines, path) }
  } catch (error) {
    if (!(error instanceof YamlRefusal)) throw error
    throw new Problem('invalid', {}, { faults: [...error.faults], cause: error })
  }
}

function lineIn(lines: Lines, [name, ...rest]: readonly string[]): number {
  if (typeof lines === 'number') return lines
  const inner = name === undefined ? undefined : lines.entries.get(name)
  return inner === undefined ? lines.line : lineIn(inner, rest)
}

/** @throws YamlRefusal also for a document that needs more time or memory than any configuration does */
async function parseInWorker(text: string): Promise<ParsedYaml> {
  const worker = new Worker(new URL('./yaml-worker.ts', import.meta.url), {
    workerData: text,
    resourceLimits: MEMORY_LIMITS,
  })
  const end = Promise.withResolvers<ParsedYaml>()
  const tooComplex = (cause?: unknown) => end.reject(new YamlRefusal([lineFault(1, LIMIT_TEXT)], cause))
  const timer = setTimeout(tooComplex, TIME_LIMIT_MS)
  worker.once('message', ({ parsed, faults }: YamlAnswer) => {
    if (parsed) end.resolve(parsed)
    else end.reject(new YamlRefusal(faults ?? []))
  })
  worker.once('error', (error: NodeJS.ErrnoException) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooComplex(error) : end.reject(error),
  )
  worker.once('exit', () => end.reject(new Error('the worker thread ended before it sent an answer')))
  try {
    return await end.promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
