import { createHash, timingSafeEqual } from 'node:crypto'
import type { App } from '../../http/serve.ts'
import type { Server } from '../../server.ts'
import { mailboxPage, mailboxStyle } from './mailbox-page.ts'
import { listKept } from './service.ts'

/** The development mailbox: there only while no mail server is set, open only with the token printed on the terminal. */
export function routes(app: App, server: Server): void {
  const { mailbox } = server.mail
  if (mailbox === undefined) return
  app.get('/dev/mailbox.css', (_request, reply) => reply.type('text/css').send(mailboxStyle))
  app.get<{ Querystring: { token?: unknown } }>('/dev/mailbox', async (request, reply) => {
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8')
    if (!isSame(request.query.token, mailbox.token.reveal())) {
      return reply.code(404).send(mailboxPage({ closed: true }))
    }
    return reply.send(mailboxPage({ closed: false, letters: await listKept(server) }))
  })
}

/** In constant time: hashes of equal length are compared. */
function isSame(given: unknown, token: string): boolean {
  if (typeof given !== 'string') return false
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(token))
}
