import { Problem } from '@simwright/contract'
import type { PlatformId, UserId } from '../../../db/row-id.ts'
import { networkOf } from '../../../http/network.ts'
import type { AccountsServer as Server } from '../../../port/module.ts'
import { platformOf, senderOf } from '../../platform/brand/service.ts'
import { passwordGuessedLetter } from '../../platform/mail/service.ts'
import { notifyPerson, notifyStaffOnce } from '../../platform/notices/service.ts'
import {
  type Attempt,
  type AttemptRule,
  countRate,
  forgetAttempts,
  type RateRule,
  takeBackAttempt,
  takeBackRate,
  tryAttempt,
} from './attempt.ts'
import type { HashPriority } from './hash-queue.ts'
import { isKnownDevice } from './known-device.ts'
import { withMinimumTime } from './minimum-time.ts'
import { selectAccountById } from './queries.ts'

const MINUTE_MS = 60_000

/** Wrong passwords for one account from unknown devices, in all networks together. */
const accountRule: AttemptRule = {
  what: 'sign-in-account',
  free: 5,
  firstWaitMs: 5_000,
  longestWaitMs: 15 * MINUTE_MS,
  forgetMs: 24 * 60 * MINUTE_MS,
}

/** The account rule while the alarm is on: only the first attempt is free. */
const alarmedRule: AttemptRule = { ...accountRule, free: 1, firstWaitMs: 20_000 }

/** Wrong passwords for any account from unknown devices of one network. */
const networkRule: AttemptRule = {
  what: 'sign-in-network',
  free: 30,
  firstWaitMs: 5_000,
  longestWaitMs: 15 * MINUTE_MS,
  forgetMs: 60 * MINUTE_MS,
}

/** Wrong passwords for one account from a known device. */
const deviceRule: AttemptRule = {
  what: 'sign-in-device',
  free: 5,
  firstWaitMs: 5_000,
  longestWaitMs: 15 * MINUTE_MS,
  forgetMs: 30 * MINUTE_MS,
}

const rateRule = ({ config }: Pick<Server, 'config'>): RateRule => ({
  what: 'sign-in-rate',
  limit: config.signInAlarm,
  windowMs: MINUTE_MS,
  alarmMs: 10 * MINUTE_MS,
})

/** The owner of an account is notified at every multiple of this number of wrong passwords. */
const NOTICE_EACH = 10

export type PasswordAttempt = { email: string; platformId: PlatformId; address: string; device: string | undefined }

/** Permission to check a password; the caller reports the result. */
export type Admission = {
  /** Known devices are checked first. */
  priority: HashPriority
  right(): Promise<void>
  /** @param userId the user of the account; undefined when there is no account */
  wrong(userId: UserId | undefined): Promise<void>
}

/**
 * Counts a password before it is checked. A device that has signed in to the account before is delayed only by its own
 * wrong passwords; all others share the counters of the account and of their network. Accounts that do not exist are
 * counted in the same way.
 * @throws Problem sign_in_slowed
 */
export async function admitPassword(server: Server, attempted: PasswordAttempt): Promise<Admission> {
  const { device, email, platformId } = attempted
  if (device !== undefined && (await isKnownDevice(server, device, attempted))) {
    const subject = [email, platformId, device]
    await waitFor(server, deviceRule, subject)
    return { priority: 'known', right: () => forgetAttempts(server, deviceRule, subject), wrong: async () => {} }
  }
  return await admitUnknown(server, attempted)
}

async function admitUnknown(server: Server, { email, platformId, address }: PasswordAttempt): Promise<Admission> {
  const network = [networkOf(address)]
  const account = [email, platformId]
  const { blockedUntil } = await waitFor(server, networkRule, network)
  const uncountForNetwork = () => takeBackAttempt(server, networkRule, { subject: network, blockedUntil })
  const rate = rateRule(server)
  const { count, alarmed } = await countRate(server, rate)
  const { attempts, waitSeconds } = await tryAttempt(server, alarmed ? alarmedRule : accountRule, account)
  if (waitSeconds > 0) {
    await uncountForNetwork()
    await takeBackRate(server, rate)
    throw slowed(waitSeconds)
  }
  return {
    priority: 'unknown',
    right: async () => {
      await forgetAttempts(server, accountRule, account)
      await uncountForNetwork()
      await takeBackRate(server, rate)
    },
    wrong: async (userId) => {
      if (count % rate.limit === 0) await notifyStaff(server, count)
      if (attempts % NOTICE_EACH !== 0) return
      // takes as long as for an account that does not exist
      await withMinimumTime(async () => userId && (await notifyOwner(server, userId, attempts)))
    },
  }
}

/** Counts an attempt. @throws Problem sign_in_slowed */
export async function waitFor(server: Server, rule: AttemptRule, subject: readonly string[]): Promise<Attempt> {
  const attempt = await tryAttempt(server, rule, subject)
  if (attempt.waitSeconds > 0) throw slowed(attempt.waitSeconds)
  return attempt
}

const slowed = (seconds: number) => new Problem('sign_in_slowed', { seconds }, { detail: { seconds } })

/** Notifies the owner of an account of wrong passwords, by mail and in the portal, at most once a day. */
async function notifyOwner(server: Server, userId: UserId, attempts: number): Promise<void> {
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
async function notifyStaff(server: Server, attempts: number): Promise<void> {
  server.log.warn({ attempts }, 'many wrong passwords over all accounts within a minute')
  const hour = server.clock.now().toISOString().slice(0, 13)
  const news = { kind: 'SIGN_IN_ALARM', facts: { attempts } } as const
  await notifyStaffOnce(server, { once: `SIGN_IN_ALARM ${hour}`, news })
}
