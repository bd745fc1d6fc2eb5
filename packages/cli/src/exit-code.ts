/** The exit codes of the command line (guide, "Command line"). */
export const EXIT = {
  done: 0,
  /** The portal refused the call, or rows of a batch failed. */
  refused: 1,
  /** Wrong command, option or file. */
  usage: 2,
  /** No key, or one that is not valid any more. */
  signIn: 3,
  /** The portal could not be reached, or did not answer in time. */
  unreachable: 4,
  /** `plan --check`: the portal differs from the files. */
  changes: 5,
  interrupted: 130,
} as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** Ends the command with a message and an exit code. */
export class CommandError extends Error {
  override name = 'CommandError'
  readonly exit: ExitCode

  constructor(message: string, exit: ExitCode = EXIT.usage) {
    super(message)
    this.exit = exit
  }
}
