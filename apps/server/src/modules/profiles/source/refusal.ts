import type { ProblemName } from '@simwright/contract'

/** A file refused as a whole, while it is read: thrown in the reading thread, a Problem where it is answered. */
export class FileRefusal extends Error {
  override name = 'FileRefusal'
  readonly problem: ProblemName
  readonly values: Record<string, string | number>
  /** The names of a header that can be given a meaning. */
  readonly header: string[] | undefined

  constructor(
    problem: ProblemName,
    values: Record<string, string | number> = {},
    more: { cause?: unknown; header?: string[] } = {},
  ) {
    super(problem, more.cause === undefined ? undefined : { cause: more.cause })
    this.problem = problem
    this.values = values
    this.header = more.header
  }
}
