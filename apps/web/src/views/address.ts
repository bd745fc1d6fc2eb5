/** How a view stands in the address of its list, and how it is told from another. */

type Search = Record<string, string | undefined>
export type Sort = { by: string; direction: 'asc' | 'desc' }

/** What of the address narrows the list, in one way of writing it. */
export function writeFilter(search: Search, names: readonly string[]): string {
  const on = [...names].sort().flatMap((name) => (search[name] ? [[name, search[name]]] : []))
  return new URLSearchParams(on).toString()
}

/** Every name of the list's filters, those that the view leaves out as well: so nothing of another view stays. */
export function readFilter(filter: string, names: readonly string[]): Search {
  const params = new URLSearchParams(filter)
  return Object.fromEntries(names.map((name) => [name, params.get(name) || undefined]))
}

export const writeSort = (sort: Sort | undefined): string | undefined => sort && `${sort.by}.${sort.direction}`

export function readSort(text: string | undefined): Sort | undefined {
  const [, by, direction] = /^(\w{1,40})\.(asc|desc)$/.exec(text ?? '') ?? []
  return by === undefined ? undefined : { by, direction: direction as Sort['direction'] }
}
