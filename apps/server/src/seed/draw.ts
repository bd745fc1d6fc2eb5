import { computeEidCheckDigits, type Iccid, type Imsi, iccidAt, imsiAt, parseIccid } from '@simwright/ids'
import type { ConfigurationVersion } from '../modules/profiles/configurations/service.ts'
import { type DrawnProfile, drawProfiles } from '../modules/provisioning/generate/draw.ts'
import { hashNumber } from '../runtime/hash-number.ts'
import type { Server } from '../server.ts'
import type { SeededBatch } from './batch-time.ts'
import { downloadTime } from './rhythm.ts'
import { type Story, storyOf, waiting } from './story.ts'

/** MCC/MNC of home networks: test and private networks. */
const NETWORKS = ['99970', '26298', '23498', '20898', '22898', '00101']

/** The time that a download takes at most. */
const DOWNLOAD_MS = 10 * 60 * 1000

const NOTES = ['Roaming pool', 'Spare', 'Field test spring', 'Meter reading', 'Van fleet']

export type SeededProfile = {
  drawn: DrawnProfile
  story: Story
  configuration: ConfigurationVersion
  groupId: string | null
  eid: string | null
  device: (typeof DEVICES)[number] | undefined
  at: Date
  /** When something happened after it was generated (ms), mostly a download; undefined: events are spread evenly. */
  downloadAt: number | undefined
}

export type Numbers = { from: number; count: number; enterpriseNumber: number }

const DEVICES = [
  { brand: 'Apple', model: 'iPhone 13 Pro' },
  { brand: 'Apple', model: 'iPhone 14 Pro' },
  { brand: 'Apple', model: 'iPhone 15' },
  { brand: 'Samsung', model: 'Galaxy S22' },
  { brand: 'Samsung', model: 'Galaxy S23' },
  { brand: 'Samsung', model: 'Galaxy S23 Ultra' },
  { brand: 'Google', model: 'Pixel 8' },
  { brand: 'Google', model: 'Pixel 8 Pro' },
  { brand: 'Motorola', model: 'Edge 40' },
] as const

type DrawRequest = Numbers & {
  enterpriseId: string
  /** The first is used most; the last only in the oldest batch. */
  configurations: readonly ConfigurationVersion[]
  groupIds: readonly string[]
  at: Date
  use: SeededBatch['use']
  until: Date
}

/** Generates profiles with keys, matching IDs and codes as a batch would, so that devices can download them. */
export function drawProfilesWithStory(
  server: Pick<Server, 'clock' | 'random' | 'vault'>,
  { enterpriseId, enterpriseNumber, from, count, configurations, groupIds, at, use, until }: DrawRequest,
): SeededProfile[] {
  const firstIccid = parseIccid(`8944${String(100 + enterpriseNumber)}000000000000`) as Iccid
  const rows = Array.from({ length: count }, (_, index) => ({
    line: index + 2,
    values: subscriber(server, { number: from + index, enterpriseNumber, firstIccid }),
  }))
  const configurationOf = (number: number) =>
    from === 0 && number % 2000 === 7
      ? configurations.at(-1)!
      : configurations[skewed(hashNumber(number, 1), configurations.length - 1)]!
  const byConfiguration = Map.groupBy(rows, ({ line }) => configurationOf(from + line - 2))
  return [...byConfiguration].flatMap(([configuration, members]) =>
    drawProfiles(server, { enterpriseId, configuration, rows: members }).map((drawn) => {
      const number = from + drawn.line - 2
      const planned = use && downloadTime({ use, generatedAt: at, number })
      // a device that is yet to come has left no trace
      const isWaiting = planned !== undefined && planned > until.getTime() - DOWNLOAD_MS
      const story = isWaiting ? waiting : storyOf(hashNumber(number, 2) % 1000)
      const downloadAt = isWaiting ? between(at, until, number) : planned
      const device = story.steps.some(({ type }) => type === 'DOWNLOADED')
        ? DEVICES[hashNumber(number, 3) % DEVICES.length]
        : undefined
      const eid = device ? eidOf(enterpriseNumber * 10_000_000 + number) : null
      const groupId = groupOf(number, story, groupIds)
      return { drawn, story, configuration, groupId, eid, device, at, downloadAt }
    }),
  )
}

/** A time between two, at least a download before the second. */
function between(from: Date, until: Date, number: number): number {
  const span = Math.max(0, until.getTime() - DOWNLOAD_MS - from.getTime())
  return Math.floor(from.getTime() + (span * (hashNumber(number, 19) % 1000)) / 1000)
}

/** Three in five profiles have a group; the last group has only a few, old profiles. */
function groupOf(number: number, story: Story, groupIds: readonly string[]): string | null {
  if (story.status === 'REMOVED' || groupIds.length === 0) return null
  if (number < 5000 && number % 10 === 3) return groupIds.at(-1)!
  return hashNumber(number, 4) % 5 < 3 ? groupIds[skewed(hashNumber(number, 5), groupIds.length - 1)]! : null
}

function subscriber(
  { random }: Pick<Server, 'random'>,
  { number, enterpriseNumber, firstIccid }: { number: number; enterpriseNumber: number; firstIccid: Iccid },
) {
  const hex = Buffer.from(random.bytes(32)).toString('hex').toUpperCase()
  const network = NETWORKS[skewed(hashNumber(number, 6), NETWORKS.length)]!
  const firstImsi = `${network}${String(enterpriseNumber).padStart(3, '0')}0000000` as Imsi
  const notes = hashNumber(number, 7) % 4 === 0 ? NOTES[hashNumber(number, 8) % NOTES.length] : undefined
  return {
    ICCID: iccidAt(firstIccid, number),
    IMSI: imsiAt(firstImsi, number),
    KI: hex.slice(0, 32),
    OPC: hex.slice(32),
    ...(hashNumber(number, 9) % 10 < 7 ? { MSISDN: `4477${String(10_000_000 + number).padStart(9, '0')}` } : {}),
    ...(notes ? { NOTES: notes } : {}),
  }
}

function eidOf(serial: number): string {
  const first30 = `89049032${String(serial).padStart(22, '0')}`
  return first30 + computeEidCheckDigits(first30)
}

/** Half of all numbers choose the first of `count`, half of the others the second, and so on. */
const skewed = (number: number, count: number): number => Math.min(Math.clz32(number | 1), count - 1)
