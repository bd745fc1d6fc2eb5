import * as account from '@simwright/contract/people/account'
import * as team from '@simwright/contract/people/team'
import * as configuration from '@simwright/contract/profiles/configuration'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as group from '@simwright/contract/profiles/group'
import * as apiKey from '@simwright/contract/programs/keys'
import * as webhook from '@simwright/contract/programs/webhook'
import { listMailbox } from '../../modules/platform/mail/service.ts'
import { Client } from '../../testing/client.ts'
import { drawPassword } from '../enterprise.ts'
import { NETWORKS } from '../plan.ts'
import type { Person, Scene } from './scene.ts'

/** The configurations, with the home network and the group of their profiles. A part of their codes is never used. */
const OFFERS = {
  travel: { name: 'Travel data', profileName: 'Northwind travel', acLifetimeDays: 180, network: 0, group: undefined },
  meters: {
    name: 'Smart meters',
    profileName: 'Northwind meter',
    acLifetimeDays: 365,
    network: 1,
    group: 'Smart meters',
  },
  vans: {
    name: 'Fleet telemetry',
    profileName: 'Northwind fleet',
    acLifetimeDays: 365,
    network: 0,
    group: 'Harbor vans',
  },
  trial: { name: 'Field trial', profileName: 'Northwind trial', acLifetimeDays: 21, network: 2, group: 'Test phones' },
  visitors: {
    name: 'Event visitors',
    profileName: 'Northwind visitor',
    acLifetimeDays: 365,
    network: 3,
    group: undefined,
  },
} as const
export type OfferName = keyof typeof OFFERS

/** The home network of an offer's profiles; its country is their region. */
export const networkOfOffer = (name: OfferName): string => NETWORKS[OFFERS[name].network]

const GROUPS = [
  { name: 'Smart meters', color: 'green', notes: 'Water meters of the western district' },
  { name: 'Harbor vans', color: 'blue', notes: 'Trackers in delivery vans' },
  { name: 'Test phones', color: 'gray', notes: '' },
  { name: 'Warehouse Oslo', color: 'orange', notes: 'Scanners and tablets' },
] as const

const MEMBERS = {
  grace: { firstName: 'Grace', lastName: 'Lindholm', role: 'Admin' },
  alan: { firstName: 'Alan', lastName: 'Mercer', role: 'Operator' },
  mei: { firstName: 'Mei', lastName: 'Tanaka', role: 'Developer' },
  omar: { firstName: 'Omar', lastName: 'Haddad', role: 'Viewer' },
  ines: { firstName: 'Ines', lastName: 'Duarte', role: 'Finance' },
} as const
export type MemberName = keyof typeof MEMBERS

export type Company = {
  readonly owner: Person
  readonly members: Readonly<Record<MemberName, Person>>
  readonly configurationIds: Readonly<Record<OfferName, string>>
  readonly groupIds: ReadonlyMap<string, string>
}

export const groupOfOffer = (name: OfferName): string | undefined => OFFERS[name].group

/** The first day: configurations, groups and members, who accept their invitations. */
export async function foundCompany(scene: Scene, owner: Person): Promise<Company> {
  const client = await scene.as(owner)
  const configurationIds = {} as Record<OfferName, string>
  for (const [name, { group: _, network, ...fields }] of Object.entries(OFFERS))
    configurationIds[name as OfferName] = await addOffer(client, { ...fields, plmn: NETWORKS[network] })
  const groupIds = new Map<string, string>()
  for (const fields of GROUPS) groupIds.set(fields.name, (await client.ask(group.add, { fields })).id)
  const members = {} as Record<MemberName, Person>
  for (const name of Object.keys(MEMBERS) as MemberName[]) members[name] = await joinMember(scene, client, name)
  return { owner, members, configurationIds, groupIds }
}

type OfferFields = { name: string; profileName: string; acLifetimeDays: number; plmn: string }

async function addOffer(client: Client, { plmn, ...fields }: OfferFields): Promise<string> {
  const { id } = await client.ask(configuration.add, {
    fields: {
      ...fields,
      type: 'Regular',
      serviceProviderName: 'Northwind',
      algorithm: 'MILENAGE',
      hplmn: [{ plmn, access: ['E-UTRAN', 'NG-RAN'] }],
      confirmationCode: { mode: 'none' },
    },
  })
  return id
}

const addressOf = (name: string) => `${name}@northwind.example`

async function joinMember(scene: Scene, inviter: Client, name: MemberName): Promise<Person> {
  const { role, ...names } = MEMBERS[name]
  const email = addressOf(name)
  await inviteMember(inviter, email, role)
  const password = drawPassword(scene.server)
  const client = new Client(scene.url)
  const token = await mailedToken(scene, email)
  await client.ask(team.acceptInvitation, { token, person: { ...names, password } })
  await client.ask(account.login, { email, password })
  return { name: names.firstName, client, openedAt: scene.clock.now().getTime() }
}

export async function inviteMember(inviter: Client, email: string, role: string): Promise<void> {
  const { items } = await inviter.ask(team.roles, {})
  const roleId = items.find((one) => one.name === role)!.id
  await inviter.ask(team.invite, { emails: [email], roleId })
}

/** The token in the link of the last mail to an address. */
async function mailedToken({ server }: Scene, email: string): Promise<string> {
  const letters = (await listMailbox(server)).map(({ letter }) => letter)
  const { text = '' } = letters.find(({ to }) => to === email) ?? {}
  const token = new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? 'none:').searchParams.get('token')
  if (token === null) throw new Error(`no e-mail with a link to ${email}`)
  return token
}

/** A key and a webhook of the order system of the company, with calls. */
export async function connectOrderSystem(scene: Scene, { members }: Company): Promise<Client> {
  const client = await scene.as(members.grace)
  const { key } = await client.ask(apiKey.add, {
    kind: 'SERVICE',
    days: 365,
    fields: { name: 'Order system', scopes: ['Fleet_View', 'Generate_Ac_View', 'Generate_Ac_Create'] },
  })
  const program = client.withKey(key)
  await program.ask(fleet.count, {})
  await program.ask(fleet.list, { limit: 10 })
  const fields = { name: 'Order system', url: null, kinds: [...webhook.webhookKinds] }
  const { id } = await client.ask(webhook.add, { fields })
  await client.ask(webhook.test, { id })
  return program
}

/** What the order system does on a working day, with a call that its key does not allow. */
export async function runOrderSystem(program: Client): Promise<void> {
  await program.ask(fleet.count, { filter: { status: ['AVAILABLE'] } })
  await program.ask(fleet.list, { filter: { status: ['ENABLED'] }, limit: 10 })
  await program.refusal(group.add, { fields: { name: 'Orders of the week' } })
}
