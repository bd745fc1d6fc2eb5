import { type OutputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/people/account'
import { Survey } from '@simwright/contract/people/account'
import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import type { PlatformId, UserId } from '../../../db/row-id.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'
import type { OnceAnswer, OnceCall, SessionCookies } from '../../../http/call.ts'
import type { AccountsServer as Server } from '../../../port/module.ts'
import { linkOf, type PlatformRecord, platformOf, senderOf } from '../../platform/brand/service.ts'
import { recordConsent, requireConsent } from '../../platform/legal/service.ts'
import { activationLetter, alreadyRegisteredLetter } from '../../platform/mail/service.ts'
import { activateUser, insertEnterprise, upsertPendingUser } from '../../platform/tenancy/service.ts'
import { createSamples } from '../../provisioning/samples/service.ts'
import { requireInvitation, takeInvitation } from '../invitations/service.ts'
import { type AttemptRule, countAttempt } from './attempt.ts'
import { deviceHash } from './known-device.ts'
import { linkTokenHash, newLinkToken } from './link-token.ts'
import { withMinimumTime } from './minimum-time.ts'
import { newPerson, recordOpening } from './opening.ts'
import { hashOf, passwordFault } from './password.ts'
import {
  type AccountRecord,
  deleteOpenTokens,
  insertToken,
  selectAccount,
  selectOpenRegistration,
  takeToken,
} from './queries.ts'
import { type NewSignIn, signInNewAccount } from './sign-in.ts'

export { type AttemptRule, countAttempt } from './attempt.ts'
export { deleteDueAccounts } from './deletion.ts'
export { hashOf, passwordFault } from './password.ts'
export {
  canSignInByPassword,
  findActivatedAccount,
  insertVerifiedAccount,
  openVerifiedAccount,
  requireSwitchAllowed,
  signInByProvider,
  signInBySso,
} from './provider-account.ts'
export {
  type NewSignIn,
  type SignInContext,
  type SignInResult,
  signInNewAccount,
  verifyPassword,
} from './sign-in.ts'
export { waitFor } from './sign-in-guard.ts'
export { addStaff, prepareAccount, removeStaff, type StaffRole } from './staff.ts'

const ACTIVATION_LIFE_MS = 24 * 60 * 60 * 1000

/** Limits mails to one address, so that nobody can flood a mailbox by repeating the request. */
export const mailRule: AttemptRule = {
  what: 'activation-mail',
  free: 5,
  firstWaitMs: 60_000,
  longestWaitMs: 60 * 60_000,
  forgetMs: 24 * 60 * 60_000,
}

/** The data of the sign-up form, stored with the activation link. */
const Registration = z.object({
  passwordHash: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  companyName: z.string(),
  survey: Survey.nullable(),
  /** The invitation code; links sent by earlier versions have none. */
  invitation: z.string().nullable().default(null),
  /** Hash of the cookie of the browser that signed up; links sent by earlier versions have none. */
  browser: z.string().nullable().default(null),
})
type Registration = z.infer<typeof Registration>

/**
 * Signs up. The answer and the response time are the same whether the address has an account or not.
 * @param device the cookie of the browser, which is signed in when it opens the link
 */
export async function register(
  server: Server,
  { input, once }: OnceCall<typeof contract.register>,
  { platform, device }: { platform: PlatformRecord; device: string },
): OnceAnswer<typeof contract.register> {
  const { email, password, invitation } = input
  const fault = passwordFault(password, { email, max: server.config.passwordMax })
  if (fault) throw new Problem('invalid', {}, { faults: [fault] })
  if (invitation) await requireInvitation(server, { code: invitation, platformId: platform.id })
  const { accepted } = input
  const texts = await requireConsent(server, server.db.global, { platformId: platform.id, accepted })
  return await withMinimumTime(async () => {
    const registration: Registration = {
      passwordHash: await hashOf(password, server.passwordCost),
      firstName: input.firstName,
      lastName: input.lastName,
      companyName: input.companyName,
      survey: input.survey ?? null,
      invitation: input.invitation || null,
      browser: deviceHash(device),
    }
    const isLimited = (await countAttempt(server, mailRule, [email, platform.sys])) > 0
    return await once.globalTx(async (db) => {
      if (!isLimited) await storeRegistration(server, db, { email, platform, registration, texts })
      return { email }
    })
  })
}

type NewRegistration = {
  email: string
  platform: PlatformRecord
  registration: Registration
  /** The texts that the user has accepted. */
  texts: Awaited<ReturnType<typeof requireConsent>>
}

async function storeRegistration(
  server: Server,
  db: Transaction<GlobalTables>,
  { email, platform, registration, texts }: NewRegistration,
): Promise<void> {
  const known = await selectAccount(db, { email, platformId: platform.id })
  const account = await upsertPendingUser(db, {
    ...registration,
    id: server.random.uuid(),
    email,
    platformId: platform.id,
    survey: storedSurvey(registration),
    at: server.clock.now(),
  })
  if (account) {
    await recordConsent(server, db, { userId: account.id, platformId: platform.id, texts })
    await sendActivation(server, db, { userId: account.id, email, registration, platform })
  } else if (known?.state === 'ACTIVE') {
    await server.mail.queue(
      db,
      alreadyRegisteredLetter(senderOf(server, platform), { to: email, firstName: known.first_name }),
    )
  }
}

/** Sends another link for the last sign-up. The answer does not reveal whether the address has an account. */
export async function resendActivation(
  server: Server,
  email: string,
  platform: PlatformRecord,
): Promise<Record<never, never>> {
  return await withMinimumTime(async () => {
    if ((await countAttempt(server, mailRule, [email, platform.sys])) > 0) return {}
    const account = await selectAccount(server.db.global, { email, platformId: platform.id })
    if (account?.state !== 'PENDING') return {}
    await sendActivationAgain(server, account)
    return {}
  })
}

type Activated = Pick<OutputOf<typeof contract.verify>, 'email' | 'invitation'> & { cookies?: SessionCookies }

/**
 * Activates the account of a link, and opens an enterprise account for it. A link works once. The browser that signed up
 * is signed in, no other: mail scanners open links, and links are forwarded.
 */
export async function activate(server: Server, token: string, from: NewSignIn): Promise<Activated> {
  const { browser, userId, ...activated } = await activateAccount(server, token, from.platformId)
  const isSame = from.device !== undefined && browser === deviceHash(from.device)
  const cookies = isSame ? await signInNewAccount(server, userId, from) : undefined
  return { ...activated, ...(cookies ? { cookies } : {}) }
}

async function activateAccount(server: Server, token: string, platformId: PlatformId) {
  const now = server.clock.now()
  const enterpriseId = server.random.uuid()
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const taken = await takeToken(db, linkTokenHash(token), now)
    if (taken?.platform_id !== platformId) throw new Problem('activation_invalid')
    const registration = Registration.parse(taken.registration)
    await activateUser(db, taken.user_id, { ...registration, survey: storedSurvey(registration), at: now })
    await deleteOpenTokens(db, taken.user_id)
    await insertEnterprise(db, {
      name: registration.companyName,
      platformId: taken.platform_id,
      ownerId: taken.user_id,
      memberId: server.random.uuid(),
      plan: 'DEMO',
      at: now,
    })
    const person = { ...taken, ...registration, userId: taken.user_id }
    await recordOpening(server, db, { ...person, enterpriseId })
    await createSamples(server, db, { enterpriseId, at: now })
    const code = registration.invitation
    const use = { enterpriseId, platformId: taken.platform_id, by: newPerson(person) }
    const invitation = code === null ? null : await takeInvitation(server, db, { ...use, code })
    const { browser } = registration
    return { email: taken.email, invitation, userId: taken.user_id, browser }
  })
}

/** Sends another link to an account that waits for activation; it signs in the same browser as the last one. */
export async function sendActivationAgain(server: Server, account: AccountRecord): Promise<void> {
  const platform = platformOf(server, account.platform_id)
  const open = await selectOpenRegistration(server.db.global, account.id, server.clock.now())
  const browser = open === undefined ? null : Registration.parse(open).browser
  const registration = { ...registrationOf(account), browser }
  const to = { userId: account.id, email: account.email, registration, platform }
  await server.db.globalTx((db) => sendActivation(server, db, to))
}

async function sendActivation(
  server: Server,
  db: Kysely<GlobalTables>,
  to: { userId: UserId; email: string; registration: Registration; platform: PlatformRecord },
): Promise<void> {
  const token = newLinkToken(server.random)
  const now = server.clock.now()
  await insertToken(db, {
    token_hash: linkTokenHash(token),
    purpose: 'ACTIVATE',
    user_id: to.userId,
    registration: JSON.stringify(to.registration),
    created_at: now,
    expires_at: new Date(now.getTime() + ACTIVATION_LIFE_MS),
  })
  const link = `${linkOf(server, to.platform, '/confirm')}?token=${token}`
  const { firstName, companyName } = to.registration
  await server.mail.queue(
    db,
    activationLetter(senderOf(server, to.platform), { to: to.email, firstName, companyName, link }),
  )
}

const storedSurvey = ({ survey }: Registration) => (survey === null ? null : JSON.stringify(survey))

function registrationOf(account: AccountRecord): Registration {
  return Registration.parse({
    passwordHash: account.password_hash,
    firstName: account.first_name,
    lastName: account.last_name,
    companyName: account.company_name,
    survey: account.survey,
    invitation: account.invitation,
  })
}
