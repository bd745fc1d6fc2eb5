/** Quoting of values in the query of Fleet. In quotation marks, `""` is a quotation mark. */

export const unquoted = (text: string): string =>
  text.replaceAll(/"((?:[^"]|"")*)"/g, (_, inside: string) => inside.replaceAll('""', '"')).trim()

export const quoted = (value: string): string => (/[\s,"]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)

/** One term of the query: `group:lab`, `status:error,expired`. */
export const writeTerm = (word: string, values: readonly string[]): string => `${word}:${values.map(quoted).join(',')}`
