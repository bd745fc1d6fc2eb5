type Search = Record<string, string | undefined>
/** Translates the legacy names of a saved view to current names and normalizes its values. */
export type ReadView = (saved: Search) => Search

/** The filters of an address as a canonical query string, so that equal filters compare equal. */
export function writeFilter(search: Search, names: readonly string[]): string {
  const on = [...names].sort().flatMap((name) => (search[name] ? [[name, search[name]]] : []))
  return new URLSearchParams(on).toString()
}

/**
 * Parses a filter into every filter name of the list; names without a value are undefined, which removes them from the
 * address.
 */
export function readFilter(filter: string, names: readonly string[], read: ReadView = (saved) => saved): Search {
  const saved = read(Object.fromEntries(new URLSearchParams(filter)))
  return Object.fromEntries(names.map((name) => [name, saved[name] || undefined]))
}
