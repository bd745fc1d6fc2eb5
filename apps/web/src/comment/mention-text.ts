import { type Comment, commentParts, mentionOf } from '@simwright/contract/insight/comment'

export type Person = { userId: string; name: string }

/** What the caret is in: `@` and the beginning of a name, without a space before the name is chosen. */
export function typedMention(text: string, caret: number): { start: number; search: string } | undefined {
  const match = /(?:^|[\s(])@([^\s@]{0,40})$/.exec(text.slice(0, caret))
  return match ? { start: caret - match[1]!.length - 1, search: match[1]! } : undefined
}

/** The name with which a person is mentioned: with the address if another person has the same name. */
export function nameToMention(person: Person & { email: string }, known: readonly Person[]): string {
  const isTaken = known.some(({ userId, name }) => name === person.name && userId !== person.userId)
  return isTaken ? `${person.name} (${person.email})` : person.name
}

/** The text to send: names that were chosen become mentions by id, longer names first. */
export function sentText(text: string, known: readonly Person[]): string {
  return known
    .toSorted((a, b) => b.name.length - a.name.length)
    .reduce((sent, { userId, name }) => sent.replaceAll(`@${name}`, mentionOf(userId)), text)
}

/** The text as its author edits it, with names. */
export function editedText({ text, mentions }: Pick<Comment, 'text' | 'mentions'>): string {
  return commentParts(text, namesOf(mentions))
    .map((part) => part.text)
    .join('')
}

export const namesOf = (people: readonly Person[]): ReadonlyMap<string, string> =>
  new Map(people.map(({ userId, name }) => [userId, name]))
