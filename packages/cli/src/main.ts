import { runCommand } from './run.ts'

const interrupt = new AbortController()
// a second Ctrl-C ends the process at once
process.once('SIGINT', () => interrupt.abort())
// the reader of the output has ended, such as `head`
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  input: process.stdin,
  output: process.stdout,
  notes: process.stderr,
  signal: interrupt.signal,
})
