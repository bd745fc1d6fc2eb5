import { Problem } from '@simwright/contract'
import type { Survey } from '@simwright/contract/people/account'
import type { AcceptedTexts } from '@simwright/contract/platform/legal'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, PlatformId, UserId } from '../../../db/row-id.ts'
import type { Who } from '../../../http/call.ts'
import type { AccountsServer as Server } from '../../../port/module.ts'
import { recordConsent, requireConsent } from '../../platform/legal/service.ts'
import { findUser, insertEnterprise, upsertActiveUser } from '../../platform/tenancy/service.ts'
import { createSamples } from '../../provisioning/samples/service.ts'
import { refusalFault, takeInvitation } from '../invitations/service.ts'
import { openSession, type SignInOrigin } from '../sessions/service.ts'
import { rememberDevice } from './known-device.ts'
import { newPerson, recordOpening } from './opening.ts'
import { hasPassword } from './password.ts'
import {
  type AccountRecord,
  deleteOpenTokens,
  selectAccount,
  selectAccountById,
  selectSignInPolicy,
} from './queries.ts'
import { continueSignIn, requireActive, type SignInContext, type SignInResult } from './sign-in.ts'

/** A person whose address an identity provider has verified. */
export type NewPerson = {
  email: string
  firstName: string
  lastName: string
  companyName: string
  survey: Survey | undefined
  invitation?: string | undefined
  platformId: PlatformId
}

/** The account of an address. Undefined while it waits for activation, because anyone may have registered the address. */
export async function findActivatedAccount(
  server: Server,
  at: { email: string; platformId: PlatformId },
): Promise<AccountRecord | undefined> {
  const account = await selectAccount(server.db.global, at)
  return account?.state === 'PENDING' ? undefined : account
}

/**
 * Inserts an account without a password for a person whose address is verified. It replaces an account that waits for
 * activation, and deletes its links. @returns undefined when the address is in use
 */
export async function insertVerifiedAccount(
  server: Server,
  db: TenantDb,
  { survey, invitation: _, ...person }: NewPerson,
): Promise<string | undefined> {
  const userId = await upsertActiveUser(db, {
    ...person,
    id: server.random.uuid(),
    passwordHash: `none ${server.random.uuid()}`,
    survey: survey === undefined ? null : JSON.stringify(survey),
    at: server.clock.now(),
  })
  if (userId === undefined) return undefined
  await deleteOpenTokens(db, userId)
  return userId
}

/**
 * Inserts the account with a new enterprise account; `also` runs in the same transaction.
 * @throws Problem conflict; invalid for an invitation that cannot be used, or for texts that were not accepted
 */
export async function openVerifiedAccount(
  server: Server,
  { accepted, ...person }: NewPerson & { accepted: AcceptedTexts },
  also: (db: TenantDb, userId: UserId) => Promise<void>,
): Promise<string> {
  const enterpriseId = server.random.uuid()
  const at = server.clock.now()
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const texts = await requireConsent(server, db, { platformId: person.platformId, accepted })
    const userId = await insertVerifiedAccount(server, db, person)
    if (userId === undefined) throw new Problem('conflict')
    await recordConsent(server, db, { userId, platformId: person.platformId, texts })
    await insertEnterprise(db, {
      name: person.companyName,
      platformId: person.platformId,
      ownerId: userId,
      memberId: server.random.uuid(),
      plan: 'DEMO',
      at,
    })
    await createSamples(server, db, { enterpriseId, at })
    await also(db, userId)
    await recordOpening(server, db, { ...person, userId, enterpriseId })
    const { invitation: code, platformId } = person
    const use = { enterpriseId, platformId, by: newPerson({ ...person, userId }) }
    const outcome = code ? await takeInvitation(server, db, { ...use, code }) : 'ACCEPTED'
    if (outcome !== 'ACCEPTED') throw refusalFault(outcome)
    return userId
  })
}

/** Continues a sign-in after the platform's identity provider has authenticated the user. */
export async function signInByProvider(server: Server, userId: UserId, from: SignInContext): Promise<SignInResult> {
  const account = await activeById(server, userId)
  return await continueSignIn(server, account, from)
}

/** Opens a session in one enterprise account, whose own identity provider has authenticated the user. */
export async function signInBySso(
  server: Server,
  { userId, enterpriseId }: { userId: UserId; enterpriseId: EnterpriseId },
  from: SignInContext,
): Promise<SignInResult> {
  const account = await activeById(server, userId)
  const own = hasPassword(account) || (await findUser(server.db.global, userId))?.second_factor === true
  const origin: SignInOrigin = { ...from, ssoEnterpriseId: enterpriseId, ...(own ? { needsStepUp: true } : {}) }
  const { first_name: firstName, last_name: lastName, company_name: companyName, email } = account
  const cookies = await openSession(server, { userId, enterpriseId, firstName, lastName, companyName, email }, origin)
  return { cookies: { ...cookies, device: await rememberDevice(server, userId, from.device) } }
}

/** Checks that this session may switch to another enterprise account. @throws Problem sso_bound, sso_only */
export async function requireSwitchAllowed(
  server: Pick<Server, 'clock' | 'db'>,
  who: Who,
  enterpriseId: EnterpriseId,
): Promise<void> {
  if (who.ssoEnterpriseId !== null && who.ssoEnterpriseId !== enterpriseId) throw new Problem('sso_bound')
  const member = { userId: who.userId, now: server.clock.now() }
  const policy = await server.db.tenantRead(enterpriseId, (db) => selectSignInPolicy(db, member))
  if (policy === 'sso' && who.ssoEnterpriseId !== enterpriseId) throw new Problem('sso_only')
}

/** Whether a user can sign in without an identity provider, which takes a password. */
export async function canSignInByPassword(server: Server, userId: UserId): Promise<boolean> {
  const account = await selectAccountById(server.db.global, userId)
  return account !== undefined && hasPassword(account)
}

async function activeById(server: Server, userId: UserId): Promise<AccountRecord> {
  const account = await selectAccountById(server.db.global, userId)
  if (!account) throw new Problem('oauth_gone')
  requireActive(account)
  return account
}
