import type { Identity } from './approver-queries.ts'

/** Mail servers of Google ignore dots; most others ignore what follows a plus sign. */
const WITHOUT_DOTS = ['gmail.com', 'googlemail.com']

/** An address as the same mailbox: "Ann.Lee+sim@Gmail.com" and "annlee@gmail.com" are one. */
export function mailboxOf(email: string): string {
  const [local = '', host = ''] = email.toLowerCase().split('@')
  const plain = local.split('+', 1)[0]!
  return WITHOUT_DOTS.includes(host) ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${host}`
}

/**
 * The users who are the same person as one of `persons`: by a mailbox, or by the subject at an identity provider.
 * @param identities of all users in question
 */
export function samePersons(identities: readonly Identity[], persons: readonly string[]): ReadonlySet<string> {
  const same = new Set(persons)
  for (let before = -1; before !== same.size; ) {
    before = same.size
    const theirs = identities.filter(({ userId }) => same.has(userId))
    const mailboxes = new Set(theirs.map(({ email }) => mailboxOf(email)))
    const subjects = new Set(theirs.flatMap(({ subject }) => (subject === '' ? [] : [subject])))
    for (const { userId, email, subject } of identities)
      if (mailboxes.has(mailboxOf(email)) || subjects.has(subject)) same.add(userId)
  }
  return same
}
