import type { OutputOf, ParsedInputOf } from '@simwright/contract'
import type * as inspection from '@simwright/contract/profiles/inspection'
import type { Who } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import type { InspectionServer as Server } from '../../../port/module.ts'
import type { Task } from '../../../worker/task.ts'
import { TaskEnd } from '../../../worker/task-end.ts'
import { readSamplePackage } from '../configurations/service.ts'
import type { InspectionAnswer, InspectionOrder } from './inspection-task.ts'

/** A page of a package in words. It is not stored. Keys and codes are masked before the tree is made. */
export async function inspectPackage(
  server: Server,
  who: Who,
  { source, from }: ParsedInputOf<typeof inspection.inspect>,
): Promise<OutputOf<typeof inspection.inspect>> {
  const answer = await runInspection(server, who, { source: await readPackage(server, who, source), from })
  return (answer as Extract<InspectionAnswer, { inspection: unknown }>).inspection
}

/** A page of the differences between two packages. Neither is stored. */
export async function comparePackages(
  server: Server,
  who: Who,
  { first, second, from }: ParsedInputOf<typeof inspection.compare>,
): Promise<OutputOf<typeof inspection.compare>> {
  const answer = await runInspection(server, who, {
    first: await readPackage(server, who, first),
    second: await readPackage(server, who, second),
    from,
  })
  return (answer as Extract<InspectionAnswer, { comparison: unknown }>).comparison
}

const INSPECT: Task<InspectionOrder, InspectionAnswer> = {
  name: 'package inspection',
  file: new URL('./inspection-task.ts', import.meta.url),
  length: 'short',
  cpuMs: 30_000,
  memoryMiB: 400,
}

/** @throws Problem `invalid` for a package that cannot be read, and for one that needs too much time or memory */
async function runInspection(
  { workers }: Server,
  { enterpriseId }: Who,
  order: InspectionOrder,
): Promise<InspectionAnswer> {
  const answer = await workers.run(INSPECT, { tenant: enterpriseId, input: order }).catch((error: unknown) => {
    if (!(error instanceof TaskEnd)) throw error
    throw fault('source' in order ? 'source' : 'first', 'too_complex', 'This package is too complex to be read.')
  })
  if ('refusal' in answer) throw fault(answer.refusal.path, answer.refusal.rule, answer.refusal.text)
  return answer
}

/** What the task reads: a text is decoded there, because it can have half a million characters. */
async function readPackage(server: Server, who: Who, source: inspection.PackageSource): Promise<string | Uint8Array> {
  return source.kind === 'configuration' ? await readSamplePackage(server, who, source) : source.text
}
