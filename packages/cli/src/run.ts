import { SimwrightError } from '@simwright/client'
import type { Call } from './command.ts'
import { COMMANDS } from './commands.ts'
import { readCredential } from './credential-file.ts'
import { CommandError, EXIT, type ExitCode } from './exit-code.ts'
import { openClient } from './open-client.ts'
import { helpOf, type Parsed, parseCommand } from './parse.ts'
import { printable, type Terminal, write } from './terminal.ts'
import { VERSION } from './version.ts'

/** Runs the command that the arguments name. @returns the exit code */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const isJson = args.includes('--json')
  try {
    if (args[0] === '--version') return await end(terminal, `${VERSION}\n`)
    const command = commandOf(args)
    if (!command) return await showOverview(args, terminal)
    const parsed = parseCommand(command, args.slice(command.name.split(' ').length))
    if (parsed.values.help) return await end(terminal, helpOf(command))
    return (await command.run(callOf(parsed, terminal))) ?? EXIT.done
  } catch (error) {
    const { exit, facts, text } = failureOf(error, terminal.signal)
    terminal.notes.write(isJson ? `${JSON.stringify({ error: facts })}\n` : `${text}\n`)
    return exit
  }
}

/** The command with the most words that the arguments begin with. */
const commandOf = (args: readonly string[]) =>
  COMMANDS.filter(({ name }) => name.split(' ').every((word, at) => args[at] === word)).toSorted(
    (a, b) => b.name.length - a.name.length,
  )[0]

async function end({ output }: Terminal, text: string): Promise<number> {
  await write(output, text)
  return EXIT.done
}

async function showOverview([word, next]: readonly string[], terminal: Terminal): Promise<number> {
  const parts = COMMANDS.filter(({ name }) => name.startsWith(`${word} `))
  const wanted = parts.length > 0 ? parts : COMMANDS
  const lines = wanted.map(({ name, takes, summary }) => `  ${`${name} ${takes}`.padEnd(34)} ${summary}`)
  const more = 'simwright COMMAND --help shows the options of a command.'
  const text = `simwright COMMAND\n\n${lines.join('\n')}\n\n${more}\n`
  if (word === undefined || word === '--help' || word === '-h' || word === 'help') return await end(terminal, text)
  if (parts.length > 0 && (next === undefined || next === '--help')) return await end(terminal, text)
  throw new CommandError(`Unknown command "${[word, parts.length > 0 ? next : ''].join(' ').trim()}".\n\n${text}`)
}

function callOf({ words, values }: Parsed, terminal: Terminal): Call {
  const isJson = values.json === true
  return {
    words,
    terminal,
    isJson,
    text: (name) => values[name] as string | undefined,
    texts: (name) => (values[name] as readonly string[] | undefined) ?? [],
    isOn: (name) => values[name] === true,
    client: () => openClient(readCredential(terminal.env, values.url as string | undefined)),
    print: (value, text) => write(terminal.output, `${isJson ? JSON.stringify(value) : text}\n`),
    note: (text) => void terminal.notes.write(`${text}\n`),
  }
}

type Failure = { exit: ExitCode; facts: Record<string, unknown>; text: string }

/** What a user needs to know of an error: what was wrong, where, and the request id. */
function failureOf(error: unknown, signal: AbortSignal): Failure {
  if (signal.aborted) return { exit: EXIT.interrupted, facts: { message: 'Interrupted.' }, text: 'Interrupted.' }
  if (error instanceof SimwrightError) return refusalOf(error)
  if (error instanceof CommandError) return { exit: error.exit, facts: { message: error.message }, text: error.message }
  const { code, message } = error as NodeJS.ErrnoException
  // a file that cannot be read or written; anything else is a bug, which needs its stack
  if (code !== undefined && /^E[A-Z]+$/.test(code)) return { exit: EXIT.usage, facts: { message }, text: message }
  throw error
}

function refusalOf(error: SimwrightError): Failure {
  const { kind, message, code, problem, status, requestId, faults, outcomeUnknown } = error
  const facts = {
    kind,
    message,
    code,
    problem,
    status,
    requestId,
    faults,
    ...(outcomeUnknown ? { outcomeUnknown } : {}),
  }
  const lines = [
    printable(message),
    ...faults.map(({ path, text }) => printable(`  ${path}: ${text}`)),
    ...(outcomeUnknown ? ['The call may have been carried out: check before you repeat it.'] : []),
    `Request ${requestId}${code === undefined ? '' : `, code ${code}`}`,
  ]
  return { exit: exitOf(error), facts, text: lines.join('\n') }
}

function exitOf({ kind, status }: SimwrightError): ExitCode {
  if (status === 401) return EXIT.signIn
  return kind === 'refused' ? EXIT.refused : EXIT.unreachable
}
