import MiniSearch from 'minisearch'
import { type FoundSection, SEARCH_OPTIONS } from '../../apps/web/src/guide/search-options.ts'
import type { Guide } from './contents.ts'
import { addressOf } from './page.ts'

const EXCERPT_LENGTH = 160

/** The index over all sections of all pages, as JSON that the browser loads at the first search. */
export function searchIndexOf({ pages }: Guide): string {
  const index = new MiniSearch<FoundSection & { text: string }>(SEARCH_OPTIONS)
  for (const page of pages)
    for (const { anchor, title, text } of page.sections)
      index.add({
        address: anchor === '' ? addressOf(page.slug) : `${addressOf(page.slug)}#${anchor}`,
        title,
        page: page.title,
        text,
        excerpt: text.length > EXCERPT_LENGTH ? `${text.slice(0, EXCERPT_LENGTH).replace(/\s\S*$/, '')} …` : text,
      })
  return JSON.stringify(index)
}
