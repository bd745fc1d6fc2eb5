import type { MailKind, MailText } from '@simwright/contract/platform/platforms'
import type { Kysely } from 'kysely'
import type { GlobalTables } from '../db/tables.gen.ts'
import type { Secret } from '../secret/secret.ts'

/** A mail before it is queued. */
export type Letter = {
  kind: MailKind
  to: string
  subject: string
  text: string
  html: string
  from: MailAddress
  platformId: string | null
  /** Stands in the HTML, and is attached. */
  picture?: LetterPicture
}

/** A PNG picture in base64. */
export type LetterPicture = { name: string; png: string; alt: string }

export type MailAddress = { name: string; address: string }

/** How a platform speaks in mails: its name, look, sender, and the words that its staff chose. */
export type Sender = {
  platformId: string | null
  appName: string
  themeColor: string
  /** Where the platform's pages are. */
  publicUrl: string
  signInUrl: string
  logoUrl: string | undefined
  from: MailAddress
  supportEmail: string | undefined
  texts: Partial<Record<MailKind, MailText>>
}

export type Mail = {
  /**
   * Queues a letter with whatever else the caller's transaction does. It is sent soon after; it never fails the caller.
   * @returns its id in mail_message
   */
  queue(db: Kysely<GlobalTables>, letter: Letter): Promise<string>
  /** Without a mail server: what opens the page on which mails are kept. */
  readonly mailbox: { readonly token: Secret<string> } | undefined
  close(): Promise<void>
}
