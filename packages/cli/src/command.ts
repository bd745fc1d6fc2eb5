import type { SimwrightClient } from '@simwright/client'
import type { Terminal } from './terminal.ts'

/** An option of a command. `value`: the name of its value in the help; without it the option is a switch. */
export type Option = {
  readonly help: string
  readonly value?: string
  readonly short?: string
  readonly multiple?: true
}

/** The options of every command. */
export const COMMON_OPTIONS = {
  url: { value: 'URL', help: 'the portal, if it is not the one of the last sign-in' },
  json: { help: 'write JSON; lists and events as one object a line' },
  help: { short: 'h', help: 'show this help' },
} as const satisfies Record<string, Option>

export type Command = {
  /** Its words, for example `campaign start`. */
  readonly name: string
  /** Names of the positional arguments, for the help; `...` repeats the last one, `[NAME]` is optional. */
  readonly takes: string
  readonly summary: string
  readonly options: Readonly<Record<string, Option>>
  /** @returns the exit code, if it is not 0 */
  readonly run: (call: Call) => Promise<number | undefined>
}

/** A command with its arguments. */
export type Call = {
  readonly words: readonly string[]
  /** The value of an option that takes one. */
  readonly text: (name: string) => string | undefined
  readonly texts: (name: string) => readonly string[]
  readonly isOn: (name: string) => boolean
  readonly terminal: Terminal
  readonly isJson: boolean
  /** The portal with the stored key. @throws CommandError if the user is not signed in */
  readonly client: () => SimwrightClient
  /** Writes a result: the value with `--json`, else the text. */
  readonly print: (value: unknown, text: string) => Promise<void>
  /** Writes a note, which is no result. */
  readonly note: (text: string) => void
}
