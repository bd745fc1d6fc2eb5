import { CommandError } from './exit-code.ts'

/** Reads `WORD=VALUE`: the name of an attribute in queries, and a value. @throws CommandError */
export function readAssignment(text: string): [word: string, value: string] {
  const at = text.indexOf('=')
  if (at < 1) throw new CommandError(`"${text}" is not WORD=VALUE, for example contract=C-100.`)
  return [text.slice(0, at), text.slice(at + 1)]
}
