import type { Fault } from '@simwright/contract'
import type { RunTask } from '../../../worker/task.ts'
import { type ParsedYaml, parseYaml, YamlRefusal } from './yaml-parse.ts'

/** The document, or why it is refused. */
export type YamlAnswer = { parsed?: ParsedYaml; faults?: readonly Fault[] }

export const run: RunTask<string, YamlAnswer> = (text) => {
  try {
    return { parsed: parseYaml(text) }
  } catch (error) {
    if (!(error instanceof YamlRefusal)) throw error
    return { faults: error.faults }
  }
}
