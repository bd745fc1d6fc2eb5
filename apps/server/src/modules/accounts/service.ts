import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/account'
import { Survey } from '@simwright/contract/account'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { GlobalTables } from '../../db/tables.gen.ts'
import type { SessionCookies } from '../../http/call.ts'
import type { Server } from '../../server.ts'
import { activationLetter, alreadyRegisteredLetter, type Sender } from '../mail/service.ts'
import { DEFAULT_SYS, findPlatform } from '../platform/service.ts'
import { openSession } from '../sessions/service.ts'
import { type AttemptRule, countAttempt, forgetAttempts } from './attempt.ts'
import { hashOf, isPassword, passwordFault } from './password.ts'
import {
  type AccountRecord,
  insertEnterprise,
  insertToken,
  isActiveMember,
  selectAccount,
  selectEnterpriseIds,
  takeToken,
  updateActive,
  upsertPending,
} from './queries.ts'

const ACTIVATION_LIFE_MS = 24 * 60 * 60 * 1000

const signInRule: AttemptRule = {
  what: 'sign-in',
  free: 5,
  firstWaitMs: 5_000,
  longestWaitMs: 15 * 60_000,
  forgetMs: 30 * 60_000,
}

/** Nobody's letter box is filled by pressing the button again and again. */
const mailRule: AttemptRule = {
  what: 'activation-mail',
  free: 5,
  firstWaitMs: 60_000,
  longestWaitMs: 60 * 60_000,
  forgetMs: 24 * 60 * 60_000,
}

/** Longer than any of the ways that an answer about an address can take; each of them lasts as long. */
const EVEN_MS = 250

/** What was signed up with; it travels with the activation link. */
const Registration = z.object({
  passwordHash: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  companyName: z.string(),
  survey: Survey.nullable(),
})
type Registration = z.infer<typeof Registration>

/** Signs up. The answer is the same, and takes as long, whether the address has an account or not. */
export async function register(
  server: Server,
  input: ParsedInputOf<typeof contract.register>,
): Promise<OutputOf<typeof contract.register>> {
  const { email, password, sys } = input
  const fault = passwordFault(password, { email, max: server.config.passwordMax })
  if (fault) throw new Problem('invalid', {}, { faults: [fault] })
  return await evenly(async () => {
    const registration: Registration = {
      passwordHash: await hashOf(password),
      firstName: input.firstName,
      lastName: input.lastName,
      companyName: input.companyName,
      survey: input.survey ?? null,
    }
    if ((await countAttempt(server, mailRule, [email])) === 0) await store(server, { email, sys, registration })
    return { email }
  })
}

async function store(
  server: Server,
  { email, sys, registration }: { email: string; sys: string | undefined; registration: Registration },
): Promise<void> {
  const platform = await findPlatform(server.db.global, sys)
  const known = await selectAccount(server.db.global, email)
  const sender = senderOf(server, platform)
  await server.db.globalTx(async (db) => {
    const account = await upsertPending(db, {
      id: server.random.uuid(),
      email,
      platform_id: platform.id,
      created_at: server.clock.now(),
      ...columnsOf(registration),
    })
    if (account)
      await sendActivation(server, db, { userId: account.id, email, registration, sender, sys: platform.sys })
    else if (known?.state === 'ACTIVE') {
      await server.mail.queue(db, alreadyRegisteredLetter(sender, { to: email, firstName: known.first_name }))
    }
  })
}

/** Sends another link for what was signed up with last. The answer tells nothing about the address. */
export async function resendActivation(server: Server, email: string): Promise<Record<never, never>> {
  return await evenly(async () => {
    if ((await countAttempt(server, mailRule, [email])) > 0) return {}
    const account = await selectAccount(server.db.global, email)
    if (account?.state !== 'PENDING') return {}
    const platform = await findPlatform(server.db.global, undefined)
    const registration = registrationOf(account)
    const sender = senderOf(server, platform)
    await server.db.globalTx((db) =>
      sendActivation(server, db, { userId: account.id, email, registration, sender, sys: platform.sys }),
    )
    return {}
  })
}

/** Opens the account that a link stands for, with an enterprise account of its own. A link works once. */
export async function activate(server: Server, token: string): Promise<OutputOf<typeof contract.verify>> {
  const now = server.clock.now()
  const enterpriseId = server.random.uuid()
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const taken = await takeToken(db, tokenHash(token), now)
    if (!taken) throw new Problem('activation_invalid')
    const registration = Registration.parse(taken.registration)
    await updateActive(db, taken.user_id, { ...columnsOf(registration), activated_at: now })
    await insertEnterprise(db, enterpriseId, {
      name: registration.companyName,
      platformId: taken.platform_id,
      ownerId: taken.user_id,
      memberId: server.random.uuid(),
      plan: 'DEMO',
      at: now,
    })
    return { email: taken.email }
  })
}

type Place = { address: string; userAgent: string }

/** Signs in with a password. An unknown address and a wrong password look alike, in the answer and in its time. */
export async function signIn(
  server: Server,
  { email: typed, password }: ParsedInputOf<typeof contract.login>,
  from: Place,
): Promise<SessionCookies> {
  const email = typed.trim().toLowerCase()
  const subject = [email, from.address]
  const seconds = await countAttempt(server, signInRule, subject)
  if (seconds > 0) throw new Problem('sign_in_slowed', { seconds }, { detail: { seconds } })
  const account = await selectAccount(server.db.global, email)
  const right = await isPassword(password, account?.password_hash)
  if (!account || !right) throw new Problem('credentials_wrong')
  if (account.state === 'PENDING') throw new Problem('account_not_activated')
  if (account.state === 'INACTIVE') throw new Problem('account_inactive')
  await forgetAttempts(server, signInRule, subject)
  const enterpriseId = await findEnterprise(server, account.id)
  return await openSession(
    server,
    {
      userId: account.id,
      enterpriseId,
      firstName: account.first_name,
      lastName: account.last_name,
      companyName: account.company_name,
      email,
    },
    from,
  )
}

/** The enterprise account that the user worked in last. */
async function findEnterprise(server: Server, userId: string): Promise<string> {
  for (const enterpriseId of await selectEnterpriseIds(server.db.global, userId)) {
    if (await server.db.tenantTx(enterpriseId, (db) => isActiveMember(db, enterpriseId, userId))) return enterpriseId
  }
  throw new Problem('no_enterprise')
}

async function sendActivation(
  server: Server,
  db: Kysely<GlobalTables>,
  to: { userId: string; email: string; registration: Registration; sender: Sender; sys: string },
): Promise<void> {
  const token = Buffer.from(server.random.bytes(32)).toString('base64url')
  const now = server.clock.now()
  await insertToken(db, {
    token_hash: tokenHash(token),
    user_id: to.userId,
    registration: JSON.stringify(to.registration),
    created_at: now,
    expires_at: new Date(now.getTime() + ACTIVATION_LIFE_MS),
  })
  const path = to.sys === DEFAULT_SYS ? '/confirm' : `/confirm/${encodeURIComponent(to.sys)}`
  const link = `${to.sender.publicUrl}${path}?token=${token}`
  const { firstName, companyName } = to.registration
  await server.mail.queue(db, activationLetter(to.sender, { to: to.email, firstName, companyName, link }))
}

function senderOf(server: Server, platform: { app_name: string; theme_color: string }): Sender {
  return { appName: platform.app_name, themeColor: platform.theme_color, publicUrl: server.config.publicUrl }
}

function columnsOf({ passwordHash, firstName, lastName, companyName, survey }: Registration) {
  return {
    password_hash: passwordHash,
    first_name: firstName,
    last_name: lastName,
    company_name: companyName,
    survey: survey === null ? null : JSON.stringify(survey),
  }
}

function registrationOf(account: AccountRecord): Registration {
  return Registration.parse({
    passwordHash: account.password_hash,
    firstName: account.first_name,
    lastName: account.last_name,
    companyName: account.company_name,
    survey: account.survey,
  })
}

const tokenHash = (token: string) => createHash('sha256').update(token).digest()

/** Answers no sooner than after a fixed time, so that the time tells nothing. */
async function evenly<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([work(), sleep(EVEN_MS)])
  return result
}
