import { printable } from './terminal-line.ts'

/**
 * The line of a terminal about a mail of the development mailbox, with its first link. The link can have a one-time token:
 * never for a log.
 */
export function keptMailLine({ to, subject, text }: { to: string; subject: string; text: string }): string {
  const [link] = /https?:\/\/\S+/.exec(text) ?? []
  return printable(`E-mail to ${to}: ${subject}${link === undefined ? '' : `, ${link}`}`)
}

/** Nobody reads the error output of a service, and what it writes is kept. */
export const isWatched = (): boolean => process.stderr.isTTY === true
