import type { InputOf } from '@simwright/contract'
import * as comment from '@simwright/contract/insight/comment'
import * as attribute from '@simwright/contract/profiles/attribute'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as tag from '@simwright/contract/profiles/tag'
import * as block from '@simwright/contract/provisioning/block'
import * as campaign from '@simwright/contract/provisioning/campaign'
import * as delivery from '@simwright/contract/provisioning/delivery'
import * as lease from '@simwright/contract/provisioning/lease'
import * as operation from '@simwright/contract/provisioning/operation'
import * as plannedDelivery from '@simwright/contract/provisioning/planned-delivery'
import * as push from '@simwright/contract/provisioning/push'
import * as recycle from '@simwright/contract/provisioning/recycle'
import * as rule from '@simwright/contract/provisioning/rule'
import * as voucher from '@simwright/contract/provisioning/voucher'
import {
  type DownloadRequest,
  deleteProfile,
  disableProfile,
  downloadPending,
  downloadProfile,
  enableProfile,
  listProfiles,
} from '@simwright/euicc'
import { watchLeaks } from '../../modules/provisioning/leaks/jobs.ts'
import { Client } from '../../testing/client.ts'
import { askToDelete } from './approval.ts'
import type { ClientName, Clients } from './client.ts'
import { type Company, connectOrderSystem, inviteMember, type OfferName, runOrderSystem } from './company.ts'
import { type Ending, expectEnding, type HistoryPhone, type Person, type Scene } from './scene.ts'
import { type Code, generateOne, generateRange, type Stock } from './stock.ts'

const DAY_MS = 24 * 60 * 60_000

/** What happened so far, for what happens later. */
export type Story = {
  readonly scene: Scene
  readonly company: Company
  readonly stock: Stock
  /** Phones with an enabled profile, oldest first. */
  readonly phones: { readonly phone: HistoryPhone; readonly code: Code }[]
  readonly campaigns: Map<string, string>
  /** Programs of the company, which call with keys. */
  readonly programs: Client[]
  /** A member of the platform's staff. */
  readonly staff: Person
  /** Other clients of the platform. */
  readonly clients: Clients
  /** Orders by bank transfer, by client. */
  readonly orders: Map<ClientName, string>
}

export type Chapter = (story: Story) => Promise<unknown>

/** An event on a day of the history, at an hour of the day (UTC). */
export type Entry = { day: number; hour: number; tell: Chapter }

const inDays = ({ clock }: Scene, days: number) => new Date(clock.now().getTime() + days * DAY_MS).toISOString()
const takeCode = ({ stock }: Story, offer: OfferName): Code => stock.codes[offer].shift()!

const alan = ({ scene, company }: Story) => scene.as(company.members.alan)
const grace = ({ scene, company }: Story) => scene.as(company.members.grace)

async function changeMany(client: Client, sent: InputOf<typeof operation.start>): Promise<string> {
  const { id } = await client.ask(operation.start, sent)
  await untilDone(client, id)
  return id
}

async function untilDone(client: Client, id: string): Promise<void> {
  for await (const { process } of client.events(operation.progress, { id })) if (process === 'COMPLETE') return
}

/** @returns the new activation code, which replaces the previous one */
async function generateAgain(client: Client, profileId: string): Promise<string> {
  await changeMany(client, { operation: { kind: 'AGAIN' }, selection: { ids: [profileId] } })
  const { activationCode } = await client.ask(fleet.detail, { id: profileId })
  return activationCode!
}

/** A campaign of the event configuration with new profiles. */
function startCampaign(fields: { name: string; title: string; days: number; profiles: number }): Chapter {
  return async (story) => {
    const { scene, company, stock, campaigns } = story
    const client = await grace(story)
    const { name, title, days, profiles: count } = fields
    const batchId = await generateRange(stock, { scene, company, client, offer: 'visitors', count })
    stock.codes.visitors.length = 0
    const { id } = await client.ask(campaign.add, {
      fields: {
        name,
        title,
        welcome: 'Scan the code to get mobile data during the event.',
        configurationId: company.configurationIds.visitors,
        endsAt: inDays(scene, days),
        confirmationCode: { mode: 'none' },
      },
    })
    await client.ask(campaign.fill, { id, filter: { batchId } })
    const { version } = await client.ask(campaign.get, { id })
    await client.ask(campaign.start, { id, version })
    campaigns.set(name, id)
  }
}

/** Visitors scan the code of a campaign. */
function visitCampaign(name: string, count: number): Chapter {
  return async (story) => {
    const client = await grace(story)
    const { activationCode } = await client.ask(campaign.get, { id: story.campaigns.get(name)! })
    for (let visitor = 0; visitor < count; visitor += 1) {
      const phone = story.scene.phone()
      expectEnding(await downloadProfile({ ...phone, activationCode: activationCode! }), 'installed')
      const [profile] = await listProfiles(phone)
      await enableProfile(phone, profile!.iccid!)
    }
  }
}

type Failing = {
  make?: { confirmationCode?: string; bound?: true }
  hardware?: Parameters<Scene['phone']>[0]
  sent?: Partial<DownloadRequest>
}

/** Three rules: one marks failed installations for a call, the others report codes that nobody used, and faulty batches. */
const addRules: Chapter = async (story) => {
  const client = await grace(story)
  const { id: tagId } = await client.ask(tag.add, { fields: { name: 'To call', color: 'orange' } })
  await client.ask(rule.add, {
    fields: {
      name: 'Failed downloads',
      when: { events: ['ERROR', 'INSTALL_FAILED', 'REFUSED'] },
      conditions: { withoutTagIds: [tagId] },
      actions: [
        { kind: 'TAG', tagId },
        { kind: 'NOTIFY', text: 'Call the customer.' },
      ],
    },
  })
  await client.ask(rule.add, {
    fields: {
      name: 'Unused codes',
      when: { events: ['GENERATED'], afterDays: 14, without: ['DOWNLOADED', 'REMOVED', 'RECYCLED'] },
      actions: [{ kind: 'NOTIFY', text: 'Ask the customer whether the code has arrived.' }],
    },
  })
  await client.ask(rule.add, {
    fields: {
      name: 'Faulty batches',
      when: { events: ['BATCH_PARTLY_FAILED', 'BATCH_FAILED'] },
      actions: [{ kind: 'NOTIFY', text: 'Look at the faulty rows before the cards are printed.' }],
    },
  })
}

/** Printed vouchers for the profiles of a campaign: customers redeem some, and one is reported lost. */
function sellVouchers(fields: { name: string; campaign: string; count: number; redeemed: number }): Chapter {
  return async (story) => {
    const { name, count, redeemed } = fields
    const { scene, campaigns } = story
    const client = await grace(story)
    const { id } = await client.ask(voucher.add, {
      fields: { name, campaignId: campaigns.get(fields.campaign)!, count, expiresAt: inDays(scene, 90) },
    })
    const file = await (await client.send(voucher.codes, { id })).text()
    const customer = new Client(scene.url)
    const links = file.split('\r\n').slice(1, redeemed + 1)
    for (const [index, link] of links.entries()) {
      const [, slug = '', code = ''] = /\/v\/(\w+)#([\w-]+)/.exec(link) ?? []
      const secret = `browser of customer ${index}`
      const answer = await customer.ask(voucher.redeem, { slug, voucherCode: code, secret })
      const { activationCode } = await customer.ask(delivery.publicCode, { slug: answer.slug! })
      expectEnding(await downloadProfile({ ...scene.phone(), activationCode: activationCode! }), 'installed')
    }
    await client.ask(voucher.revoke, { id, number: count })
  }
}

/** A download that fails, with a code made for it: the same phone tries it once for each ending. */
function failDownload({ make = {}, hardware, sent = {} }: Failing, ...endings: readonly Ending[]): Chapter {
  return async (story) => {
    const { scene, company, stock } = story
    const client = await alan(story)
    const { bound, ...more } = make
    const eid = bound ? { eid: scene.phone().eid } : {}
    const { activationCode } = await generateOne(stock, { client, company, offer: 'travel', ...more, ...eid })
    const phone = scene.phone(hardware)
    for (const ending of endings) expectEnding(await downloadProfile({ ...phone, activationCode, ...sent }), ending)
  }
}

const mistyped: Failing = { make: { confirmationCode: '482913' }, sent: { confirmationCode: '482931' } }
const wrongConfirmation = failDownload(mistyped, '8.2.7/3.8')
/** Someone guesses until the order ends. */
const guessedConfirmation = failDownload(
  mistyped,
  ...Array.from({ length: 4 }, () => '8.2.7/3.8' as const),
  '8.2.7/6.4',
)
const otherDevice = failDownload({ make: { bound: true } }, '8.1.1/3.8')
const noMemory = failDownload({ hardware: { smallMemory: true } }, '8.1/4.8')
const userRefuses = failDownload({ sent: { decide: () => 'endUserRejection' } }, 'canceled')
const userPostpones = failDownload({ sent: { decide: () => 'postponed' } }, 'canceled')

/** A second person scans a code that another phone has used. */
const usedCode: Chapter = async ({ scene, phones }) => {
  const { activationCode } = phones.at(-1)!.code
  expectEnding(await downloadProfile({ ...scene.phone(), activationCode }), '8.1.1/3.8')
}

/** A customer posts a picture of the code, and strangers try it: the portal suspects that it leaked. */
const postedCode: Chapter = async (story) => {
  const { scene } = story
  const { activationCode } = takeCode(story, 'travel')
  expectEnding(await downloadProfile({ ...scene.phone(), activationCode }), 'installed')
  for (let stranger = 0; stranger < 4; stranger += 1)
    expectEnding(await downloadProfile({ ...scene.phone(), activationCode }), '8.1.1/3.8')
  await watchLeaks(scene.server)
}

/** The code of a field trial has expired when its tester comes. */
const expiredCode: Chapter = async (story) => {
  const { activationCode } = takeCode(story, 'trial')
  expectEnding(await downloadProfile({ ...story.scene.phone(), activationCode }), '8.8.5/4.10')
}

/** A customer scans the printed code, which has been replaced, and then types the new one with a wrong last digit. */
const unknownCode: Chapter = async (story) => {
  const { scene } = story
  const client = await grace(story)
  const { profileId, activationCode: replaced } = takeCode(story, 'travel')
  const activationCode = await generateAgain(client, profileId)
  const phone = scene.phone()
  const wrong = activationCode.slice(0, -1) + (activationCode.endsWith('0') ? '1' : '0')
  for (const code of [replaced, wrong])
    expectEnding(await downloadProfile({ ...phone, activationCode: code }), '8.2.6/3.8')
}

/**
 * A phone is reported lost, its profile is released and generated again. The customer has found the phone and scans the
 * new code with it: the eUICC reports that it holds this ICCID already.
 */
const foundPhone: Chapter = async (story) => {
  const client = await grace(story)
  const [{ phone, code }] = story.phones.splice(-4, 1) as [Story['phones'][number]]
  await client.ask(fleet.setFree, { id: code.profileId })
  const activationCode = await generateAgain(client, code.profileId)
  expectEnding(await downloadProfile({ ...phone, activationCode }), 'installation-failed')
}

/** A visitor scans the poster of a campaign that has ended. */
function comeLate(name: string): Chapter {
  return async (story) => {
    const client = await grace(story)
    const { activationCode } = await client.ask(campaign.get, { id: story.campaigns.get(name)! })
    expectEnding(await downloadProfile({ ...story.scene.phone(), activationCode: activationCode! }), '8.2.6/3.8')
  }
}

/** A phone is stolen: its device is blocked, and the thief tries another code. */
const stolenPhone: Chapter = async (story) => {
  const client = await grace(story)
  const { phone, code } = story.phones.at(-3)!
  await client.ask(block.device, { profileId: code.profileId, kind: 'EID', note: 'Reported stolen by the customer' })
  story.phones.splice(-3, 1)
  const { activationCode } = story.stock.codes.travel[0]!
  for (let attempt = 0; attempt < 3; attempt += 1)
    expectEnding(await downloadProfile({ ...phone, activationCode }), '8.1.1/3.8')
}

/** No model of the catalogue, whose phones the guided run needs. */
const OLD_TAC = '35190210'

/** A model without the network's frequencies is blocked, and two such phones come. */
const blockModel: Chapter = async (story) => {
  const client = await grace(story)
  await client.ask(block.add, { kind: 'TAC', values: [OLD_TAC], note: 'Drops calls in this network' })
  const { activationCode } = story.stock.codes.travel[0]!
  for (let visitor = 0; visitor < 2; visitor += 1) {
    const phone = story.scene.phone({ tac: OLD_TAC })
    expectEnding(await downloadProfile({ ...phone, activationCode }), '8.2.5/4.3')
  }
}

/** A profile is pushed to a device, which finds it at the SM-DS. */
function pushTo(fetch: 'fetched' | 'not fetched'): Chapter {
  return async (story) => {
    const { scene } = story
    const client = await alan(story)
    const phone = scene.phone()
    const code = takeCode(story, 'vans')
    await client.ask(push.add, { iccid: code.iccid, eid: phone.eid })
    if (fetch === 'not fetched') return
    const found = await downloadPending({ ...phone, smdsAddress: scene.server.smds.address })
    expectEnding(found.downloads[0]!.result, 'installed')
    await enableProfile(phone, code.iccid)
  }
}

function lend(borrower: string, days: number, notes = ''): Chapter {
  return async (story) => {
    const client = await alan(story)
    const { iccid } = takeCode(story, 'vans')
    await client.ask(lease.lend, { iccid, fields: { borrower, notes, endsAt: inDays(story.scene, days) } })
  }
}

/** Customers get their codes by e-mail. */
function mailCodes(...customers: string[]): Chapter {
  return async (story) => {
    const client = await grace(story)
    const codes = customers.map(() => story.stock.codes.travel.pop()!)
    const recipients = customers.map((customer, index) => {
      return { email: `${customer}@customer.example`, iccid: codes[index]!.iccid }
    })
    const ids = codes.map(({ profileId }) => profileId)
    await client.ask(delivery.sendMails, {
      selection: { ids },
      recipients,
      message: 'Thank you for choosing Northwind. Scan the code with the phone that you travel with.',
    })
  }
}

/** Customers in several time zones get their codes on the day of their trip; the page of one opens then. */
function planCodes(...trips: readonly { customer: string; days: number; timeZone: string }[]): Chapter {
  return async (story) => {
    const client = await grace(story)
    const codes = trips.map(() => story.stock.codes.travel.pop()!)
    const rows = trips.map(({ customer, days, timeZone }, index) => ({
      email: `${customer}@customer.example`,
      iccid: codes[index]!.iccid,
      at: `${inDays(story.scene, days).slice(0, 10)}T08:00`,
      timeZone,
    }))
    const message = 'Have a good trip. Scan the code on the day of your departure.'
    const selection = { ids: codes.map(({ profileId }) => profileId) }
    await client.ask(plannedDelivery.add, { selection, rows, message, opensPage: true })
  }
}

/** Two customers give their phones back. */
const deletePhones: Chapter = async ({ phones }) => {
  for (const { phone, code } of phones.splice(0, 2)) {
    await disableProfile(phone, code.iccid)
    await deleteProfile(phone, code.iccid)
  }
}

const toWarehouse: Chapter = async (story) => {
  const client = await grace(story)
  const ids = story.phones.slice(4, 16).map(({ code }) => code.profileId)
  const groupId = story.company.groupIds.get('Warehouse Oslo')!
  await changeMany(client, { operation: { kind: 'GROUP', groupId }, selection: { ids } })
}

/** Own data on profiles: tags of a pilot and of a service case, and the contracts of the meters. */
const describeProfiles: Chapter = async (story) => {
  const client = await grace(story)
  const [meters, vans] = [story.stock.codes.meters.slice(6, 18), story.stock.codes.vans.slice(0, 4)]
  const idsOf = (codes: readonly Code[]) => codes.map(({ profileId }) => profileId)
  const tags = [
    { name: 'Pilot', color: 'teal', codes: [...meters.slice(0, 5), ...vans] },
    { name: 'Service case', color: 'orange', codes: meters.slice(4, 6) },
  ] as const
  for (const { codes, ...fields } of tags) {
    const { id: tagId } = await client.ask(tag.add, { fields })
    await changeMany(client, { operation: { kind: 'TAG', tagId }, selection: { ids: idsOf(codes) } })
  }
  const attributes = [
    { word: 'contract', name: 'Contract', kind: 'text', values: ['N-2041', 'N-2077'] },
    { word: 'contract_end', name: 'End of contract', kind: 'date', values: [inDays(story.scene, 400).slice(0, 10)] },
    { word: 'service', name: 'Service level', kind: 'choice', choices: ['Standard', 'Premium'], values: ['Premium'] },
  ] as const
  for (const { values, ...fields } of attributes) {
    const choices = 'choices' in fields ? [...fields.choices] : []
    const { id: attributeId } = await client.ask(attribute.add, { fields: { ...fields, choices } })
    for (const [index, value] of values.entries()) {
      const ids = idsOf(meters.filter((_, at) => at % values.length === index))
      await changeMany(client, { operation: { kind: 'ATTRIBUTE', attributeId, value }, selection: { ids } })
    }
  }
}

const noteAndUndo: Chapter = async (story) => {
  const client = await alan(story)
  const ids = story.stock.codes.meters.slice(0, 6).map(({ profileId }) => profileId)
  const notes = 'Reserved for district 4'
  const id = await changeMany(client, { operation: { kind: 'NOTES', notes }, selection: { ids } })
  const undone = await client.ask(operation.undo, { id })
  await untilDone(client, undone.id)
}

const removeSome: Chapter = async (story) => {
  const client = await grace(story)
  const ids = story.stock.codes.trial.splice(0, 3).map(({ profileId }) => profileId)
  await changeMany(client, { operation: { kind: 'REMOVE' }, selection: { ids } })
}

const connectOrders: Chapter = async ({ scene, company, programs }) => {
  programs.push(await connectOrderSystem(scene, company))
}

/** The request log holds the calls of 30 days. */
const callOrders: Chapter = async ({ programs }) => {
  for (const program of programs) await runOrderSystem(program)
}

/** The Recycle applet of two cards reports: one genuine message, and one that someone forged. */
const recycleByApplet: Chapter = async (story) => {
  const client = await grace(story)
  const [genuine, forged] = story.phones.splice(0, 2).map(({ code }) => code.profileId)
  await client.ask(recycle.simulate, { id: genuine!, kind: 'GENUINE', reason: 'MANUAL' })
  await client.ask(recycle.simulate, { id: forged!, kind: 'FORGED', reason: 'MANUAL' })
}

const SUMMER = 'Harbor festival'
const FAIR = 'Maritime trade fair'

/** People talk about a campaign and about a customer; one of them is asked by name. */
const commentOn: Chapter = async (story) => {
  const [client, other] = [await grace(story), await alan(story)]
  const object = { kind: 'CAMPAIGN', objectId: story.campaigns.get(FAIR)! } as const
  const [asked] = (await client.ask(comment.people, { ...object, search: 'Alan' })).items
  await client.ask(comment.add, { ...object, text: `@[${asked!.userId}], are the posters for hall 3 printed?` })
  await other.ask(comment.add, {
    ...object,
    text: 'Yes, they arrive on Monday.\nI keep a box of spares in the office.',
  })
  const { code } = story.phones[0]!
  const profile = { kind: 'PROFILE', objectId: code.profileId } as const
  await other.ask(comment.add, {
    ...profile,
    text: 'The customer has a new phone next week, and needs a new code then.',
  })
}

/** What happens besides batches and ordinary downloads. */
export const STORY: readonly Entry[] = [
  { day: 3, hour: 14, tell: connectOrders },
  { day: 9, hour: 10, tell: startCampaign({ name: SUMMER, title: 'Harbor festival', days: 10, profiles: 16 }) },
  { day: 12, hour: 15, tell: wrongConfirmation },
  { day: 13, hour: 13, tell: visitCampaign(SUMMER, 5) },
  { day: 14, hour: 12, tell: visitCampaign(SUMMER, 4) },
  { day: 18, hour: 9, tell: lend('Nora Klein, Harbor Logistics', 14, 'Trial of two weeks') },
  { day: 21, hour: 18, tell: comeLate(SUMMER) },
  { day: 22, hour: 11, tell: pushTo('fetched') },
  { day: 24, hour: 16, tell: otherDevice },
  { day: 29, hour: 10, tell: deletePhones },
  { day: 31, hour: 15, tell: toWarehouse },
  { day: 35, hour: 17, tell: noMemory },
  { day: 38, hour: 9, tell: pushTo('not fetched') },
  { day: 41, hour: 18, tell: usedCode },
  { day: 44, hour: 11, tell: noteAndUndo },
  { day: 45, hour: 10, tell: describeProfiles },
  { day: 46, hour: 19, tell: guessedConfirmation },
  { day: 48, hour: 14, tell: stolenPhone },
  { day: 52, hour: 19, tell: userRefuses },
  { day: 55, hour: 12, tell: expiredCode },
  { day: 57, hour: 10, tell: recycleByApplet },
  { day: 58, hour: 10, tell: removeSome },
  { day: 60, hour: 10, tell: mailCodes('lena.fischer', 'paul.moreau') },
  { day: 63, hour: 16, tell: blockModel },
  { day: 65, hour: 11, tell: unknownCode },
  { day: 66, hour: 9, tell: wrongConfirmation },
  { day: 69, hour: 10, tell: mailCodes('ana.silva', 'tim.berg', 'eva.novak') },
  { day: 72, hour: 17, tell: foundPhone },
  { day: 74, hour: 11, tell: pushTo('fetched') },
  ...[75, 81, 86, 89].map((day) => ({ day, hour: 9, tell: callOrders })),
  { day: 76, hour: 9, tell: addRules },
  { day: 77, hour: 10, tell: startCampaign({ name: FAIR, title: 'Maritime trade fair', days: 30, profiles: 25 }) },
  { day: 78, hour: 11, tell: sellVouchers({ name: 'Gift cards of the fair', campaign: FAIR, count: 12, redeemed: 3 }) },
  { day: 79, hour: 12, tell: visitCampaign(FAIR, 3) },
  { day: 79, hour: 16, tell: commentOn },
  { day: 80, hour: 15, tell: deletePhones },
  { day: 82, hour: 10, tell: lend('Laboratory, bench 3', 21) },
  { day: 83, hour: 13, tell: visitCampaign(FAIR, 4) },
  { day: 84, hour: 17, tell: userPostpones },
  { day: 85, hour: 9, tell: lend('Omar Haddad', 12, 'Demonstration at a customer') },
  { day: 86, hour: 18, tell: wrongConfirmation },
  { day: 87, hour: 8, tell: guessedConfirmation },
  { day: 87, hour: 10, tell: mailCodes('marta.ruiz', 'jan.kowalski') },
  {
    day: 88,
    hour: 10,
    tell: planCodes(
      { customer: 'ines.duarte', days: 9, timeZone: 'Europe/Lisbon' },
      { customer: 'kenji.sato', days: 12, timeZone: 'Asia/Tokyo' },
      { customer: 'maya.jones', days: 20, timeZone: 'America/New_York' },
    ),
  },
  { day: 87, hour: 14, tell: async (story) => inviteMember(await grace(story), 'paula@northwind.example', 'Viewer') },
  { day: 88, hour: 12, tell: visitCampaign(FAIR, 2) },
  { day: 88, hour: 16, tell: otherDevice },
  { day: 89, hour: 11, tell: postedCode },
  { day: 89, hour: 15, tell: pushTo('not fetched') },
  { day: 89, hour: 16, tell: ({ scene, company }) => askToDelete(scene, company) },
]
