import type { ProblemName } from '@simwright/contract'
import type { ColumnMapping as Mapping } from '@simwright/contract/profiles/source'
import { sampleOf } from './sample.ts'

/** What the user needs to map the names of the header, without the samples. */
export type ColumnMapping = Omit<Mapping, 'samples'>

/** A file is refused as a whole. Thrown in the worker thread; the main thread turns it into a Problem. */
export class FileRefusal extends Error {
  override name = 'FileRefusal'
  readonly problem: ProblemName
  readonly values: Record<string, string | number>
  readonly mapping: Mapping | undefined

  constructor(
    problem: ProblemName,
    values: Record<string, string | number> = {},
    more: { cause?: unknown; mapping?: ColumnMapping | Mapping } = {},
  ) {
    super(problem, more.cause === undefined ? undefined : { cause: more.cause })
    this.problem = problem
    this.values = values
    this.mapping = more.mapping && { samples: more.mapping.header.map(() => sampleOf('')), ...more.mapping }
  }

  /** The same refusal with the first value of each column among these records. */
  withSamples(records: readonly (readonly string[])[]): FileRefusal {
    if (!this.mapping) return this
    const samples = this.mapping.header.map((_, index) =>
      sampleOf(records.map((cells) => cells[index] ?? '').find((cell) => cell.trim() !== '') ?? ''),
    )
    return new FileRefusal(this.problem, this.values, { cause: this.cause, mapping: { ...this.mapping, samples } })
  }
}
