/**
 * Work on a file or text from outside, which a process of its own does, so that it can neither delay nor end the server.
 * The type parameters are those of the `run` that `file` exports.
 */
export type Task<_Input, _Output, _Message = never, _Answer = void> = {
  readonly name: string
  /** A file that exports `run`, a `RunTask`. */
  readonly file: URL
  /** Processor time that the process may use, its start included. */
  readonly cpuMs: number
  /** Memory that the process may use. About 90 MiB of it are the program itself. */
  readonly memoryMiB: number
  /** `long`: may take a minute. One slot of the pool is always left to short tasks. */
  readonly length: 'short' | 'long'
}

/**
 * What the file of a task exports as `run`. `send` passes a message on, and waits while too many are unused. `ask` passes
 * one on too, and returns the server's answer to it.
 */
export type RunTask<Input, Output, Message = never, Answer = void> = (
  input: Input,
  send: (message: Message) => void,
  ask: (message: Message) => Promise<Answer>,
) => Output | Promise<Output>

/** What the process of a task is sent: each time with the same limits and file. */
export type TaskOrder = Pick<Task<never, never>, 'cpuMs' | 'memoryMiB'> & { file: string; input: unknown }

/** A message was used. Only questions have an answer. */
export type MessageUsed = { answer: unknown }

/** What it sends: that it begins, messages, then the output with the memory that the process has now, or an error of ours. */
export type TaskReply = {
  begun?: true
  message?: unknown
  output?: unknown
  memoryMiB?: number
  error?: { message: string; stack: string | undefined }
}

/** With these signals the process ends itself beyond a limit. */
export const OVER_TIME = 'SIGTERM'
export const OVER_MEMORY = 'SIGUSR2'
