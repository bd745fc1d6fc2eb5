import type { ProblemName } from '@simwright/contract'
import type { SourceColumn } from '@simwright/contract/profiles/source-file'

/** The header names that the user can map, and the columns that a file for the configuration can have. */
export type ColumnMapping = { readonly header: readonly string[]; readonly columns: readonly SourceColumn[] }

/** A file is refused as a whole. Thrown in the worker thread; the main thread turns it into a Problem. */
export class FileRefusal extends Error {
  override name = 'FileRefusal'
  readonly problem: ProblemName
  readonly values: Record<string, string | number>
  readonly mapping: ColumnMapping | undefined

  constructor(
    problem: ProblemName,
    values: Record<string, string | number> = {},
    more: { cause?: unknown; mapping?: ColumnMapping } = {},
  ) {
    super(problem, more.cause === undefined ? undefined : { cause: more.cause })
    this.problem = problem
    this.values = values
    this.mapping = more.mapping
  }
}
