import { parentPort, workerData } from 'node:worker_threads'
import type { Fault } from '@simwright/contract'
import { type ParsedYaml, parseYaml, YamlRefusal } from './yaml-parse.ts'

/** The message of the worker: the document, or why it is refused. */
export type YamlAnswer = { parsed?: ParsedYaml; faults?: readonly Fault[] }

const answer = (message: YamlAnswer) => parentPort!.postMessage(message)

try {
  answer({ parsed: parseYaml(workerData as string) })
} catch (error) {
  if (!(error instanceof YamlRefusal)) throw error
  answer({ faults: error.faults })
}
