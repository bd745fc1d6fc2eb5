import { DEVICE_MODELS, type DeviceModel, testEid } from '@simwright/euicc'
import { type Eid, type Iccid, type Imsi, iccidAt, imsiAt, parseIccid } from '@simwright/ids'
import type { Random } from '../runtime/random.ts'
import type { Subscriber } from '../testing/subscriber.ts'

/** What a device does with its activation code. */
export type DeviceAction = 'install' | 'enable' | 'disable' | 'delete' | 'type a wrong code' | 'come with another EID'

/** A device that downloads with the activation code of a subscriber. */
export type Visit = {
  iccid: Iccid
  eid: Eid
  model: DeviceModel
  /** Serial number of the device within its model. */
  serial: number
  action: DeviceAction
  /** The confirmation code that its user types. */
  confirmationCode: string | undefined
}

/** One run of the demo: the subscribers of the file, and the devices in order. */
export type Plan = { subscribers: readonly Subscriber[]; visits: readonly Visit[] }

export const SUBSCRIBERS = 40
const DEVICES = 30

/** Home networks in Norway, Germany, the United Kingdom and Ireland: the country is the region of a profile (ITU-T E.212). */
export const NETWORKS = ['24295', '26295', '23495', '27295'] as const
const FIRST_ICCID = parseIccid('8999970000000000000')
const FIRST_IMSI = '0000000000'

/** The groups of the subscribers, in turn; the history has the same. */
const GROUPS = ['Smart meters', 'Harbor vans', 'Warehouse Oslo', ''] as const

/** By index of the device; all others enable the profile. */
const ACTIONS: Readonly<Record<number, DeviceAction>> = {
  3: 'delete',
  5: 'install',
  7: 'disable',
  11: 'install',
  13: 'delete',
  14: 'type a wrong code',
  16: 'disable',
  18: 'install',
  22: 'come with another EID',
  23: 'delete',
  26: 'install',
  27: 'disable',
}

const WITH_CONFIRMATION_CODE = [4, 9, 14, 19, 24, 29, 34, 39]
const WITH_EID = [2, 8, 12, 22, 32]

/** The figures of a successful run. */
export const EXPECTED = { imported: 40, generated: 40, downloaded: 28, installed: 28, refused: 2 } as const

export type Figures = Readonly<Record<keyof typeof EXPECTED, number>>

/** Creates subscribers with new keys, numbered from `first`, and devices with new EIDs. */
export function makePlan(random: Random, first: number): Plan {
  const numbers = Array.from({ length: SUBSCRIBERS }, (_, index) => index)
  const subscribers = numbers.map((index) => makeSubscriber(random, first, index))
  const visits = subscribers.slice(0, DEVICES).map((subscriber, index) => planVisit(subscriber, first, index))
  return { subscribers, visits }
}

function makeSubscriber(random: Random, first: number, index: number): Subscriber {
  const hex = () => Buffer.from(random.bytes(16)).toString('hex').toUpperCase()
  return {
    ICCID: iccidAt(FIRST_ICCID, first + index),
    IMSI: imsiAt(`${NETWORKS[index % NETWORKS.length]!}${FIRST_IMSI}` as Imsi, first + index),
    GROUP: GROUPS[(index * 3) % GROUPS.length]!,
    KI: hex(),
    OPC: hex(),
    MSISDN: `99970${String(first + index).padStart(8, '0')}`,
    CONFIRMATION_CODE: WITH_CONFIRMATION_CODE.includes(index) ? makeCode(random) : '',
    EID: WITH_EID.includes(index) ? testEid(first + index) : '',
    NOTES: index % 10 === 0 ? 'Roaming pool' : '',
  }
}

/** Six digits. */
function makeCode(random: Random): string {
  const number = Buffer.from(random.bytes(6)).readUIntBE(0, 6) % 1_000_000
  return String(number).padStart(6, '0')
}

/** Offset of EIDs that belong to no subscriber. */
const STRANGER = 900_000_000

function planVisit(subscriber: Subscriber, first: number, index: number): Visit {
  const action = ACTIONS[index] ?? 'enable'
  const isStranger = action === 'come with another EID'
  const code = subscriber.CONFIRMATION_CODE || undefined
  return {
    iccid: subscriber.ICCID as Iccid,
    eid: testEid(first + index + (isStranger ? STRANGER : 0)),
    model: DEVICE_MODELS[(index * 7) % DEVICE_MODELS.length]!,
    serial: (first + index) % 1_000_000,
    action,
    confirmationCode: action === 'type a wrong code' && code ? wrong(code) : code,
  }
}

/** The code with its last digit changed. */
function wrong(code: string): string {
  return code.slice(0, -1) + ((Number(code.at(-1)) + 1) % 10)
}
