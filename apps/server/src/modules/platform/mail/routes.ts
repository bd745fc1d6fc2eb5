import { createHash, timingSafeEqual } from 'node:crypto'
import * as mail from '@simwright/contract/platform/mail'
import { type App, serve } from '../../../http/serve.ts'
import type { MailServer as Server } from '../../../port/module.ts'
import { mailboxPage, mailboxStyle, occasionsPage } from './mailbox-page.ts'
import { listMailbox, listMails, retryMail } from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, mail.list, ({ input }) => listMails(server, input))
  serve(app, mail.retry, ({ input }) => retryMail(server, input.id))
  serveMailbox(app, server)
}

/**
 * The development mailbox, and a page of all mails with sample data. Served only while no mail server is configured, and
 * only with the token that is printed on the terminal.
 */
function serveMailbox(app: App, server: Server): void {
  const { mailbox } = server.mail
  if (mailbox === undefined) return
  app.get('/dev/mailbox.css', (_request, reply) => reply.type('text/css').send(mailboxStyle))
  app.get<{ Querystring: { token?: unknown } }>('/dev/mailbox', async (request, reply) => {
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8')
    if (!isSame(request.query.token, mailbox.token.reveal())) {
      return reply.code(404).send(mailboxPage({ closed: true }))
    }
    return reply.send(mailboxPage({ closed: false, letters: await listMailbox(server) }))
  })
  app.get<{ Querystring: { token?: unknown; sys?: unknown } }>('/dev/mails', async ({ query }, reply) => {
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8')
    if (!isSame(query.token, mailbox.token.reveal())) return reply.code(404).send(mailboxPage({ closed: true }))
    return reply.send(occasionsPage(server, query.sys))
  })
}

/** Compares in constant time, by hashes of equal length. */
function isSame(given: unknown, token: string): boolean {
  if (typeof given !== 'string') return false
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(token))
}
