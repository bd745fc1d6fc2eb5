import { parseArgs } from 'node:util'
import { COMMON_OPTIONS, type Command, type Option } from './command.ts'
import { CommandError } from './exit-code.ts'

export type Parsed = { words: readonly string[]; values: Readonly<Record<string, unknown>> }

/** @throws CommandError */
export function parseCommand(command: Command, args: readonly string[]): Parsed {
  const options = Object.entries<Option>({ ...COMMON_OPTIONS, ...command.options }).map(
    ([name, { value, short, multiple = false }]) =>
      [name, { type: value === undefined ? 'boolean' : 'string', multiple, ...(short ? { short } : {}) }] as const,
  )
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: Object.fromEntries(options),
      allowPositionals: true,
    })
    if (!values.help) checkWords(command, positionals)
    return { words: positionals, values }
  } catch (error) {
    if (error instanceof CommandError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') throw new CommandError(message)
    // the rest of Node's message is about arguments that begin with a dash
    const [fault] = message.split('. ')
    throw new CommandError(`${fault}. simwright ${command.name} --help shows the options.`)
  }
}

function checkWords({ name, takes }: Command, words: readonly string[]): void {
  const names = takes === '' ? [] : takes.split(' ')
  const least = names.filter((one) => !one.startsWith('[')).length
  const most = takes.endsWith('...') ? Number.POSITIVE_INFINITY : names.length
  if (words.length < least) throw new CommandError(`${names[words.length]} is missing: simwright ${name} ${takes}`)
  if (words.length > most) throw new CommandError(`"${words[most]}" is too much: simwright ${name} ${takes}`.trim())
}

/** The help of a command. */
export function helpOf({ name, takes, summary, options }: Command): string {
  const lines = Object.entries<Option>({ ...options, ...COMMON_OPTIONS }).map(([option, { value, short, help }]) => {
    const left = `${short ? `-${short}, ` : ''}--${option}${value ? ` ${value}` : ''}`
    return `  ${left.padEnd(28)} ${help}`
  })
  return `simwright ${[name, takes].filter(Boolean).join(' ')}\n\n${summary}\n\nOptions:\n${lines.join('\n')}\n`
}

/** The number of `--count`; infinite without it. @throws CommandError */
export function countOf(text: string | undefined): number {
  const count = Number(text ?? 'Infinity')
  if (!(count >= 1) || (text !== undefined && !Number.isSafeInteger(count)))
    throw new CommandError('--count is a whole number from 1.')
  return count
}
