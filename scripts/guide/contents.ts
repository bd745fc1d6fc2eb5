import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { GUIDE, type Page, readPage } from './page.ts'

/** A part of the navigation: a heading of `docs/guide/README.md` with the pages of the list below it. */
export type Part = { title: string; slugs: readonly string[] }

/** The pages in the order of the navigation, the first page before all parts. */
export type Guide = { parts: readonly Part[]; pages: readonly Page[] }

/** Reads the guide. `docs/guide/README.md` is its first page and its table of contents. */
export function readGuide(): Guide {
  const parts = partsOf(readFileSync(join(GUIDE, 'README.md'), 'utf8'))
  const pages = ['index', ...parts.flatMap(({ slugs }) => slugs)].map(readPage)
  return { parts, pages }
}

export function partsOf(contents: string): Part[] {
  return contents
    .split(/^## /m)
    .slice(1)
    .map((part) => ({
      title: part.split('\n', 1)[0]!.trim(),
      slugs: [...part.matchAll(/^- \[[^\]]+\]\(([\w-]+)\.md\)/gm)].map(([, slug]) => slug!),
    }))
}
