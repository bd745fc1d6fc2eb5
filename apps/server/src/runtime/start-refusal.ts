import { ConfigError } from '../config.ts'

/** Why the server cannot start: what is wrong and what its operator can do. It is printed without a stack trace. */
export class StartRefusal extends Error {
  override name = 'StartRefusal'
}

/**
 * What the terminal shows of the error that ended a program: the message of a refusal and of invalid settings, which says
 * what to do. Of any other error, which is a fault of ours, the stack trace.
 */
export function textOfEnd(error: unknown): string {
  if (error instanceof StartRefusal || error instanceof ConfigError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
