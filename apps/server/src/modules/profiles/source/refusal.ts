import type { ProblemName } from '@simwright/contract'

/** A file is refused as a whole. Thrown in the worker thread; the main thread turns it into a Problem. */
export class FileRefusal extends Error {
  override name = 'FileRefusal'
  readonly problem: ProblemName
  readonly values: Record<string, string | number>
  /** Header names that the user can map to columns. */
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
