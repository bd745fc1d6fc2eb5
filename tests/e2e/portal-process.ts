import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NO_ENTERPRISE_ID } from '@simwright/contract/people/session'
import * as team from '@simwright/contract/people/team'
import * as feedback from '@simwright/contract/platform/feedback'
import * as plan from '@simwright/contract/platform/plan'
import * as fleet from '@simwright/contract/profiles/fleet'
import { downloadPending, imeiOf, type PollingDevice, pollCard, testEid, testEuicc } from '@simwright/euicc'
import { createHttpsTransport } from '@simwright/euicc/https-transport'
import { parseEid } from '@simwright/ids'
import { generateOneTimeKey } from '@simwright/rsp'
import { readConfig } from '../../apps/server/src/config.ts'
import { STAFF_ENTERPRISE_ID } from '../../apps/server/src/db/staff-enterprise.ts'
import { visit } from '../../apps/server/src/demo/device.ts'
import { openDemoAccount, signIn } from '../../apps/server/src/demo/enterprise.ts'
import { makePlan } from '../../apps/server/src/demo/plan.ts'
import { play } from '../../apps/server/src/demo/play.ts'
import { bindingCookie } from '../../apps/server/src/http/browser.ts'
import { serve } from '../../apps/server/src/listeners.ts'
import { createEnterprise } from '../../apps/server/src/modules/people/accounts/seed.ts'
import { addStaff } from '../../apps/server/src/modules/people/accounts/service.ts'
import { openSession } from '../../apps/server/src/modules/people/sessions/service.ts'
import { setProvider } from '../../apps/server/src/modules/platform/providers/service.ts'
import { openTestIssuer, sourcesOf } from '../../apps/server/src/modules/provisioning/smdp/service.ts'
import { Secret } from '../../apps/server/src/secret/secret.ts'
import { openServer } from '../../apps/server/src/server.ts'
import { stopServer } from '../../apps/server/src/shutdown.ts'
import { Client } from '../../apps/server/src/testing/client.ts'
import { CLIENT_ID, CLIENT_SECRET, openIdentityProvider } from '../../apps/server/src/testing/identity-provider.ts'
import {
  cloneDatabase,
  dropDatabase,
  givenPostgres,
  settingsFor,
  startTestPostgres,
} from '../../apps/server/src/testing/postgres.ts'
import type { PortalFacts, PortalRequest, SessionFacts, StaffRole } from './portal.ts'

/** A server with the demo data. Sends its address to the parent process, and stops when the parent sends `stop`. */
const folder = mkdtempSync(join(tmpdir(), 'simwright-e2e-'))
const postgres = await startTestPostgres(givenPostgres())
const database = `simwright_e2e_${process.pid}`
const config = readConfig({
  PORT: '0',
  SMDP_PORT: '0',
  SMDS_PORT: '0',
  OPERATOR_PORT: '0',
  METRICS_PORT: '0',
  BIP_PORT: '0',
  DATA_DIR: folder,
  ...settingsFor(await cloneDatabase(postgres, database)),
  LOG_LEVEL: 'warn',
  CALL_LOOPBACK: 'on',
})
const unlimited = 1_000_000
let aheadMs = 0
const server = await openServer(config, {
  limits: { all: unlimited, public: unlimited, device: unlimited },
  clock: { now: () => new Date(Date.now() + aheadMs) },
})
const app = await serve(server)

const idp = await openIdentityProvider(() => [`${server.config.publicUrl}/oauth/callback/google`])
idp.addUser({
  sub: 'grace',
  email: 'grace@example.com',
  email_verified: true,
  given_name: 'Grace',
  family_name: 'Hopper',
})
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

process.on('message', async (message: PortalRequest) => {
  if (message !== 'stop' && 'eid' in message) {
    process.send?.({ outcome: await querySmds(message.eid) })
    return
  }
  if (message !== 'stop' && 'staffRole' in message) {
    process.send?.({ outcome: JSON.stringify(sessionOf(await openStaffClient(message.staffRole))) })
    return
  }
  if (message !== 'stop' && 'waitMs' in message) {
    process.send?.({ outcome: await pass(message.waitMs) })
    return
  }
  if (message !== 'stop') {
    const serial = 500 + visitCount++
    const planned = {
      ...sampleVisit,
      ...message,
      serial,
      eid: testEid(serial),
      action: 'enable',
      confirmationCode: undefined,
    } as const
    process.send?.({ outcome: await visit({ ...phones, switchedOn }, planned) })
    return
  }
  await stopServer(server, app)
  await idp.close()
  await dropDatabase(postgres.url, database)
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
  process.exit()
})

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

const connection = { address: '127.0.0.1', userAgent: 'test' }
const binding = bindingCookie(server.config.publicUrl)

let staffCount = 0

/** A staff member who has passed the second factor. */
async function openStaffClient(role: StaffRole): Promise<Client> {
  const email = `staff${staffCount++}@example.com`
  const { userId } = await addStaff(server, { email, role })
  await server.db.global.updateTable('user_account').set({ second_factor: true }).where('id', '=', userId).execute()
  const names = { firstName: 'Stella', lastName: 'Staff', companyName: 'Simwright' }
  return await openClient({ userId, email, enterpriseId: STAFF_ENTERPRISE_ID, ...names })
}

async function openClient(user: Parameters<typeof openSession>[1]): Promise<Client> {
  const client = new Client(server.config.publicUrl)
  const cookies = await openSession(server, user, connection)
  client.cookies.set('token', cookies.token).set(binding, cookies.binding)
  return client
}

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
  await owner.ask(feedback.send, { text: 'More colours.' })
  return owner
}

/** The owner of an enterprise without limits, which has nothing yet. */
async function openEmptyClient(): Promise<Client> {
  const user = { name: 'Blank Networks', plan: 'LAB', email: 'blank@example.com' } as const
  return await openClient(await createEnterprise(server, user))
}

/** A user who has left the enterprise they created, and is invited to another one. */
async function openLoneClient(owner: Client): Promise<Client> {
  const email = 'lone@example.com'
  const user = await createEnterprise(server, { name: 'Left Behind', plan: 'DEMO', email })
  await owner.ask(team.invite, { emails: [email], roleId: 'Viewer' })
  return await openClient({ ...user, enterpriseId: NO_ENTERPRISE_ID })
}

const sessionOf = ({ token, cookies }: Client): SessionFacts => ({
  token: token!,
  binding: { name: binding, value: cookies.get(binding)! },
})

const staff = await openStaffClient('Platform admin')
const trial = await openTrialClient(staff)
const { publicUrl } = server.config
const facts: PortalFacts = {
  url: publicUrl,
  mailbox: `${publicUrl}/dev/mailbox?token=${server.mail.mailbox!.token.reveal()}`,
  demo: { email: account.email, password: account.password.reveal() },
  session: sessionOf(client),
  staff: sessionOf(staff),
  empty: sessionOf(await openEmptyClient()),
  lone: sessionOf(await openLoneClient(trial)),
  codePage: await findCodePage(),
}
process.send?.(facts)
