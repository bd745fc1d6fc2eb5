import { ConfigError } from '../config.ts'
import { UsageFault } from './command-line.ts'
import { BackupFault } from './fault.ts'

const say = (text: string) => process.stderr.write(`${text}\n`)

export type Invocation = {
  words: readonly string[]
  /** Aborts at the first Ctrl-C or SIGTERM; a second one ends the process at once. */
  signal: AbortSignal
  say: (text: string) => void
}

/** Runs a command to its exit code: 0, 2 for wrong words, 1 for everything else that goes wrong. */
export async function runCommand(usage: string, run: (invocation: Invocation) => Promise<void>): Promise<void> {
  const interruption = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => interruption.abort())
  try {
    await run({ words: process.argv.slice(2), signal: interruption.signal, say })
  } catch (error) {
    process.exitCode = error instanceof UsageFault ? 2 : 1
    if (error instanceof UsageFault) say(`${error.message}\n\n${usage}`)
    else if (interruption.signal.aborted) say('Interrupted: nothing was kept.')
    else if (error instanceof BackupFault || error instanceof ConfigError) say(error.message)
    else say(error instanceof Error ? error.message : String(error))
  }
}
