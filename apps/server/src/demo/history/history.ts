import { deleteProfile, disableProfile, downloadProfile, enableProfile } from '@simwright/euicc'
import { freeLapsed } from '../../modules/profiles/pools/jobs.ts'
import { endDueCampaigns } from '../../modules/provisioning/campaigns/jobs.ts'
import { settlePushes } from '../../modules/provisioning/pushes/jobs.ts'
import { recycleDue } from '../../modules/provisioning/recycle/jobs.ts'
import { expireCodes } from '../../modules/provisioning/smdp/jobs.ts'
import type { PastClock } from '../../runtime/clock.ts'
import { hashNumber } from '../../runtime/hash-number.ts'
import type { OpenServer } from '../../server.ts'
import { type DemoAccount, signIn } from '../enterprise.ts'
import { signUpClients } from './client.ts'
import { foundCompany, type OfferName } from './company.ts'
import { expectEnding, openScene, type Person, type Scene } from './scene.ts'
import { hireColleague, hireStaff } from './staff.ts'
import { STAFF_STORY } from './staff-story.ts'
import { emptyStock, generateFile, generateRange } from './stock.ts'
import { STORY, type Story } from './story.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

export const HISTORY_DAYS = 90

/** When the server of a new demo begins: its certificates must be older than the first download. */
export const beginningOf = (now: Date): Date => new Date(now.getTime() - (HISTORY_DAYS + 30) * DAY_MS)

type Making = {
  server: OpenServer
  clock: PastClock
  account: DemoAccount
  staffPassword: string
  /** Called after each day. */
  onDay: (day: number) => void
}

/**
 * Ninety days of a company, up to yesterday, through the portal's own calls and virtual phones that download over ES9+. The
 * clock moves forward from day to day and is the system's afterwards.
 * @throws the abort reason of `stopping` when the server stops meanwhile
 */
export async function makeHistory({ server, clock, account, staffPassword, onDay }: Making): Promise<void> {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS
  const dayAt = (day: number, minute: number) => new Date(today - (HISTORY_DAYS - day) * DAY_MS + minute * MINUTE_MS)
  clock.moveTo(dayAt(0, 8 * 60))
  const scene = await openScene(server, clock)
  try {
    await hireStaff(scene, staffPassword)
    const story = await beginStory(scene, account)
    let downloads = 0
    for (let day = 0; day < HISTORY_DAYS; day += 1) {
      const events = eventsOf(story, { day, date: dayAt(day, 0), downloads })
      downloads += events.length
      for (const { minute, tell } of events.toSorted((a, b) => a.minute - b.minute)) {
        server.stopping.throwIfAborted()
        clock.moveTo(dayAt(day, minute))
        await tell()
      }
      clock.moveTo(dayAt(day, 23 * 60 + 50))
      await settle(server)
      onDay(day + 1)
    }
  } finally {
    scene.close()
    clock.release()
  }
}

async function beginStory(scene: Scene, account: DemoAccount): Promise<Story> {
  const client = await signIn(scene.server, account)
  const owner: Person = { name: 'Robin', client, openedAt: scene.clock.now().getTime() }
  const company = await foundCompany(scene, owner)
  const staff = await hireColleague(scene)
  return {
    scene,
    company,
    staff,
    stock: emptyStock(),
    phones: [],
    campaigns: new Map(),
    programs: [],
    clients: new Map(),
    orders: new Map(),
  }
}

/** What sweeps do every few seconds: the days pass too fast for them. */
async function settle(server: OpenServer): Promise<void> {
  await expireCodes(server)
  await freeLapsed(server)
  await endDueCampaigns(server)
  await recycleDue(server)
  await settlePushes(server)
}

type Day = { day: number; date: Date; downloads: number }
type Event = { minute: number; tell: () => Promise<unknown> }

function eventsOf(story: Story, { day, date, downloads }: Day): Event[] {
  const chapters = [...STAFF_STORY, ...STORY].filter((entry) => entry.day === day)
  const first = downloads + 1
  const ordinary = Array.from({ length: downloadsOn(date, day) }, (_, index) => first + index)
  return [
    { minute: 9 * 60, tell: () => restock(story, day, date) },
    { minute: 11 * 60, tell: () => signUpClients(story.scene, story.clients, day) },
    ...chapters.map(({ hour, tell }) => ({ minute: hour * 60 + 7, tell: () => tell(story) })),
    ...ordinary.map((number) => ({ minute: minuteOf(number), tell: () => download(story, number) })),
  ]
}

const FIRST_STOCK: Readonly<Partial<Record<OfferName, number>>> = { travel: 45, meters: 30, vans: 25, trial: 12 }

/** On the first day a stock of everything; later on Mondays what sells, from a file or as a range. */
async function restock(story: Story, day: number, date: Date): Promise<void> {
  const { scene, company, stock } = story
  if (day === 0) {
    const client = await scene.as(company.owner)
    for (const [offer, count] of Object.entries(FIRST_STOCK))
      await generateRange(stock, { scene, company, client, offer: offer as OfferName, count })
  } else if (date.getUTCDay() === 1) {
    const client = await scene.as(company.members.alan)
    await generateFile(stock, { scene, company, client, offer: 'travel', count: 12 })
    const offer = day % 2 === 0 ? 'meters' : 'vans'
    await generateRange(stock, { scene, company, client, offer, count: 8 })
  }
}

/** By share; a travel code is the most common. */
const SOLD: readonly OfferName[] = ['travel', 'travel', 'travel', 'meters', 'vans', 'meters', 'travel', 'trial']

/** A device downloads. Most profiles are enabled; some are disabled or deleted afterwards. */
async function download(story: Story, number: number): Promise<void> {
  const wanted = SOLD[hashNumber(number, 35) % SOLD.length]!
  const offer = story.stock.codes[wanted].length > 4 ? wanted : 'travel'
  const code = story.stock.codes[offer].shift()
  if (code === undefined) return
  const phone = story.scene.phone()
  const result = await downloadProfile({ ...phone, activationCode: code.activationCode })
  // a trial code may be too old by then, which is part of the history
  if (offer !== 'trial') expectEnding(result, 'installed')
  if (result.outcome !== 'installed') return
  const fate = hashNumber(number, 36) % 20
  if (fate === 0) return
  await enableProfile(phone, code.iccid)
  if (fate < 3) await disableProfile(phone, code.iccid)
  if (fate === 1) await deleteProfile(phone, code.iccid)
  if (fate >= 3) story.phones.push({ phone, code })
}

/** How many devices begin on each day of the week, from Sunday. */
const WEEK = [1, 2, 2, 3, 2, 3, 1]

/** Minutes of the day: most people install after work. */
const HOURS = [7, 8, 9, 11, 12, 13, 15, 16, 17, 17, 18, 18, 19, 19, 20, 21]

/** How many devices download on a day: the rhythm of the week, more from month to month. */
function downloadsOn(date: Date, day: number): number {
  const grown = WEEK[date.getUTCDay()]! * (0.7 + day / 150)
  return Math.floor(grown + (hashNumber(day, 31) % 100) / 100)
}

/** A minute of the day for the `number`th download. */
function minuteOf(number: number): number {
  return HOURS[hashNumber(number, 32) % HOURS.length]! * 60 + (hashNumber(number, 33) % 60)
}
