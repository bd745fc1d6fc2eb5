/** How the rows of a list are sorted. */
export type Sort = { by: string; direction: 'asc' | 'desc' }

/** Writes a sort order for the address: `statusAt.desc`. */
export const writeSort = (sort: Sort | undefined): string | undefined => sort && `${sort.by}.${sort.direction}`

/** Parses a sort order; undefined for any other text. */
export function readSort(text: string | undefined): Sort | undefined {
  const [, by, direction] = /^(\w{1,40})\.(asc|desc)$/.exec(text ?? '') ?? []
  return by === undefined ? undefined : { by, direction: direction as Sort['direction'] }
}
