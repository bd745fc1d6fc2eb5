import { readPage } from '../../guide/page.ts'

/** A file that the guide's page "Several machines" shows; its first line is its path. */
export function guideFile(path: string): string {
  const sample = readPage('several-machines').samples.find(({ text }) => text.split('\n', 1)[0] === `# ${path}`)
  if (sample === undefined) throw new Error(`the guide's page "Several machines" has no ${path}`)
  return sample.text
}

/** Replaces texts that must occur. */
export function replaced(text: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`the file of the guide does not contain ${from}`)
    return changed.replaceAll(from, to)
  }, text)
}
