import { readFileSync, statSync } from 'node:fs'

/**
 * A page of the build. It is read again after another build has replaced it, because the files that it names are then
 * gone too; while a build runs and the file is missing, the previous page is returned.
 * @returns a function that returns the page; undefined if it has never been built
 */
export function builtPage(file: string): () => string | undefined {
  let known: { page: string; changedAt: number } | undefined
  return () => {
    const changedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs
    if (changedAt !== undefined && changedAt !== known?.changedAt) {
      known = { page: readFileSync(file, 'utf8'), changedAt }
    }
    return known?.page
  }
}
