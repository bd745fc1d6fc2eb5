import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/people/account'
import { samePasswordText } from '@simwright/contract/people/account'
import type { Who } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import type { AccountsServer as Server } from '../../../port/module.ts'
import { recordForPerson, recordOwnAction } from '../../platform/audit/service.ts'
import { linkOf, type PlatformRecord, senderOf } from '../../platform/brand/service.ts'
import { passwordResetLetter } from '../../platform/mail/service.ts'
import { updatePassword } from '../../platform/tenancy/service.ts'
import { notifyOfChange } from '../security/service.ts'
import { endSessionsOf } from '../sessions/service.ts'
import { type AttemptRule, countAttempt, forgetAttempts } from './attempt.ts'
import { forgetDevices, rememberDevice } from './known-device.ts'
import { linkTokenHash, newLinkToken } from './link-token.ts'
import { withMinimumTime } from './minimum-time.ts'
import { hashOf, hasPassword, isPassword, passwordFault } from './password.ts'
import {
  type AccountRecord,
  insertToken,
  selectAccount,
  selectAccountById,
  selectResetToken,
  takeResetToken,
} from './queries.ts'
import { mailRule, sendActivationAgain } from './service.ts'

const RESET_LIFE_MS = 30 * 60_000

/** Limits guesses of the old password by anyone who has got hold of an open session. */
const oldPasswordRule: AttemptRule = {
  what: 'old-password',
  free: 5,
  firstWaitMs: 5_000,
  longestWaitMs: 15 * 60_000,
  forgetMs: 30 * 60_000,
}

const CHANGED = 'The password was changed, and all other sessions were ended.'

/** Mails a link that sets a new password. Neither the answer nor its time reveals anything about the address. */
export async function sendForget(
  server: Server,
  { email }: ParsedInputOf<typeof contract.sendForget>,
  platform: PlatformRecord,
): Promise<Record<never, never>> {
  return await withMinimumTime(async () => {
    if ((await countAttempt(server, mailRule, [email, platform.sys])) > 0) return {}
    const account = await selectAccount(server.db.global, { email, platformId: platform.id })
    if (account?.state === 'ACTIVE') await sendReset(server, account, platform)
    if (account?.state === 'PENDING') await sendActivationAgain(server, account)
    return {}
  })
}

async function sendReset(server: Server, account: AccountRecord, platform: PlatformRecord): Promise<void> {
  const token = newLinkToken(server.random)
  const now = server.clock.now()
  const link = `${linkOf(server, platform, '/sign/reset')}?token=${token}`
  const letter = passwordResetLetter(senderOf(server, platform), {
    to: account.email,
    firstName: account.first_name,
    link,
  })
  await server.db.globalTx(async (db) => {
    await insertToken(db, {
      token_hash: linkTokenHash(token),
      user_id: account.id,
      purpose: 'RESET',
      registration: null,
      created_at: now,
      expires_at: new Date(now.getTime() + RESET_LIFE_MS),
    })
    await server.mail.queue(db, letter)
  })
}

type Reset = OutputOf<typeof contract.resetPassword>

/**
 * Sets the password by a link, which works once, and ends all sessions. The second factor is not changed. Afterwards the
 * browser that opened the link is the only known device, so wrong passwords that others try do not delay its sign-in.
 */
export async function resetPassword(
  server: Server,
  { token, password }: ParsedInputOf<typeof contract.resetPassword>,
  { platform, device }: { platform: PlatformRecord; device: string | undefined },
): Promise<{ reset: Reset; device: string }> {
  const at = server.clock.now()
  const owner = await selectResetToken(server.db.global, linkTokenHash(token), at)
  if (owner?.platform_id !== platform.id) throw new Problem('reset_invalid')
  const wrong = passwordFault(password, { email: owner.email, max: server.config.passwordMax })
  if (wrong) throw new Problem('invalid', {}, { faults: [wrong] })
  const passwordHash = await hashOf(password, server.passwordCost)
  const { userId, email } = await server.db.globalTx(async (db) => {
    const taken = await takeResetToken(db, linkTokenHash(token), at)
    if (!taken) throw new Problem('reset_invalid')
    await updatePassword(db, taken.user_id, { passwordHash, at })
    await endSessionsOf(db, taken.user_id, { at })
    await forgetDevices(db, taken.user_id)
    await notifyOfChange(server, db, taken.user_id, CHANGED)
    const person = { id: taken.user_id, name: `${taken.first_name} ${taken.last_name}`, email: taken.email }
    await recordForPerson(server, db, { action: 'account.passwordReset', person })
    return { userId: taken.user_id, email: taken.email }
  })
  return { reset: { email }, device: await rememberDevice(server, userId, device) }
}

/** Changes the password, given the old one, and ends all other sessions of the user. */
export async function changePassword(
  server: Server,
  who: Who,
  { oldPassword, newPassword }: ParsedInputOf<typeof contract.changePassword>,
): Promise<Record<never, never>> {
  const account = await selectAccountById(server.db.global, who.userId)
  if (!account || !hasPassword(account)) throw new Problem('no_password')
  const seconds = await countAttempt(server, oldPasswordRule, [who.userId])
  if (seconds > 0) throw new Problem('sign_in_slowed', { seconds }, { detail: { seconds } })
  if (!(await isPassword(oldPassword, account.password_hash, { cost: server.passwordCost }))) {
    throw fault('oldPassword', 'wrong', 'Invalid old password.')
  }
  await forgetAttempts(server, oldPasswordRule, [who.userId])
  if (oldPassword === newPassword) throw fault('newPassword', 'same', samePasswordText)
  const wrong = passwordFault(newPassword, { email: account.email, max: server.config.passwordMax })
  if (wrong) throw new Problem('invalid', {}, { faults: [{ ...wrong, path: 'newPassword' }] })
  const passwordHash = await hashOf(newPassword, server.passwordCost)
  const at = server.clock.now()
  await server.db.globalTx(async (db) => {
    await updatePassword(db, who.userId, { passwordHash, at })
    await endSessionsOf(db, who.userId, { at, except: who.sessionId })
    await notifyOfChange(server, db, who.userId, CHANGED)
    await recordOwnAction(server, db, who, { action: 'account.passwordChanged' })
  })
  return {}
}
