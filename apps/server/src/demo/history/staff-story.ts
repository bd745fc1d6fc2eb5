import type { Client } from '../../testing/client.ts'
import { type ClientName, orderByTransfer } from './client.ts'
import type { MemberName } from './company.ts'
import type { Scene } from './scene.ts'
import { announce, confirmTransfer, enterSeller, giveFeedback, inviteBeta, noteOn, offerDiscounts } from './staff.ts'
import type { Chapter, Entry, Story } from './story.ts'

const lea = ({ scene, staff }: Story) => scene.as(staff)
const byStaff =
  (act: (scene: Scene, staff: Client) => Promise<void>): Chapter =>
  async (story) =>
    act(story.scene, await lea(story))

const announced = (news: Parameters<typeof announce>[2]) => byStaff((scene, staff) => announce(scene, staff, news))

/** A client orders a plan by bank transfer. */
function order(wish: Parameters<typeof orderByTransfer>[2]): Chapter {
  return async ({ scene, clients, orders }) => {
    orders.set(wish.name, await orderByTransfer(scene, clients, wish))
  }
}

const confirmed = (name: ClientName): Chapter => {
  return async (story) => confirmTransfer(story.scene, await lea(story), story.orders.get(name)!)
}

function feedbackOf(name: MemberName, sent: Parameters<typeof giveFeedback>[2]): Chapter {
  return async (story) => giveFeedback(await story.scene.as(story.company.members[name]), await lea(story), sent)
}

const noted = (name: ClientName, text: string): Chapter => {
  return async (story) => noteOn(await lea(story), story.clients, name, text)
}

/** What the platform's staff do, so that each of their pages has content. */
export const STAFF_STORY: readonly Entry[] = [
  { day: 1, hour: 9, tell: byStaff(enterSeller) },
  { day: 6, hour: 10, tell: byStaff(offerDiscounts) },
  { day: 10, hour: 10, tell: noted('Harbor Logistics', 'Wants 500 downloads a month from spring on.') },
  { day: 20, hour: 11, tell: byStaff(inviteBeta) },
  {
    day: 33,
    hour: 8,
    tell: announced({
      kind: 'MAINTENANCE',
      text: 'Maintenance on Sunday, 6 to 7 UTC: downloads wait.',
      fromDays: 2,
      days: 3,
    }),
  },
  {
    day: 40,
    hour: 15,
    tell: feedbackOf('omar', {
      text: 'Can the fleet show the region as a column by default?',
      mood: 4,
      page: '/profile/fleet',
      answer: 'Choose the columns with the button above the table: the choice is kept.',
    }),
  },
  {
    day: 62,
    hour: 16,
    tell: feedbackOf('ines', {
      text: 'Invoices by month would help our accounting.',
      mood: 3,
      page: '/order',
      answer: 'Thank you: the list of orders can be filtered by days, and each order has its invoices.',
    }),
  },
  {
    day: 73,
    hour: 11,
    tell: order({ name: 'Tern Laboratory', plan: 'PRO', discountCode: 'WELCOME15', proof: 'uploaded' }),
  },
  { day: 75, hour: 10, tell: confirmed('Tern Laboratory') },
  { day: 75, hour: 11, tell: noted('Tern Laboratory', 'Paid by transfer. Asked for a call about UPP.') },
  { day: 87, hour: 16, tell: order({ name: 'Fjord Sensors', plan: 'BASIC', proof: 'missing' }) },
  { day: 88, hour: 10, tell: order({ name: 'Puffin Travel', plan: 'PRO', proof: 'uploaded' }) },
  {
    day: 88,
    hour: 17,
    tell: feedbackOf('mei', {
      text: 'The webhook log is great. Could it be exported?',
      mood: 5,
      page: '/setting/developer',
    }),
  },
  {
    day: 89,
    hour: 9,
    tell: announced({ kind: 'INFO', text: 'New: lists can be sorted by last change.', fromDays: 7, days: 7 }),
  },
]
