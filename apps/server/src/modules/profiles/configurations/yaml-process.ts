import { Problem } from '@simwright/contract'
import type { Task } from '../../../worker/task.ts'
import { TaskEnd } from '../../../worker/task-end.ts'
import type { TaskFor } from '../../../worker/worker-pool.ts'
import { type Lines, lineFault, type ParsedYaml, parseYaml, YamlRefusal } from './yaml-parse.ts'
import type { YamlAnswer } from './yaml-task.ts'

/** The parsed values of a YAML document, and the lines that they are on. */
export type YamlSource = {
  /** Empty values are absent. */
  values: unknown
  /** The line of the value at a path; of its nearest ancestor if there is no such value. */
  lineOf: (path: readonly string[]) => number
}

/**
 * A longer document is parsed in a process of its own: its keys are compared with each other, so that 16,000 characters of
 * keys stop all other requests for 0.14 s, and several such documents can arrive at the same time.
 */
const SHORT_CHARS = 3_000

const PARSE: Task<string, YamlAnswer> = {
  name: 'YAML',
  file: new URL('./yaml-task.ts', import.meta.url),
  length: 'short',
  cpuMs: 20_000,
  memoryMiB: 256,
}
const LIMIT_TEXT = 'This document is too complex.'

/**
 * Reads a YAML document as `parseYaml` does, without delaying other requests.
 * @throws Problem `invalid` with the line of each fault
 */
export async function readSource(taskFor: TaskFor, text: string): Promise<YamlSource> {
  try {
    const { values, lines } = text.length <= SHORT_CHARS ? parseYaml(text) : await parseInProcess(taskFor, text)
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
async function parseInProcess({ workers, tenant }: TaskFor, text: string): Promise<ParsedYaml> {
  const { parsed, faults } = await workers.run(PARSE, { tenant, input: text }).catch(refuseEnd)
  if (parsed) return parsed
  throw new YamlRefusal(faults ?? [])
}

function refuseEnd(error: unknown): never {
  throw error instanceof TaskEnd ? new YamlRefusal([lineFault(1, LIMIT_TEXT)], error) : error
}
