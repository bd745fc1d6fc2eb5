import type { Options } from 'minisearch'

/** A section of the guide as the search shows it. */
export type FoundSection = { address: string; title: string; page: string; excerpt: string }

/** How the index is built and read; both must use the same options. */
export const SEARCH_OPTIONS = {
  idField: 'address',
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page', 'excerpt'],
  searchOptions: { boost: { title: 4, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
} satisfies Options<FoundSection & { text: string }>
