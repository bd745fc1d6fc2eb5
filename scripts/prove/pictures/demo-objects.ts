import * as order from '@simwright/contract/money/order'
import * as staffOrder from '@simwright/contract/money/staff-order'
import * as account from '@simwright/contract/people/account'
import * as clients from '@simwright/contract/people/client'
import * as security from '@simwright/contract/people/security'
import * as configuration from '@simwright/contract/profiles/configuration'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as group from '@simwright/contract/profiles/group'
import * as source from '@simwright/contract/profiles/source'
import * as webhook from '@simwright/contract/programs/webhook'
import * as batch from '@simwright/contract/provisioning/batch'
import * as campaign from '@simwright/contract/provisioning/campaign'
import { URI } from 'otpauth'
import { bindingCookie } from '../../../apps/server/src/http/browser.ts'
import { Client } from '../../../apps/server/src/testing/client.ts'
import { subscriberCsv, subscribers } from '../../../apps/server/src/testing/subscriber.ts'
import type { PictureDemo, PictureObjects } from '../../../tests/e2e/picture-demo.ts'
import type { SessionFacts } from '../../../tests/e2e/session.ts'
import type { DemoSignIn } from '../../demo-process.ts'

const PASSWORD = 'Quiet-Harbour-7'
const NEWCOMER = 'nora@harbour-mobile.example'
/** Subscribers of the preview: no other file of the demo has their numbers. */
const FIRST_SUBSCRIBER = 900_000

/** Signs in the people of the demo and a newcomer, and finds what the pictures show. */
export async function findDemo(demo: DemoSignIn): Promise<PictureDemo> {
  const { url, mailbox } = demo
  const owner = new Client(url)
  await owner.ask(account.login, { email: demo.email, password: demo.password })
  const newcomer = await signUpNewcomer(url, mailbox)
  const staff = await signInStaff(url, demo.staff)
  const objects = {
    ...(await objectsOfOwner(owner)),
    order: await orderOf(newcomer),
    ...(await objectsOfStaff(staff)),
  }
  return { url, mailbox, owner: sessionOf(owner), newcomer: sessionOf(newcomer), staff: sessionOf(staff), objects }
}

function sessionOf({ url, token, cookies }: Client): SessionFacts {
  const name = bindingCookie(url)
  return { token: token!, binding: { name, value: cookies.get(name)! } }
}

async function signInStaff(url: string, { email, password }: { email: string; password: string }): Promise<Client> {
  const client = new Client(url)
  await client.ask(account.login, { email, password })
  const app = URI.parse((await client.ask(security.beginApp, {})).uri)
  await client.ask(security.confirmApp, { code: app.generate() })
  return client
}

async function signUpNewcomer(url: string, mailbox: string): Promise<Client> {
  const client = new Client(url)
  const names = { firstName: 'Nora', lastName: 'Neumann', companyName: 'Harbour Mobile' }
  await client.ask(account.register, { email: NEWCOMER, password: PASSWORD, accepted: {}, ...names })
  const letters = (await (await fetch(mailbox)).text()).split('<article').filter((one) => one.includes(NEWCOMER))
  const token = /[?&]token=([\w-]+)/.exec(letters.find((one) => one.includes('/confirm')) ?? '')?.[1]
  if (token === undefined) throw new Error('the newcomer got no mail')
  await client.ask(account.verify, { token })
  return client
}

async function orderOf(client: Client): Promise<string> {
  const billedTo = {
    company: 'Harbour Mobile',
    email: '',
    taxId: '',
    street: 'Quay 4',
    postalCode: '20457',
    city: 'Hamburg',
    region: '',
    country: 'DE',
  }
  const wished = {
    operation: 'BUY',
    plan: 'BASIC',
    downloads: 100,
    billingType: 'MONTHLY',
    paymentMethod: order.BANK_TRANSFER,
    billedTo,
  } as const
  const { totalCents } = await client.ask(order.quote, wished)
  return (await client.ask(order.create, { ...wished, totalCents, accepted: {} })).id
}

type OfOwner = Omit<PictureObjects, 'order' | 'client' | 'clientOrder'>

async function objectsOfOwner(client: Client): Promise<OfOwner> {
  const first = async (status: 'AVAILABLE' | 'ENABLED') =>
    (await client.ask(fleet.list, { filter: { status: [status] }, limit: 1 })).items[0]!.id
  const configurations = (await client.ask(configuration.list, { filter: { packages: 'built' } })).items
  const configurationId = configurations.find(({ type }) => type === 'Regular')!.id
  const content = subscriberCsv([...subscribers(24, FIRST_SUBSCRIBER), { ICCID: '8944', IMSI: '99970' }])
  const file = { name: 'subscribers.csv', content }
  const campaigns = (await client.ask(campaign.list, {})).items
  const running = campaigns.find(({ state }) => state === 'ACTIVE') ?? campaigns[0]!
  const available = await first('AVAILABLE')
  return {
    available,
    enabled: await first('ENABLED'),
    configuration: configurationId,
    group: (await client.ask(group.list, {})).items[0]!.id,
    campaign: running.id,
    source: (await client.upload(source.upload, { configurationId }, file)).id,
    batch: (await client.ask(batch.list, {})).items[0]!.id,
    webhook: (await client.ask(webhook.list, {})).items[0]!.id,
    codePage: (await client.ask(fleet.detail, { id: available })).link!,
    campaignPage: (await client.ask(campaign.get, { id: running.id })).link!,
  }
}

async function objectsOfStaff(client: Client): Promise<Pick<PictureObjects, 'client' | 'clientOrder'>> {
  const all = (await client.ask(clients.list, {})).items
  const orders = (await client.ask(staffOrder.list, {})).items
  return { client: all.find(({ plan }) => plan === 'PRO')?.id ?? all[0]!.id, clientOrder: orders[0]!.id }
}
