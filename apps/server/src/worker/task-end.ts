/** Why the process of a task ended without a result. `crash`: a fault in the native code of a decoder. */
export type EndReason = 'time' | 'memory' | 'crash'

/** The process of a task ended without a result, which is the fault of what it was given. */
export class TaskEnd extends Error {
  override name = 'TaskEnd'
  readonly reason: EndReason

  constructor(reason: EndReason) {
    super(`the process of a task ended without a result: ${reason}`)
    this.reason = reason
  }
}
