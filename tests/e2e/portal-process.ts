import { NO_ENTERPRISE_ID } from '@simwright/contract/people/session'
import * as sso from '@simwright/contract/people/sso'
import * as team from '@simwright/contract/people/team'
import * as feedback from '@simwright/contract/platform/feedback'
import * as plan from '@simwright/contract/platform/plan'
import * as fleet from '@simwright/contract/profiles/fleet'
import { downloadPending, imeiOf, type PollingDevice, pollCard, testEid, testEuicc } from '@simwright/euicc'
import { createHttpsTransport } from '@simwright/euicc/https-transport'
import { parseEid } from '@simwright/ids'
import { generateOneTimeKey } from '@simwright/rsp'
import { visit } from '../../apps/server/src/demo/device.ts'
import { openDemoAccount, signIn } from '../../apps/server/src/demo/enterprise.ts'
import { makePlan } from '../../apps/server/src/demo/plan.ts'
import { play } from '../../apps/server/src/demo/play.ts'
import { bindingCookie } from '../../apps/server/src/http/browser.ts'
import { createEnterprise, createMember, type SeededUser } from '../../apps/server/src/modules/people/accounts/seed.ts'
import { verifyDomain } from '../../apps/server/src/modules/people/oauth/service.ts'
import { setProvider } from '../../apps/server/src/modules/platform/providers/service.ts'
import { openTestIssuer, sourcesOf } from '../../apps/server/src/modules/provisioning/smdp/service.ts'
import { Secret } from '../../apps/server/src/secret/secret.ts'
import type { Client } from '../../apps/server/src/testing/client.ts'
import { CLIENT_ID, CLIENT_SECRET, openIdentityProvider } from '../../apps/server/src/testing/identity-provider.ts'
import type { PortalFacts, PortalRequest } from './portal.ts'
import { createStaff, sessionOf, startServer } from './server-process.ts'
import { clientOf, type SessionFacts } from './user.ts'

/** A server with the demo data, and phones that download from it. */
let aheadMs = 0
const { server, answer } = await startServer({
  clock: { now: () => new Date(Date.now() + aheadMs) },
  close: () => idp.close(),
})

/** Last parts of the redirect URIs: the platform's provider, and enterprise accounts with single sign-on. */
const callbacks = ['google']
const idp = await openIdentityProvider(() =>
  callbacks.map((callback) => `${server.config.publicUrl}/oauth/callback/${callback}`),
)
idp.addUser({
  sub: 'grace',
  email: 'grace@example.com',
  email_verified: true,
  given_name: 'Grace',
  family_name: 'Hopper',
})
const names = { email_verified: true, given_name: 'Bianca', family_name: 'Blank' }
idp.addUser({ ...names, sub: 'bianca', email: 'bianca@blank.example' })
await setProvider(server, {
  sys: undefined,
  slug: 'google',
  preset: 'GOOGLE',
  name: 'Google',
  issuer: idp.issuer,
  clientId: CLIENT_ID,
  clientSecret: new Secret(CLIENT_SECRET),
  enabled: true,
})

const noPause = async () => {}
const phones = { server, issuer: await openTestIssuer(server), pause: noPause }
/** The phones of `downloadWithPhone`. */
const switchedOn: PollingDevice[] = []

const sampleVisit = makePlan(server.random, 0).visits[0]!
let visitCount = 0

/** A phone downloads, installs and enables the profile of an activation code. @returns the result as text */
async function download(activationCode: string): Promise<string> {
  const serial = 500 + visitCount++
  const planned = {
    ...sampleVisit,
    activationCode,
    serial,
    eid: testEid(serial),
    action: 'enable',
    confirmationCode: undefined,
  } as const
  return await visit({ ...phones, switchedOn }, planned)
}

/** Time passes, and the phones poll their cards. @returns what their Recycle applets did */
async function pass(milliseconds: number): Promise<string> {
  aheadMs += milliseconds
  const results = await Promise.all(switchedOn.map(pollCard))
  return results.filter((result) => result !== 'idle').join(', ')
}

/** A phone with this EID queries the SM-DS and downloads the profiles reserved for it. */
async function querySmds(eid: string): Promise<string> {
  const { issuer } = phones
  const { tac, capabilities } = sampleVisit.model
  const ciRoots = [issuer.ci.certificate]
  const identity = { eid: parseEid(eid), eum: issuer.eum, ciRoots, generateOneTimeKey, sources: sourcesOf(server) }
  const transport = createHttpsTransport({ ca: ciRoots })
  const { downloads } = await downloadPending({
    euicc: testEuicc(identity).euicc,
    transport: transport.send,
    smdsAddress: server.smds.address,
    device: { tac, imei: imeiOf(tac, 900), capabilities },
  })
  transport.close()
  return downloads.map(({ result }) => result.outcome).join(', ')
}

const account = await openDemoAccount(server)
const client = await signIn(server, account)
await play({ client, phones, plan: makePlan(server.random, 0), untilNext: noPause, say: () => {} })

async function findCodePage(): Promise<string> {
  const [ready] = (await client.ask(fleet.list, { filter: { status: ['AVAILABLE'] }, limit: 1 })).items
  const { link } = await client.ask(fleet.detail, { id: ready!.id })
  return new URL(link!, server.config.publicUrl).href
}

/** A program with the session of a user. */
const openClient = async (user: SeededUser) => clientOf(server.config.publicUrl, await sessionOf(server, user))

/** The owner of an enterprise in its free trial, whose feedback staff answered and accepted. */
async function openTrialClient(staff: Client): Promise<Client> {
  const user = { name: 'Trial Mobile', plan: 'DEMO', email: 'trial@example.com' } as const
  const owner = await openClient(await createEnterprise(server, user))
  await owner.ask(plan.startTrial, {})
  await owner.ask(feedback.send, { mood: 4, text: 'A map of the downloads, please.', page: '/dashboard' })
  const [{ enterpriseId, id, version }] = (await staff.ask(feedback.list, {})).items as [feedback.Feedback]
  const fields = { answer: 'It comes in spring.' }
  const answered = await staff.ask(feedback.answer, { enterpriseId, id, version, fields })
  await staff.ask(feedback.accept, { enterpriseId, id, version: answered.version })
  await owner.ask(feedback.send, { text: 'More colors.' })
  return owner
}

/** The owner of an enterprise without limits, which has nothing but a verified mail domain yet. */
const emptyOwner = await createEnterprise(server, { name: 'Blank Networks', plan: 'LAB', email: 'blank@example.com' })

async function prepareEmptyEnterprise(): Promise<void> {
  const { enterpriseId } = emptyOwner
  const owner = await openClient(emptyOwner)
  await owner.ask(sso.addDomain, { domain: 'blank.example' })
  await verifyDomain(server, enterpriseId, { domain: 'blank.example', by: 'STAFF' })
  callbacks.push(enterpriseId)
}

/** A user who has left the enterprise they created, and is invited to another one. */
async function openLoneClient(owner: Client): Promise<Client> {
  const email = 'lone@example.com'
  const user = await createEnterprise(server, { name: 'Left Behind', plan: 'DEMO', email })
  await owner.ask(team.invite, { emails: [email], roleId: 'Viewer' })
  return await openClient({ ...user, enterpriseId: NO_ENTERPRISE_ID })
}

const cookiesOf = ({ token, cookies }: Client): SessionFacts => {
  const name = bindingCookie(server.config.publicUrl)
  return { token: token!, binding: { name, value: cookies.get(name)! } }
}

const administrator = await createStaff(server, 'Platform admin')
const trial = await openTrialClient(await openClient(administrator))
await prepareEmptyEnterprise()
const { publicUrl } = server.config
const facts: PortalFacts = {
  url: publicUrl,
  mailbox: `${publicUrl}/dev/mailbox?token=${server.mail.mailbox!.token.reveal()}`,
  demo: { email: account.email, password: account.password.reveal() },
  lone: cookiesOf(await openLoneClient(trial)),
  codePage: await findCodePage(),
}

let userCount = 0
const nextEmail = () => `user-${++userCount}@example.com`

/** The owner of an enterprise whose free trial has not started. */
const createOwner = () => createEnterprise(server, { name: `Harbour ${userCount}`, plan: 'DEMO', email: nextEmail() })

answer(facts, async (request: PortalRequest) => {
  if ('eid' in request) return await querySmds(request.eid)
  if ('staffRole' in request) return await sessionOf(server, await createStaff(server, request.staffRole, request))
  if ('memberRole' in request) {
    const role = request.memberRole
    return await sessionOf(server, await createMember(server, client.user.enterpriseId, { role, email: nextEmail() }))
  }
  if ('user' in request) return await sessionOf(server, request.user === 'demo' ? client.user : administrator)
  if ('owner' in request && request.owner === 'new') return await sessionOf(server, await createOwner())
  if ('owner' in request) return { ...(await sessionOf(server, emptyOwner)), issuer: idp.issuer }
  if ('waitMs' in request) return await pass(request.waitMs)
  return await download(request.activationCode)
})
