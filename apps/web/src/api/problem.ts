import type { Fault, ProblemName } from '@simwright/contract/problem'
import { problemCodes } from '@simwright/contract/problem-code.gen'
import { apiTexts } from '../texts/api.ts'

/** Why the server's answer is missing or unreadable; `apiTexts` has a text for each. */
export type TransportFailure = 'offline' | 'timeout' | 'stalled' | 'broken' | 'aborted' | 'unreadable'

/** A failed call: refused by the server (`code` of the contract's table), or without an answer (`transportFailure`). */
export class Problem extends Error {
  readonly code: string
  readonly transportFailure: TransportFailure | undefined
  readonly faults: readonly Fault[]
  readonly requestId: string
  /** The `obj` of the envelope: data of the refusal. */
  readonly detail: Record<string, unknown>

  constructor(
    text: string,
    about: {
      code?: string
      transportFailure?: TransportFailure
      requestId: string
      detail?: Record<string, unknown>
      cause?: unknown
    },
  ) {
    super(text, about.cause === undefined ? undefined : { cause: about.cause })
    this.name = 'Problem'
    this.code = about.code ?? ''
    this.transportFailure = about.transportFailure
    this.requestId = about.requestId
    this.detail = about.detail ?? {}
    this.faults = faultsIn(this.detail)
  }
}

/** Whether an error is this problem of the contract's table. */
export function isProblem(error: unknown, name: ProblemName): error is Problem {
  return error instanceof Problem && error.code === problemCodes[name]
}

/** Whether the server itself failed (codes 19500 to 19509); other problems are refusals. */
export function isServerFailure({ code }: Problem): boolean {
  return code.startsWith('1950')
}

/** The message where the request id is shown next to it: without the id. */
export function messageNextToId(problem: Problem): string {
  return problem.code === problemCodes.internal ? apiTexts.internal : problem.message
}

function faultsIn(detail: Record<string, unknown>): readonly Fault[] {
  return Array.isArray(detail.faults) ? (detail.faults as Fault[]) : []
}
