import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import { withAsciiDomain } from '@simwright/contract/mail-address'
import type * as contract from '@simwright/contract/people/account'
import { NO_ENTERPRISE_ID } from '@simwright/contract/people/session'
import type { PlatformId, UserId } from '../../../db/row-id.ts'
import type { SessionCookies } from '../../../http/call.ts'
import type { AccountsServer as Server } from '../../../port/module.ts'
import { findEnterprise } from '../../platform/tenancy/service.ts'
import {
  beginStep,
  challengePasskey,
  consumeCode,
  consumeStep,
  type Factors,
  factorsOf,
  readStep,
  verifyPasskey,
} from '../security/service.ts'
import { openSession } from '../sessions/service.ts'
import { type AttemptRule, forgetAttempts } from './attempt.ts'
import { rememberDevice } from './known-device.ts'
import { isPassword } from './password.ts'
import {
  type AccountRecord,
  selectAccount,
  selectAccountById,
  selectEnterpriseIds,
  selectSignInPolicy,
} from './queries.ts'
import { admitPassword, waitFor } from './sign-in-guard.ts'

/** Anyone who guesses codes knows the password already, so codes are counted per account, not per network. */
const codeRule: AttemptRule = {
  what: 'sign-in-code',
  free: 5,
  firstWaitMs: 5_000,
  longestWaitMs: 15 * 60_000,
  forgetMs: 24 * 60 * 60_000,
}

/** Where a sign-in comes from, and on which platform: an account exists on one platform only. */
export type SignInContext = {
  address: string
  userAgent: string
  origin: string
  platformId: PlatformId
  /** The cookie that identifies a known device. */
  device: string | undefined
}

type SecondStep = NonNullable<OutputOf<typeof contract.login>['secondStep']>

/** The cookies of a completed sign-in, or the second step that it still needs. */
export type SignInResult = { cookies: SessionCookies } | { secondStep: SecondStep }

/** Signs in with a password. @throws Problem sign_in_slowed, credentials_wrong, account_not_activated, account_inactive */
export async function signIn(
  server: Server,
  { email: typed, password }: ParsedInputOf<typeof contract.login>,
  from: SignInContext,
): Promise<SignInResult> {
  const account = await verifyPassword(server, { email: withAsciiDomain(typed.trim()).toLowerCase(), password }, from)
  return await continueSignIn(server, account, from)
}

/**
 * The account that the password belongs to. Neither the answer nor the response time reveals whether the address or the
 * password was wrong.
 * @throws Problem sign_in_slowed, credentials_wrong, account_not_activated, account_inactive, busy
 */
export async function verifyPassword(
  server: Server,
  { email, password }: { email: string; password: string },
  from: SignInContext,
): Promise<AccountRecord> {
  const admission = await admitPassword(server, { email, ...from })
  const account = await selectAccount(server.db.global, { email, platformId: from.platformId })
  const asked = { cost: server.passwordCost, priority: admission.priority }
  const isRight = await isPassword(password, account?.password_hash, asked)
  if (!account || !isRight) {
    await admission.wrong(account?.id)
    throw new Problem('credentials_wrong')
  }
  requireActive(account)
  await admission.right()
  return account
}

/** Continues a sign-in after its first factor, a password or an identity provider's assertion, was valid. */
export async function continueSignIn(
  server: Server,
  account: AccountRecord,
  from: SignInContext,
): Promise<SignInResult> {
  const factors = await factorsOf(server, account.id)
  if (factors.app || factors.passkeys > 0)
    return { secondStep: await beginSecondStep(server, account.id, { ...factors, origin: from.origin }) }
  return { cookies: await completeSignIn(server, account, from) }
}

async function beginSecondStep(
  server: Server,
  userId: UserId,
  { app, passkeys, origin }: Factors & { origin: string },
): Promise<SecondStep> {
  const ticket = await beginStep(server, { userId, purpose: 'CODE' })
  return {
    ticket,
    app,
    ...(passkeys > 0 ? { passkey: await challengePasskey(server, 'PASSKEY', { userId, origin }) } : {}),
  }
}

/** The second step, with a code of the authenticator app or a recovery code. */
export async function signInByCode(
  server: Server,
  { ticket, code }: ParsedInputOf<typeof contract.loginCode>,
  from: SignInContext,
): Promise<SignInResult> {
  const { user_id } = await readStep(server, ticket, 'CODE')
  const account = await activeAccount(server, user_id)
  await waitFor(server, codeRule, [account.id])
  if (!(await consumeCode(server, account.id, code))) throw new Problem('code_wrong')
  await consumeStep(server, ticket, 'CODE')
  await forgetAttempts(server, codeRule, [account.id])
  return { cookies: await completeSignIn(server, account, from) }
}

/** Creates a challenge that any passkey of the browser may answer. */
export async function startPasskeySignIn(
  server: Server,
  origin: string,
): Promise<OutputOf<typeof contract.passkeyChallenge>> {
  return await challengePasskey(server, 'PASSKEY', { origin })
}

/** Signs in with a passkey, as the second step or instead of the password. */
export async function signInByPasskey(
  server: Server,
  answer: ParsedInputOf<typeof contract.loginPasskey>,
  from: SignInContext,
): Promise<SignInResult> {
  const { userId } = await verifyPasskey(server, 'PASSKEY', { answer, origin: from.origin })
  const account = await activeAccount(server, userId)
  if (account.platform_id !== from.platformId) throw new Problem('passkey_refused')
  return { cookies: await completeSignIn(server, account, from) }
}

async function activeAccount(server: Server, userId: UserId | null): Promise<AccountRecord> {
  const account = userId === null ? undefined : await selectAccountById(server.db.global, userId)
  if (!account) throw new Problem('sign_in_step_gone')
  requireActive(account)
  return account
}

export function requireActive(account: AccountRecord): void {
  if (account.state === 'PENDING') throw new Problem('account_not_activated')
  if (account.state === 'INACTIVE') throw new Problem('account_inactive')
}

/** A sign-in without a password, in the browser that has just opened the account. */
export type NewSignIn = SignInContext & {
  /** The browser is signed in already, perhaps as another user: this session stays. */
  isSignedIn: boolean
}

/**
 * Signs in the user of an account that was opened just now, in the browser in which its password was typed.
 * @returns undefined if the browser is signed in, or if the account or one of its enterprise accounts demands more than a
 *   password: a second factor or single sign-on
 */
export async function signInNewAccount(
  server: Server,
  userId: UserId,
  { isSignedIn, ...from }: NewSignIn,
): Promise<SessionCookies | undefined> {
  if (isSignedIn || (await demandsMore(server, userId))) return undefined
  return await completeSignIn(server, await activeAccount(server, userId), from)
}

async function demandsMore(server: Server, userId: UserId): Promise<boolean> {
  const { app, passkeys } = await factorsOf(server, userId)
  if (app || passkeys > 0) return true
  for (const enterpriseId of await selectEnterpriseIds(server.db.global, userId)) {
    const enterprise = await server.db.tenantRead(enterpriseId, findEnterprise)
    if (enterprise === undefined || enterprise.sso_only || enterprise.second_factor_demanded) return true
  }
  return false
}

async function completeSignIn(server: Server, account: AccountRecord, from: SignInContext): Promise<SessionCookies> {
  const user = {
    userId: account.id,
    enterpriseId: await enterpriseToOpen(server, account.id),
    firstName: account.first_name,
    lastName: account.last_name,
    companyName: account.company_name,
    email: account.email,
  }
  const cookies = await openSession(server, user, from)
  return { ...cookies, device: await rememberDevice(server, account.id, from.device) }
}

/** The enterprise account that the user worked in last; NO_ENTERPRISE_ID if there is none. @throws Problem sso_only */
async function enterpriseToOpen(server: Server, userId: UserId): Promise<string> {
  let needsSso = false
  const now = server.clock.now()
  for (const enterpriseId of await selectEnterpriseIds(server.db.global, userId)) {
    const policy = await server.db.tenantRead(enterpriseId, (db) => selectSignInPolicy(db, { userId, now }))
    if (policy === 'open') return enterpriseId
    needsSso ||= policy === 'sso'
  }
  if (needsSso) throw new Problem('sso_only')
  return NO_ENTERPRISE_ID
}
