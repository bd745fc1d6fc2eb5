import type { MailKind, MailText } from '@simwright/contract/platform/white-label'
import type { Kysely } from 'kysely'
import type { PlatformId } from '../db/row-id.ts'
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
  platformId: PlatformId | null
  /** Shown in the HTML and attached. */
  picture?: LetterPicture
  /** Attached. */
  file?: LetterFile
}

/** An attached file in base64, with its media type. */
export type LetterFile = { name: string; type: string; content: string }

/** A PNG picture in base64. */
export type LetterPicture = { name: string; png: string; alt: string }

export type MailAddress = { name: string; address: string }

/** A platform's settings for mails: name, color, logo, sender, and texts that its staff edited. */
export type Sender = {
  platformId: PlatformId | null
  appName: string
  themeColor: string
  /** Base URL of the platform's pages. */
  publicUrl: string
  signInUrl: string
  logoUrl: string | undefined
  from: MailAddress
  supportEmail: string | undefined
  texts: Partial<Record<MailKind, MailText>>
}

export type Mail = {
  /**
   * Queues a letter in the caller's transaction; it is sent soon after the commit. A failed delivery is never thrown.
   * @returns its id in mail_message
   */
  queue(db: Kysely<GlobalTables>, letter: Letter): Promise<string>
  /** Sends what is due, soon; nothing without a mail server. */
  wake(): void
  /** Set when no mail server is configured: the token of the page that shows the stored mails. */
  readonly mailbox: { readonly token: Secret<string> } | undefined
  close(): Promise<void>
}
