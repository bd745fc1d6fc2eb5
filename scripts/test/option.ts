/** The options of `npm test`; all other arguments are paths of tests, or are for Vitest. */
type Options = {
  /** The file for the table of all test files. */
  table?: string
  words: readonly string[]
}

/** Takes `--table=FILE` from the arguments of `npm test`. @throws Error if it has no value */
export function takeOptions(args: readonly string[]): Options {
  const isTable = (arg: string) => /^--table(=|$)/.test(arg)
  const words = args.filter((arg) => !isTable(arg))
  const given = args.find(isTable)
  if (given === undefined) return { words }
  const table = given.slice('--table='.length)
  if (table === '') throw new Error('--table=FILE writes the table of all test files to FILE')
  return { table, words }
}
