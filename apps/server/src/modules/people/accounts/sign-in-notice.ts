import type { UserId } from '../../../db/row-id.ts'
import type { AccountsServer as Server } from '../../../port/module.ts'
import { platformOf, senderOf } from '../../platform/brand/service.ts'
import { passwordGuessedLetter } from '../../platform/mail/service.ts'
import { notifyPerson, notifyStaffOnce } from '../../platform/notices/service.ts'
import { selectAccountById } from './queries.ts'

/** Notifies the owner of an account of wrong passwords, by mail and in the portal, at most once a day. */
export async function notifyOwner(server: Server, userId: UserId, attempts: number): Promise<void> {
  const account = await selectAccountById(server.db.global, userId)
  if (account?.state !== 'ACTIVE') return
  const day = server.clock.now().toISOString().slice(0, 10)
  await server.db.globalTx(async (db) => {
    const news = { kind: 'PASSWORD_GUESSED', facts: { attempts } } as const
    const notification = { userId, once: `PASSWORD_GUESSED ${day}`, news, ownLetter: true } as const
    if ((await notifyPerson(server, db, notification)).length === 0) return
    const sender = senderOf(server, platformOf(server, account.platform_id))
    const { email: to, first_name: firstName } = account
    await server.mail.queue(db, passwordGuessedLetter(sender, { to, firstName, attempts }))
  })
}

/** Notifies the platform's staff of many wrong passwords across all accounts, at most once an hour. */
export async function notifyStaff(server: Server, attempts: number): Promise<void> {
  server.log.warn({ attempts }, 'many wrong passwords over all accounts within a minute')
  const hour = server.clock.now().toISOString().slice(0, 13)
  const news = { kind: 'SIGN_IN_ALARM', facts: { attempts } } as const
  await notifyStaffOnce(server, { once: `SIGN_IN_ALARM ${hour}`, news })
}
