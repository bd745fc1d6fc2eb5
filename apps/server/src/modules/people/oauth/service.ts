import { randomInt } from 'node:crypto'
import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/people/oauth'
import type { Browser } from '../../../http/call.ts'
import { platformOf, senderOf, type Visited } from '../../platform/brand/service.ts'
import { signInCodeLetter } from '../../platform/mail/service.ts'
import {
  enterById,
  enterBySso,
  findUsedAccount,
  hasOwnWayIn,
  openProvedAccount,
  type Place,
  provePassword,
  type SignedInOrHalf,
  waitFor,
} from '../accounts/service.ts'
import { arriveBySso, joinBySso } from './arrival.ts'
import { beginFlow, browserHashOf, endFlow, hashOf, randomText, vouchedBy } from './flow.ts'
import { identityOf, linkVouched, notifyOfLink, recordLinked } from './identity.ts'
import type { Server } from './port.ts'
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
import { platformSource, type Source, sourceById } from './source.ts'
import { requireOwnMail, ssoSource } from './sso.ts'
import type { Vouched } from './vouched.ts'

export { proveDomain } from './sso.ts'

const TICKET_LIFE_MS = 30 * 60_000

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The origin of a visitor's call. */
export type Visit = Place & { browser: Browser }

type Answer = OutputOf<typeof contract.finish>

/** Starts a flow at a provider of the platform, or at an enterprise account's own. @returns the address to redirect to */
export async function render(
  server: Server,
  browser: Browser,
  { provider, visited }: { provider: string; visited: Visited },
): Promise<string> {
  const { platform, origin } = visited
  const source = UUID.test(provider)
    ? await ssoSource(server, provider, platform.id)
    : await platformSource(server, platform.id, provider)
  return await beginFlow(server, browser, { source, platformId: platform.id, origin })
}

/** Processes a provider's answer: signs in a known user; another one gets a ticket to complete the sign-up. */
export async function finish(
  server: Server,
  { provider, query: text }: ParsedInputOf<typeof contract.finish>,
  from: Visit,
): Promise<Answer> {
  const query = new URLSearchParams(text)
  const flow = await endFlow(server, from.browser, query)
  const visit = { ...from, platformId: flow.platform_id }
  const source =
    flow.enterprise_id === null
      ? await sourceById(server, flow.source_id)
      : await ssoSource(server, flow.source_id, flow.platform_id)
  if (source.pathId !== provider) throw new Problem('oauth_gone')
  const vouched = await vouchedBy(server, source, { flow, query, origin: visit.origin })
  if (flow.user_id !== null)
    return { linked: await linkVouched(server, { source, vouched, userId: flow.user_id }, visit) }
  if (source.enterpriseId !== null) await requireOwnMail(server, source.enterpriseId, mailOf(source, vouched))
  const known = await touchIdentity(server.db.global, {
    sourceId: source.id,
    subject: vouched.subject,
    at: server.clock.now(),
  })
  if (known) return await enter(server, { source, userId: known.user_id, email: vouched.email }, visit)
  return await meet(server, { source, vouched, platformId: flow.platform_id }, visit)
}

/** A person whose identity is not linked to a user. */
async function meet(
  server: Server,
  { source, vouched, platformId }: { source: Source; vouched: Vouched; platformId: string },
  visit: Visit,
): Promise<Answer> {
  const email = mailOf(source, vouched)
  const proved = vouched.emailProved || source.enterpriseId !== null
  const used = proved ? await findUsedAccount(server, { email, platformId }) : undefined
  if (source.enterpriseId !== null && !used) {
    const userId = await arriveBySso(server, source, { ...vouched, email, platformId })
    return await enter(server, { source, userId, email }, visit)
  }
  const ticket = randomText(server)
  const now = server.clock.now()
  const record: TicketRecord = {
    ticket_hash: hashOf(ticket),
    browser_hash: browserHashOf(visit.browser),
    source_id: source.id,
    enterprise_id: source.enterpriseId,
    platform_id: platformId,
    subject: vouched.subject,
    email,
    first_name: vouched.firstName,
    last_name: vouched.lastName,
    email_proved: proved,
    code_hash: null,
  }
  await insertTicket(server.db.global, {
    ...record,
    created_at: now,
    expires_at: new Date(now.getTime() + TICKET_LIFE_MS),
  })
  return { next: await nextOf(server, { ticket, record, source }) }
}

/** What a ticket still needs. Whether an address has an account is revealed to its owner only. */
async function nextOf(
  server: Server,
  { ticket, record, source }: { ticket: string; record: TicketRecord; source: Source },
): Promise<NonNullable<Answer['next']>> {
  const used = record.email_proved ? await findUsedAccount(server, accountAt(record)) : undefined
  return {
    kind: !record.email_proved ? 'PROVE' : used ? 'LINK' : 'REGISTER',
    ticket,
    provider: source.name,
    email: record.email,
    firstName: record.first_name,
    lastName: record.last_name,
    hasPassword: used !== undefined && (await hasOwnWayIn(server, used.id)),
  }
}

/** Signs up with a ticket, and signs in. */
export async function register(
  server: Server,
  { ticket, ...person }: ParsedInputOf<typeof contract.register>,
  visit: Visit,
): Promise<Answer> {
  const { record, source } = await openTicket(server, ticket, visit)
  if (!record.email_proved || source.enterpriseId !== null) throw new Problem('oauth_gone')
  const { email, platform_id: platformId } = record
  const userId = await openProvedAccount(
    server,
    { ...person, survey: person.survey, email, platformId },
    async (db, id) => {
      if (!(await deleteTicket(db, record.ticket_hash))) throw new Problem('oauth_gone')
      if (!(await insertIdentity(db, identityOf(server, { ...record, source, userId: id })))) {
        throw new Problem('identity_taken', { provider: source.name })
      }
    },
  )
  return await enter(server, { source, userId, email }, visit)
}

/** Links a ticket's identity to the account of its address, by that account's password, and signs in. */
export async function linkByPassword(
  server: Server,
  { ticket, password }: ParsedInputOf<typeof contract.linkByPassword>,
  visit: Visit,
): Promise<Answer> {
  const { record, source } = await openTicket(server, ticket, visit)
  if (!record.email_proved) throw new Problem('oauth_gone')
  const account = await provePassword(
    server,
    { email: record.email, password },
    { ...visit, platformId: record.platform_id },
  )
  return await linkTicket(server, { record, source, account }, visit)
}

/** Sends a code to the address of a ticket; the newest one counts. */
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

/** Proves a ticket's address by the code. The account of that address is then linked and signed in. */
export async function prove(
  server: Server,
  { ticket, code }: ParsedInputOf<typeof contract.prove>,
  visit: Visit,
): Promise<Answer> {
  const { record, source } = await openTicket(server, ticket, visit)
  await waitFor(server, codeRule, [record.email])
  const typed = code.replace(/\s/g, '')
  const right = { ticketHash: record.ticket_hash, codeHash: codeHash(ticket, typed) }
  if (!(await updateTicketProved(server.db.global, right))) throw new Problem('code_wrong')
  const used = await findUsedAccount(server, accountAt(record))
  if (used) return await linkTicket(server, { record, source, account: used }, visit)
  return { next: await nextOf(server, { ticket, record: { ...record, email_proved: true }, source }) }
}

/** Limits guesses of a code; counted per address, not per network. */
const codeRule = {
  what: 'oauth-code',
  free: 5,
  firstWaitMs: 60_000,
  longestWaitMs: 60 * 60_000,
  forgetMs: 24 * 60 * 60_000,
} as const

/** Nobody can flood a mailbox by asking for codes. */
const codeMailRule = { ...codeRule, what: 'oauth-code-mail' } as const

const codeHash = (ticket: string, code: string) => hashOf(`${ticket} ${code}`)

/** The ticket of this browser. @throws Problem oauth_gone */
async function openTicket(
  server: Server,
  ticket: string,
  { browser }: Visit,
): Promise<{ record: TicketRecord; source: Source }> {
  const key = { ticketHash: hashOf(ticket), browserHash: browserHashOf(browser), now: server.clock.now() }
  const record = await selectTicket(server.db.global, key)
  if (!record) throw new Problem('oauth_gone')
  const source =
    record.enterprise_id === null
      ? await sourceById(server, record.source_id)
      : await ssoSource(server, record.source_id, record.platform_id)
  return { record, source }
}

type Account = NonNullable<Awaited<ReturnType<typeof findUsedAccount>>>

const personOf = ({ id, email, first_name, last_name }: Account) => ({ id, email, name: `${first_name} ${last_name}` })

async function linkTicket(
  server: Server,
  { record, source, account }: { record: TicketRecord; source: Source; account: Account },
  visit: Visit,
): Promise<Answer> {
  const userId = account.id
  await server.db.globalTx(async (db) => {
    if (!(await deleteTicket(db, record.ticket_hash))) throw new Problem('oauth_gone')
    if (!(await insertIdentity(db, identityOf(server, { ...record, source, userId })))) {
      throw new Problem('identity_taken', { provider: source.name })
    }
    await notifyOfLink(server, db, { source, userId })
    await recordLinked(server, db, { source, email: record.email, person: personOf(account) })
  })
  return await enter(server, { source, userId, email: record.email }, visit)
}

/** Signs in a known user. Single sign-on makes the user a member of the enterprise account first, if needed. */
async function enter(
  server: Server,
  { source, userId, email }: { source: Source; userId: string; email: string | undefined },
  visit: Visit,
): Promise<Answer> {
  const { enterpriseId } = source
  if (enterpriseId === null) return keep(visit.browser, await enterById(server, userId, visit))
  await joinBySso(server, enterpriseId, { userId, email: email ?? '' })
  return keep(visit.browser, await enterBySso(server, { userId, enterpriseId }, visit))
}

function keep(browser: Browser, outcome: SignedInOrHalf): Answer {
  if ('secondStep' in outcome) return { signIn: outcome }
  browser.keepSession(outcome.cookies)
  return { signIn: { token: outcome.cookies.token } }
}

const accountAt = ({ email, platform_id }: TicketRecord) => ({ email, platformId: platform_id })

function mailOf(source: Source, { email }: Vouched): string {
  if (email === undefined) throw new Problem('oauth_no_email', { provider: source.name })
  return email
}
