/** The options of `npm test`; all other arguments are paths of tests, or are for Vitest. */
type Options = {
  /** The file for the table of all test files. */
  table?: string
  /** The commit since which changes count; empty for the default. */
  changedSince?: string
  words: readonly string[]
}

const OPTION = /^--(table|changed)(?:=(.*))?$/

/** Takes `--table=FILE` and `--changed[=COMMIT]` from the arguments. @throws Error if what they need is missing */
export function takeOptions(args: readonly string[]): Options {
  const given = new Map(args.flatMap(optionOf))
  const words = args.filter((arg) => !OPTION.test(arg))
  const [table, changedSince] = [given.get('table'), given.get('changed')]
  if (table === '') throw new Error('--table=FILE writes the table of all test files to FILE')
  if (changedSince !== undefined && words.length > 0)
    throw new Error('--changed finds the tests to run: give no paths with it')
  return { ...(table === undefined ? {} : { table }), ...(changedSince === undefined ? {} : { changedSince }), words }
}

function optionOf(arg: string): [string, string][] {
  const [, name, value = ''] = OPTION.exec(arg) ?? []
  return name === undefined ? [] : [[name, value]]
}
