import { ConfigError } from '../config.ts'
import { UsageFault } from './command-line.ts'
import { BackupFault } from './fault.ts'

const say = (text: string) => process.stderr.write(`${text}\n`)

export type Invocation = {
  words: readonly string[]
  /** Aborted at the first Ctrl-C or SIGTERM; a second one kills the process. */
  signal: AbortSignal
  say: (text: string) => void
}

/** Runs a command and sets the exit code: 0, 2 for invalid arguments, 1 for other errors. */
export async function runCommand(usage: string, run: (invocation: Invocation) => Promise<void>): Promise<void> {
  const interruption = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => interruption.abort())
  try {
    await run({ words: process.argv.slice(2), signal: interruption.signal, say })
  } catch (error) {
    process.exitCode = error instanceof UsageFault ? 2 : 1
    if (error instanceof UsageFault) say(`${error.message}\n\n${usage}`)
    else if (interruption.signal.aborted) say('Interrupted: nothing was saved.')
    else if (error instanceof BackupFault || error instanceof ConfigError) say(error.message)
    else say(error instanceof Error ? error.message : String(error))
  }
}
