/** What the typed words are compared with: the name, words that people type for it, and the help of its page. */
export type Findable = { label: string; words?: string | undefined; help?: string | undefined }

/** Help texts are long, so that the beginning of a short word would match most of them. */
const MIN_HELP_WORD = 4

/**
 * How well an entry matches the typed text, 0 best; undefined if it does not. Each typed word must be in the name, or
 * begin one of the words or, least, of the help.
 */
export function rankOf({ label, words = '', help = '' }: Findable, typed: string): number | undefined {
  const text = normalize(typed)
  const name = normalize(label)
  if (name.startsWith(text)) return 0
  const parts = text.split(' ')
  const inName = (part: string) => name.includes(part)
  const inWords = (part: string) => inName(part) || begins(words, part)
  const inHelp = (part: string) => inWords(part) || (part.length >= MIN_HELP_WORD && begins(help, part))
  const tests = [inName, inWords, inHelp]
  const rank = tests.findIndex((test) => parts.every(test))
  return rank === -1 ? undefined : rank + 1
}

const normalize = (text: string) => text.toLowerCase().replaceAll(/\s+/g, ' ').trim()

/** Whether a word of the text, or a part of one with a hyphen, begins with the typed one, in the singular or the plural. */
function begins(text: string, part: string): boolean {
  const singular = part.length > MIN_HELP_WORD && part.endsWith('s') ? part.slice(0, -1) : part
  return normalize(text)
    .split(/[\s,.;:()"]+/)
    .flatMap((word) => [word, ...word.split('-')])
    .some((word) => word.startsWith(singular))
}

/** The entries that match, the best ones first; all if nothing is typed. */
export function bestFirst<T extends Findable>(entries: readonly T[], typed: string): T[] {
  return entries
    .flatMap((entry) => {
      const rank = rankOf(entry, typed)
      return rank === undefined ? [] : [{ entry, rank }]
    })
    .sort((one, other) => one.rank - other.rank)
    .map(({ entry }) => entry)
}
