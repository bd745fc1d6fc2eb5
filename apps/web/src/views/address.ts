/** How a view is written in the address of its list, and compared with another. */

type Search = Record<string, string | undefined>
/** The names of today's address for those that a view was saved with. */
export type ReadView = (saved: Search) => Search
export type Sort = { by: string; direction: 'asc' | 'desc' }

/** The filters of the address, written in one way. */
export function writeFilter(search: Search, names: readonly string[]): string {
  const on = [...names].sort().flatMap((name) => (search[name] ? [[name, search[name]]] : []))
  return new URLSearchParams(on).toString()
}

/** Every name of the list's filters, including those that the view does not have: nothing of another view remains. */
export function readFilter(filter: string, names: readonly string[], read: ReadView = (saved) => saved): Search {
  const saved = read(Object.fromEntries(new URLSearchParams(filter)))
  return Object.fromEntries(names.map((name) => [name, saved[name] || undefined]))
}

export const writeSort = (sort: Sort | undefined): string | undefined => sort && `${sort.by}.${sort.direction}`

export function readSort(text: string | undefined): Sort | undefined {
  const [, by, direction] = /^(\w{1,40})\.(asc|desc)$/.exec(text ?? '') ?? []
  return by === undefined ? undefined : { by, direction: direction as Sort['direction'] }
}
