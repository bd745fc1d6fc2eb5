import { randomInt } from 'node:crypto'
import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/people/oauth'
import type { PlatformId, UserId } from '../../../db/row-id.ts'
import type { Browser } from '../../../http/call.ts'
import type { OauthServer as Server } from '../../../port/module.ts'
import { platformOf, senderOf, type Visited } from '../../platform/brand/service.ts'
import { currentTexts } from '../../platform/legal/service.ts'
import { signInCodeLetter } from '../../platform/mail/service.ts'
import {
  canSignInByPassword,
  findActivatedAccount,
  openVerifiedAccount,
  type SignInContext,
  type SignInResult,
  signInByProvider,
  signInBySso,
  verifyPassword,
  waitFor,
} from '../accounts/service.ts'
import type { VerifiedClaims } from './claims.ts'
import { beginFlow, browserHashOf, endFlow, hashOf, randomText, verifyAnswer } from './flow.ts'
import { identityOf, linkIdentity, notifyOfLink, recordLinked } from './identity.ts'
import { type IdentityProvider, platformProvider, providerById } from './identity-provider.ts'
import {
  deleteTicket,
  insertIdentity,
  insertTicket,
  selectTicket,
  type TicketRecord,
  touchIdentity,
  updateTicketCode,
  updateTicketProved,
} from './queries.ts'
import { addressOfMember, requireOwnDomain, ssoProvider } from './sso.ts'
import { finishTest } from './sso-test.ts'
import { createSsoUser, joinBySso } from './sso-user.ts'

export { verifyDomain } from './sso.ts'

const TICKET_LIFE_MS = 30 * 60_000

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Where a call of a visitor comes from, and the browser's cookies. */
export type Visit = SignInContext & { browser: Browser }

type Answer = OutputOf<typeof contract.finish>

/** Starts a flow at a provider of the platform or of an enterprise account. @returns the address to redirect to */
export async function render(
  server: Server,
  browser: Browser,
  { provider, visited }: { provider: string; visited: Visited },
): Promise<string> {
  const { platform, origin } = visited
  const idp = UUID.test(provider)
    ? await ssoProvider(server, provider, platform.id)
    : await platformProvider(server, platform.id, provider)
  return await beginFlow(server, browser, { idp, platformId: platform.id, origin })
}

/** Processes a provider's answer: signs in a known user; for an unknown one issues a ticket to complete the sign-up. */
export async function finish(
  server: Server,
  { provider, query: text }: ParsedInputOf<typeof contract.finish>,
  from: Visit,
): Promise<Answer> {
  const query = new URLSearchParams(text)
  const flow = await endFlow(server, from.browser, query)
  if (flow.sso_test_id !== null) {
    await finishTest(server, { flow, testId: flow.sso_test_id, provider, query }, from)
    return { tested: true }
  }
  const visit = { ...from, platformId: flow.platform_id }
  const idp =
    flow.enterprise_id === null
      ? await providerById(server, flow.source_id)
      : await ssoProvider(server, flow.source_id, flow.platform_id)
  if (idp.pathId !== provider) throw new Problem('oauth_gone')
  const claims = await verifyAnswer(server, idp, { flow, query, origin: visit.origin })
  if (flow.user_id !== null) return { linked: await linkIdentity(server, { idp, claims, userId: flow.user_id }, visit) }
  const known = await touchIdentity(server.db.global, {
    sourceId: idp.id,
    subject: claims.subject,
    at: server.clock.now(),
  })
  if (known) return await signInKnown(server, { idp, userId: known.user_id, email: claims.email ?? known.email }, visit)
  return await continueUnlinked(server, { idp, claims, platformId: flow.platform_id }, visit)
}

/** Signs in by issuer and subject. Without an address from the provider, that of the first sign-in counts. */
async function signInKnown(
  server: Server,
  known: { idp: IdentityProvider; userId: UserId; email: string },
  visit: Visit,
): Promise<Answer> {
  const { idp, email } = known
  if (idp.enterpriseId !== null) await requireOwnDomain(server, idp.enterpriseId, email)
  return await signInUser(server, known, visit)
}

/** Continues with an identity that is linked to no user: creates the single sign-on user, or issues a ticket. */
async function continueUnlinked(
  server: Server,
  { idp, claims, platformId }: { idp: IdentityProvider; claims: VerifiedClaims; platformId: PlatformId },
  visit: Visit,
): Promise<Answer> {
  const email = await requireAddress(server, idp, claims)
  const isVerified = claims.emailVerified || idp.enterpriseId !== null
  const used = isVerified ? await findActivatedAccount(server, { email, platformId }) : undefined
  if (idp.enterpriseId !== null && !used && (await currentTexts(server, platformId)).texts.length === 0) {
    const userId = await createSsoUser(server, idp, { person: { ...claims, email, platformId }, accepted: {} })
    return await signInUser(server, { idp, userId, email }, visit)
  }
  const ticket = randomText(server)
  const now = server.clock.now()
  const record: TicketRecord = {
    ticket_hash: hashOf(ticket),
    browser_hash: browserHashOf(visit.browser),
    source_id: idp.id,
    enterprise_id: idp.enterpriseId,
    platform_id: platformId,
    subject: claims.subject,
    email,
    first_name: claims.firstName,
    last_name: claims.lastName,
    email_proved: isVerified,
    code_hash: null,
  }
  await insertTicket(server.db.global, {
    ...record,
    created_at: now,
    expires_at: new Date(now.getTime() + TICKET_LIFE_MS),
  })
  return { next: await nextStepOf(server, { ticket, record, idp }) }
}

/** The next step for a ticket. Whether an address has an account is shown only after the address is verified. */
async function nextStepOf(
  server: Server,
  { ticket, record, idp }: { ticket: string; record: TicketRecord; idp: IdentityProvider },
): Promise<NonNullable<Answer['next']>> {
  const used = record.email_proved ? await findActivatedAccount(server, accountKeyOf(record)) : undefined
  return {
    kind: !record.email_proved ? 'PROVE' : used ? 'LINK' : idp.enterpriseId === null ? 'REGISTER' : 'ACCEPT',
    ticket,
    provider: idp.name,
    email: record.email,
    firstName: record.first_name,
    lastName: record.last_name,
    hasPassword: used !== undefined && (await canSignInByPassword(server, used.id)),
  }
}

/** Signs up with a ticket, and signs in. */
export async function register(
  server: Server,
  { ticket, ...person }: ParsedInputOf<typeof contract.register>,
  visit: Visit,
): Promise<Answer> {
  const { record, idp } = await openTicket(server, ticket, visit)
  if (!record.email_proved || idp.enterpriseId !== null) throw new Problem('oauth_gone')
  const { email, platform_id: platformId } = record
  const userId = await openVerifiedAccount(
    server,
    { ...person, survey: person.survey, email, platformId },
    async (db, id) => {
      if (!(await deleteTicket(db, record.ticket_hash))) throw new Problem('oauth_gone')
      if (!(await insertIdentity(db, identityOf(server, { ...record, idp, userId: id })))) {
        throw new Problem('identity_taken', { provider: idp.name })
      }
    },
  )
  return await signInUser(server, { idp, userId, email }, visit)
}

/** Creates the user of a ticket of single sign-on, who has accepted the texts of the platform, and signs in. */
export async function accept(
  server: Server,
  { ticket, accepted }: ParsedInputOf<typeof contract.accept>,
  visit: Visit,
): Promise<Answer> {
  const { record, idp } = await openTicket(server, ticket, visit)
  if (!record.email_proved || idp.enterpriseId === null) throw new Problem('oauth_gone')
  const { subject, email, platform_id: platformId } = record
  // the domain may have been removed since the ticket was issued
  await requireOwnDomain(server, idp.enterpriseId, email)
  const person = { subject, email, platformId, firstName: record.first_name, lastName: record.last_name }
  const userId = await createSsoUser(server, idp, { person, accepted }, async (db) => {
    if (!(await deleteTicket(db, record.ticket_hash))) throw new Problem('oauth_gone')
  })
  return await signInUser(server, { idp, userId, email }, visit)
}

/** Links a ticket's identity to the account of its address, given the account's password, and signs in. */
export async function linkByPassword(
  server: Server,
  { ticket, password }: ParsedInputOf<typeof contract.linkByPassword>,
  visit: Visit,
): Promise<Answer> {
  const { record, idp } = await openTicket(server, ticket, visit)
  if (!record.email_proved) throw new Problem('oauth_gone')
  const account = await verifyPassword(
    server,
    { email: record.email, password },
    { ...visit, platformId: record.platform_id },
  )
  return await linkTicket(server, { record, idp, account }, visit)
}

/** Sends a code to the address of a ticket. Only the newest code is valid. */
export async function sendCode(server: Server, ticket: string, visit: Visit): Promise<Record<never, never>> {
  const { record } = await openTicket(server, ticket, visit)
  await waitFor(server, codeMailRule, [record.email])
  const code = String(randomInt(100_000_000)).padStart(8, '0')
  const sender = senderOf(server, platformOf(server, record.platform_id))
  await server.db.globalTx(async (db) => {
    await updateTicketCode(db, record.ticket_hash, codeHash(ticket, code))
    await server.mail.queue(db, signInCodeLetter(sender, { to: record.email, code }))
  })
  return {}
}

/** Verifies a ticket's address by the code, then links the account of that address, if there is one, and signs in. */
export async function prove(
  server: Server,
  { ticket, code }: ParsedInputOf<typeof contract.prove>,
  visit: Visit,
): Promise<Answer> {
  const { record, idp } = await openTicket(server, ticket, visit)
  await waitFor(server, codeRule, [record.email])
  const typed = code.replace(/\s/g, '')
  const match = { ticketHash: record.ticket_hash, codeHash: codeHash(ticket, typed) }
  if (!(await updateTicketProved(server.db.global, match))) throw new Problem('code_wrong')
  const used = await findActivatedAccount(server, accountKeyOf(record))
  if (used) return await linkTicket(server, { record, idp, account: used }, visit)
  return { next: await nextStepOf(server, { ticket, record: { ...record, email_proved: true }, idp }) }
}

/** Limits guesses of a code; counted per address, not per network. */
const codeRule = {
  what: 'oauth-code',
  free: 5,
  firstWaitMs: 60_000,
  longestWaitMs: 60 * 60_000,
  forgetMs: 24 * 60 * 60_000,
} as const

/** Limits codes to one address, so that nobody can flood a mailbox. */
const codeMailRule = { ...codeRule, what: 'oauth-code-mail' } as const

const codeHash = (ticket: string, code: string) => hashOf(`${ticket} ${code}`)

/** The ticket of this browser. @throws Problem oauth_gone */
async function openTicket(
  server: Server,
  ticket: string,
  { browser }: Visit,
): Promise<{ record: TicketRecord; idp: IdentityProvider }> {
  const key = { ticketHash: hashOf(ticket), browserHash: browserHashOf(browser), now: server.clock.now() }
  const record = await selectTicket(server.db.global, key)
  if (!record) throw new Problem('oauth_gone')
  const idp =
    record.enterprise_id === null
      ? await providerById(server, record.source_id)
      : await ssoProvider(server, record.source_id, record.platform_id)
  return { record, idp }
}

type Account = NonNullable<Awaited<ReturnType<typeof findActivatedAccount>>>

const personOf = ({ id, email, first_name, last_name }: Account) => ({ id, email, name: `${first_name} ${last_name}` })

async function linkTicket(
  server: Server,
  { record, idp, account }: { record: TicketRecord; idp: IdentityProvider; account: Account },
  visit: Visit,
): Promise<Answer> {
  const userId = account.id
  await server.db.globalTx(async (db) => {
    if (!(await deleteTicket(db, record.ticket_hash))) throw new Problem('oauth_gone')
    if (!(await insertIdentity(db, identityOf(server, { ...record, idp, userId })))) {
      throw new Problem('identity_taken', { provider: idp.name })
    }
    await notifyOfLink(server, db, { idp, userId })
    await recordLinked(server, db, { idp, email: record.email, person: personOf(account) })
  })
  return await signInUser(server, { idp, userId, email: record.email }, visit)
}

/** Signs in a known user. Single sign-on makes the user a member of the enterprise account first, if needed. */
async function signInUser(
  server: Server,
  { idp, userId, email }: { idp: IdentityProvider; userId: UserId; email: string },
  visit: Visit,
): Promise<Answer> {
  const { enterpriseId } = idp
  if (enterpriseId === null) return setCookies(visit.browser, await signInByProvider(server, userId, visit))
  await joinBySso(server, enterpriseId, { userId, email })
  return setCookies(visit.browser, await signInBySso(server, { userId, enterpriseId }, visit))
}

function setCookies(browser: Browser, outcome: SignInResult): Answer {
  if ('secondStep' in outcome) return { signIn: outcome }
  browser.keepSession(outcome.cookies)
  return { signIn: { token: outcome.cookies.token } }
}

const accountKeyOf = ({ email, platform_id }: TicketRecord) => ({ email, platformId: platform_id })

/** @throws Problem oauth_no_email, sso_foreign_mail */
async function requireAddress(server: Server, idp: IdentityProvider, claims: VerifiedClaims): Promise<string> {
  const { enterpriseId, name: provider } = idp
  const email = enterpriseId === null ? claims.email : await addressOfMember(server, enterpriseId, claims)
  if (email === undefined) throw new Problem('oauth_no_email', { provider })
  if (enterpriseId !== null) await requireOwnDomain(server, enterpriseId, email)
  return email
}
