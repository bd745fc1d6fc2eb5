import * as discount from '@simwright/contract/money/discount'
import * as seller from '@simwright/contract/money/seller'
import * as staffOrder from '@simwright/contract/money/staff-order'
import * as account from '@simwright/contract/people/account'
import * as clients from '@simwright/contract/people/client'
import * as invitation from '@simwright/contract/people/invitation'
import * as security from '@simwright/contract/people/security'
import * as announcement from '@simwright/contract/platform/announcement'
import * as feedback from '@simwright/contract/platform/feedback'
import { URI } from 'otpauth'
import { addStaff } from '../../modules/people/accounts/service.ts'
import { Client } from '../../testing/client.ts'
import { sellerFields } from '../../testing/seller.ts'
import { drawPassword } from '../enterprise.ts'
import type { ClientName, Clients } from './client.ts'
import type { Person, Scene } from './scene.ts'

const DAY_MS = 24 * 60 * 60_000

export const STAFF_EMAIL = 'staff@simwright.example'
const COLLEAGUE_EMAIL = 'lea.brandt@simwright.example'

/** The member of the platform's staff, who sets the password with the link of the command. */
export async function hireStaff(scene: Scene, password: string): Promise<void> {
  await hire(scene, STAFF_EMAIL, password)
}

async function hire({ server, url }: Scene, email: string, password: string): Promise<void> {
  const { link } = await addStaff(server, { email, role: 'Platform admin' })
  const token = new URL(link!).searchParams.get('token')!
  await new Client(url).ask(account.resetPassword, { token, password })
}

/** A colleague on the staff, who does what the history needs: with a second factor, which staff must have. */
export async function hireColleague(scene: Scene): Promise<Person> {
  const { server, clock, url } = scene
  const password = drawPassword(server)
  await hire(scene, COLLEAGUE_EMAIL, password)
  const client = new Client(url)
  await client.ask(account.login, { email: COLLEAGUE_EMAIL, password })
  const app = URI.parse((await client.ask(security.beginApp, {})).uri)
  await client.ask(security.confirmApp, { code: app.generate({ timestamp: clock.now().getTime() }) })
  return { name: 'Lea', client, openedAt: clock.now().getTime() }
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/** The seller of the platform: without a bank account nobody could pay by transfer. */
export async function enterSeller({ server }: Scene, staff: Client): Promise<void> {
  const rates = [
    { country: 'DE', rate: 1900, validFrom: '2026-01-01' },
    { country: 'NO', rate: 2500, validFrom: '2026-01-01' },
  ]
  const platformId = server.platforms.standard.id
  const { platforms } = await staff.ask(seller.list, {})
  const { version } = platforms.find((one) => one.platformId === platformId)!
  await staff.ask(seller.edit, { platformId, version, fields: { seller: sellerFields, rates } })
}

export async function inviteBeta({ server, clock }: Scene, staff: Client): Promise<void> {
  const platformId = server.platforms.standard.id
  const until = dayOf(clock.now().getTime() + 120 * DAY_MS)
  const gift = { platformId, plan: 'PRO', planDays: 60, trialDays: null } as const
  await staff.ask(invitation.add, { fields: { ...gift, maxUses: 20, until, note: 'Visitors of the trade fair' } })
  const trial = { platformId, plan: null, planDays: null, trialDays: 30 } as const
  await staff.ask(invitation.add, { fields: { ...trial, maxUses: 100, until: null, note: 'Partners: a longer trial' } })
}

export async function offerDiscounts({ server, clock }: Scene, staff: Client): Promise<void> {
  const platformId = server.platforms.standard.id
  const terms = { plans: [], billingTypes: [], oncePerEnterprise: true }
  const now = clock.now().getTime()
  const fields = [
    {
      code: 'EARLYBIRD',
      percent: 25,
      cents: null,
      maxUses: 10,
      until: dayOf(now + 20 * DAY_MS),
      note: 'First clients',
    },
    { code: 'WELCOME15', percent: 15, cents: null, maxUses: null, until: null, note: 'New clients' },
  ]
  for (const one of fields) await staff.ask(discount.add, { platformId, fields: { ...terms, ...one } })
}

type News = { kind: announcement.AnnouncementKind; text: string; fromDays: number; days: number }

/** An announcement to all members; in the history only one that has ended, or is still to come, so that no page is covered. */
export async function announce({ clock }: Scene, staff: Client, { kind, text, fromDays, days }: News): Promise<void> {
  const startsAt = clock.now().getTime() + fromDays * DAY_MS
  const times = {
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(startsAt + days * DAY_MS).toISOString(),
  }
  await staff.ask(announcement.add, { fields: { kind, text, link: null, platformId: null, ...times } })
}

/** A member sends feedback, and staff answer it, accept it, or have not read it yet. */
export async function giveFeedback(
  member: Client,
  staff: Client,
  { text, mood, page, answer }: { text: string; mood: number; page: string; answer?: string },
): Promise<void> {
  const { id } = await member.ask(feedback.send, { text, mood, page })
  if (answer === undefined) return
  const { enterpriseId, version } = (await staff.ask(feedback.list, {})).items.find((one) => one.id === id)!
  await staff.ask(feedback.answer, { enterpriseId, id, version, fields: { answer } })
}

export async function noteOn(staff: Client, clientsOf: Clients, name: ClientName, text: string): Promise<void> {
  await staff.ask(clients.addNote, { id: clientsOf.get(name)!.enterpriseId, fields: { text } })
}

/** The transfer of an order has arrived in full. */
export async function confirmTransfer({ clock }: Scene, staff: Client, orderId: string): Promise<void> {
  const { enterpriseId, amountCents, currency } = await staff.ask(staffOrder.get, { id: orderId })
  const receivedOn = dayOf(clock.now().getTime())
  const fields = { cents: amountCents, currency, receivedOn, bank: 'Berliner Bank', reference: `SEPA ${receivedOn}` }
  await staff.ask(staffOrder.confirm, { enterpriseId, id: orderId, fields })
}
