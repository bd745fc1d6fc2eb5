import { readFileSync } from 'node:fs'
import * as dashboard from '@simwright/contract/insight/dashboard'
import * as order from '@simwright/contract/money/order'
import * as account from '@simwright/contract/people/account'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as source from '@simwright/contract/profiles/source'
import * as batch from '@simwright/contract/provisioning/batch'
import { beforeAll, describe, expect, test } from 'vitest'
import { loginClient } from '../db/connection.ts'
import { bindingCookie } from '../http/browser.ts'
import { openTestIssuer } from '../modules/provisioning/smdp/service.ts'
import { type Canary, findCanaries } from '../testing/canary.ts'
import { type Client, Refused } from '../testing/client.ts'
import { dumpDatabase, type TableDump } from '../testing/dump.ts'
import { foldAll } from '../testing/fold.ts'
import { withdrawContact } from '../testing/seller.ts'
import { type TestServer, testServer } from '../testing/server.ts'
import { subscriberCsv } from '../testing/subscriber.ts'
import { openDemoAccount, signIn } from './enterprise.ts'
import { isExpected, profilesOf } from './figures.ts'
import { EXPECTED, type Figures, makePlan, type Plan } from './plan.ts'
import { countEarlier, play } from './play.ts'
import { openDemoSales } from './seller.ts'

let t: TestServer
let client: Client
let plan: Plan
let figures: Figures
const output: string[] = []
const canaries: Canary[] = []

beforeAll(async () => {
  t = await testServer({ background: 'all' })
  await recordJobs()
  await withdrawContact(t)
  await openDemoSales(t.server)
  const demo = await openDemoAccount(t.server)
  client = await signIn(t.server, demo)
  plan = makePlan(t.server.random, await countEarlier(client))
  figures = await playPlan(plan)
  canaries.push({ name: 'password of the demo', value: demo.password.reveal() })
  await signUpAnother()
  await leaveFaultsStaged()
  canaries.push(...keysOf(plan), ...keyEncryptionKeys(), ...sessionsOf('the demo', client))
})

async function playPlan(plan: Plan): Promise<Figures> {
  const hurry = async () => {}
  const phones = { server: t.server, issuer: await openTestIssuer(t.server), pause: hurry }
  return await play({ client, phones, plan, untilNext: hurry, say: (line) => output.push(line) })
}

/** Copies all job rows by a trigger: the queue deletes them when a job is done. */
async function recordJobs(): Promise<void> {
  const owner = loginClient(t.server.databaseUrl, 'test')
  await owner.connect()
  await owner.query(`
    create table job_kept (job text);
    create function keep_job() returns trigger language plpgsql as
      $$ begin insert into job_kept select new::text; return new; end $$;
    create trigger keep_job after insert or update on graphile_worker._private_jobs
      for each row execute function keep_job()`)
  await owner.end()
}

/** Another person signs up and mistypes the password once. */
async function signUpAnother(): Promise<void> {
  const stranger = t.stranger()
  const person = { email: 'grace@example.com', firstName: 'Grace', lastName: 'Hopper', companyName: 'Navy' }
  const [password, mistyped] = ['Amber-Lantern-42', 'Amber-Lantern-43']
  await stranger.ask(account.register, { ...person, password })
  const link = new URL(await t.lastLink(person.email))
  const token = link.searchParams.get('token')!
  await stranger.ask(account.verify, { token })
  await stranger.refusal(account.verify, { token })
  await stranger.refusal(account.login, { email: person.email, password: mistyped })
  await stranger.ask(account.login, { email: person.email, password })
  canaries.push(
    { name: 'password', value: password },
    { name: 'mistyped password', value: mistyped },
    { name: 'activation token', value: token },
    { name: 'mailbox token', value: t.server.mail.mailbox!.token.reveal() },
    ...sessionsOf('another person', stranger),
  )
  await stranger.ask(account.logout, {})
}

/** Leaves a faulty file staged, so that its rows are in the dump. */
async function leaveFaultsStaged(): Promise<void> {
  const [{ configurationId } = { configurationId: '' }] = (await client.ask(fleet.list, { limit: 1 })).items
  const [staged, refused] = [0, 1].map((wave) => makePlan(t.server.random, 1_000 * (wave + 1)))
  const shortened = staged!.subscribers.map((row) => ({ ...row, KI: row.KI!.slice(0, 31) }))
  const { id } = await client.upload(
    source.upload,
    { configurationId },
    { name: 'faulty.csv', content: subscriberCsv([...shortened, ...refused!.subscribers]) },
  )
  output.push(JSON.stringify(await client.ask(source.rows, { id, limit: 200 })))
  output.push((await client.file(source.faults, { id })).text)
  const broken = `ICCID,IMSI,KI,KI\n${refused!.subscribers.map((row) => `${row.ICCID},${row.IMSI},${row.KI},${row.OPC}`).join('\n')}`
  const problem = await client
    .upload(source.upload, { configurationId }, { name: 'broken.csv', content: broken })
    .catch((error: Refused) => error)
  expect(problem).toBeInstanceOf(Refused)
  output.push(JSON.stringify(problem))
  canaries.push(...keysOf(refused!))
  canaries.push(...shortened.map((row) => ({ name: `shortened KI of ${row.ICCID}`, value: row.KI })))
  canaries.push(...staged!.subscribers.map((row) => ({ name: `OPC of ${row.ICCID}`, value: bytesOf(row.OPC!) })))
}

const bytesOf = (hex: string) => Buffer.from(hex, 'hex')

const keysOf = ({ subscribers }: Plan): Canary[] =>
  subscribers.flatMap((row) => [
    { name: `KI of ${row.ICCID}`, value: bytesOf(row.KI!) },
    { name: `KI of ${row.ICCID} as text`, value: row.KI! },
    { name: `OPC of ${row.ICCID}`, value: bytesOf(row.OPC!) },
    { name: `OPC of ${row.ICCID} as text`, value: row.OPC! },
  ])

const sessionsOf = (whose: string, { cookies }: Client): Canary[] => [
  { name: `session token of ${whose}`, value: cookies.get('token')! },
  { name: `signature of the session token of ${whose}`, value: cookies.get('token')!.split('.')[2]! },
  { name: `binding cookie of ${whose}`, value: cookies.get(bindingCookie(t.server.config.publicUrl))! },
]

const keyEncryptionKeys = (): Canary[] => {
  const file = JSON.parse(readFileSync(t.server.config.kekFile, 'utf8')) as Record<string, Record<string, string>>
  return Object.entries(file).flatMap(([ring, versions]) =>
    Object.values(versions).map((key) => ({ name: `key-encryption key ${ring}`, value: Buffer.from(key, 'base64') })),
  )
}

test('the demo prints what it does', () => {
  expect(output.slice(0, 2)).toEqual([
    expect.stringMatching(/^Imported \d+ subscribers from a PGP-encrypted file\.$/),
    expect.stringMatching(/^Generated \d+ activation codes in batch B\d{12}\.$/),
  ])
})

describe('the demo', () => {
  test('imports 40, generates 40; 28 devices download and install, 2 are refused', () => {
    expect(figures).toEqual(EXPECTED)
    expect(isExpected(figures)).toBe(true)
  })

  test('sells plans: it has a bank account and a contact, which a second start leaves as they are', async () => {
    const { salesLack, paymentMethods } = await client.ask(order.subscription, {})
    expect({ salesLack, paymentMethods }).toEqual({ salesLack: [], paymentMethods: [order.BANK_TRANSFER] })
    const { version } = t.server.platforms.standard
    await openDemoSales(t.server)
    expect(t.server.platforms.standard.version).toBe(version)
  })

  test.each(Object.keys(EXPECTED))('fails when the portal counts one %s less', (name) => {
    expect(isExpected({ ...EXPECTED, [name]: EXPECTED[name as keyof Figures] - 1 })).toBe(false)
  })

  test('leaves profiles in every state that devices brought them to', async () => {
    const { items } = await client.ask(batch.list, {})
    const profiles = await profilesOf(client, items[0]!.id)
    const count = (status: string) => profiles.filter((profile) => profile.status === status).length
    const states = ['ENABLED', 'INSTALLED', 'DISABLED', 'DELETED', 'AVAILABLE'].map((status) => [status, count(status)])
    expect(states).toEqual([
      ['ENABLED', 18],
      ['INSTALLED', 4],
      ['DISABLED', 3],
      ['DELETED', 3],
      ['AVAILABLE', 12],
    ])
  })

  test('gives each refused device and the timeline the reason', async () => {
    const { items } = await client.ask(fleet.profileLog, { filter: { type: ['REFUSED'] } })
    expect(items.map(({ subjectCode, reasonCode }) => `${subjectCode}/${reasonCode}`).toSorted()).toEqual([
      '8.1.1/3.8',
      '8.2.7/3.8',
    ])
  })

  test('shows the downloads on the dashboard', async () => {
    await foldAll(t.server)
    const { downloadsToday, statuses, successRate, brands } = await client.ask(dashboard.summary, {})
    expect(downloadsToday.value).toBe(28)
    expect(statuses.find(({ status }) => status === 'ENABLED')?.count).toBe(18)
    expect(successRate).toBe(100)
    expect(brands.length).toBeGreaterThanOrEqual(4)
    expect(brands.reduce((sum, { count }) => sum + count, 0)).toBe(28)
  })

  test('sends a second wave of subscribers and devices when it runs again', async () => {
    const next = makePlan(t.server.random, await countEarlier(client))
    expect(next.subscribers[0]!.ICCID).not.toBe(plan.subscribers[0]!.ICCID)
    const known = new Set(plan.visits.map(({ eid }) => eid))
    expect(next.visits.filter(({ eid }) => known.has(eid))).toEqual([])
  })
})

describe('after the demo, no key, password, token or cookie is', () => {
  let dumps: TableDump[]
  beforeAll(async () => {
    dumps = await dumpDatabase(t.server.databaseUrl)
  })
  const rowsOf = (name: string) => dumps.find(({ table }) => table === name)?.rows ?? 0

  test('in the database', () => {
    for (const table of [
      'profile_key',
      'source_part',
      'user_session',
      'mail_message',
      'device_message',
      'sealed_key',
    ]) {
      expect([table, rowsOf(`public.${table}`) > 0]).toEqual([table, true])
    }
    for (const { table, text } of dumps) expect([table, findCanaries(text, canaries)]).toEqual([table, []])
  })

  test('in a row of the job queue', () => {
    expect(rowsOf('public.job_kept')).toBeGreaterThan(0)
    const jobs = dumps.find(({ table }) => table === 'public.job_kept')!.text
    expect(findCanaries(jobs, canaries)).toEqual([])
  })

  test('in a log line', () => {
    const lines = t.logged.join('')
    expect(lines).toContain('/api/v1/source/upload')
    expect(findCanaries(lines, canaries)).toEqual([])
  })

  test('in answers about the source data, refusals included', () => {
    expect(output.join('\n')).toContain(plan.visits[0]!.iccid)
    expect(findCanaries(output.join('\n'), canaries)).toEqual([])
  })
})
