import { type Fault, Problem } from '@simwright/contract'
import { ownRound } from '../../../runtime/own-round.ts'
import type { Task } from '../../../worker/task.ts'
import { TaskEnd } from '../../../worker/task-end.ts'
import type { TaskFor } from '../../../worker/worker-pool.ts'
import {
  type CheckedYaml,
  checkYaml,
  type YamlAnswer,
  type YamlKnown,
  type YamlOrder,
  type YamlQuestion,
  type YamlUse,
} from './yaml-check.ts'
import { lineFault } from './yaml-parse.ts'

/**
 * A longer document is checked in a process of its own: ten thousand networks take more than a second, and several such
 * documents can arrive at the same time.
 */
const SHORT_CHARS = 3_000

/** A document from here on takes 240 MiB: each account has one at a time. */
const LONG_CHARS = 100_000

const checkTask = <U extends YamlUse>({
  text,
}: YamlOrder<U>): Task<YamlOrder<U>, YamlAnswer<U>, YamlQuestion, YamlKnown> => ({
  name: 'YAML',
  file: new URL('./yaml-task.ts', import.meta.url),
  length: text.length < LONG_CHARS ? 'short' : 'long',
  cpuMs: 20_000,
  memoryMiB: 320,
})

const LIMIT_TEXT = 'This document is too complex.'

/**
 * Checks a YAML document as `checkYaml` does, without delaying other requests.
 * @throws Problem `invalid` with the line of each fault
 */
export async function checkInProcess<U extends YamlUse>(
  { workers, tenant }: TaskFor,
  order: YamlOrder<U>,
  answer: (question: YamlQuestion) => Promise<YamlKnown>,
): Promise<CheckedYaml<U>> {
  const { checked, faults } =
    order.text.length <= SHORT_CHARS
      ? await checkYaml(order, async (question) => {
          const known = await answer(question)
          // what a short document is compared with can be long
          await ownRound()
          return known
        })
      : await workers.run(checkTask(order), { tenant, input: order, onMessage: answer }).catch(limitFault)
  if (checked) return checked
  throw new Problem('invalid', {}, { faults: faults ?? [] })
}

/** A document that needs more time or memory than any configuration does. */
function limitFault(error: unknown): { checked?: undefined; faults: readonly Fault[] } {
  if (!(error instanceof TaskEnd)) throw error
  return { faults: [lineFault(1, LIMIT_TEXT)] }
}
