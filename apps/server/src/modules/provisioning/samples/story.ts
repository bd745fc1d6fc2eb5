import type { ConfigurationFields } from '@simwright/contract/profiles/configuration'
import type { EventType, ProfileStatus } from '@simwright/contract/profiles/fleet'
import { SAMPLE_ICCIDS } from '@simwright/contract/profiles/sample-iccid'
import type { OrderState } from '@simwright/ids'
import { computeEidCheckDigits, type Iccid, type Imsi, iccidAt, imsiAt, parseIccid } from '@simwright/ids'

/** Common fields: a test network (ITU-T E.212), complete enough to generate profiles. */
const network = {
  type: 'Regular',
  algorithm: 'MILENAGE',
  hplmn: [{ plmn: '99970', access: ['E-UTRAN', 'NG-RAN'] }],
  maxDownloadAttempts: 5,
  maxRedownloads: 1,
} as const

type SampleFields = typeof network & {
  name: string
  profileName: string
  serviceProviderName: string
  confirmationCode: ConfigurationFields['confirmationCode']
} & Partial<Pick<ConfigurationFields, 'acLifetimeDays' | 'fplmn' | 'pnn' | 'gid1'>>

/** A consumer plan, an IoT plan and a travel plan. */
export const sampleConfigurations: readonly SampleFields[] = [
  {
    ...network,
    name: 'Demo: consumer plan',
    profileName: 'Consumer plan',
    serviceProviderName: 'Alba Mobile',
    confirmationCode: { mode: 'none' },
    pnn: { fullName: 'Alba Mobile', shortName: 'Alba' },
  },
  {
    ...network,
    name: 'Demo: sensors',
    profileName: 'Sensor fleet',
    serviceProviderName: 'Alba IoT',
    confirmationCode: { mode: 'none' },
    gid1: 'A1',
    fplmn: ['00101', '00102'],
  },
  {
    ...network,
    name: 'Demo: travel eSIM',
    profileName: 'Travel eSIM',
    serviceProviderName: 'Alba Travel',
    confirmationCode: { mode: 'random' },
    acLifetimeDays: 90,
  },
]

export type SampleEvent = {
  type: EventType
  minutes: number
  by: 'user' | 'device' | 'system'
  detail: string
  repeated?: true
}

export type SampleProfile = {
  configuration: 0 | 1 | 2
  status: ProfileStatus
  orderState: OrderState
  device: { brand: string; model: string } | null
  notes: string | null
  /** Ordered by time; `minutes` counts from the generation of the codes. */
  events: readonly SampleEvent[]
}

const by = (who: SampleEvent['by']) => (type: EventType, minutes: number, detail: string) => ({
  type,
  minutes,
  by: who,
  detail,
})
const device = by('device')

const opened = (minutes: number) =>
  by('system')('OPENED', minutes, 'The public page of the activation code was opened for the first time.')

/** The events of a download. */
const download = (minutes: number): SampleEvent[] => [
  opened(minutes - 4),
  device('AUTHENTICATED', minutes, 'The eUICC was authenticated: attempt 1 of 5.'),
  device('DOWNLOADED', minutes, 'The profile package was sent to the device.'),
]
const install = (minutes: number): SampleEvent[] => [
  ...download(minutes),
  device('INSTALLED', minutes + 1, 'The eUICC installed the profile.'),
]
const enable = (minutes: number) => device('ENABLED', minutes, 'The profile was enabled on the device.')
const enableAgain = (minutes: number): SampleEvent => ({ ...enable(minutes), repeated: true })
const disable = (minutes: number) => device('DISABLED', minutes, 'The profile was disabled on the device.')

const DAY = 24 * 60
const installed = { orderState: 'Installed', notes: null } as const
const waiting = { status: 'AVAILABLE', orderState: 'Released', device: null, notes: null, events: [] } as const

/** How long ago the sample codes were generated. */
export const STORY_DAYS = 6

export const sampleProfiles: readonly SampleProfile[] = [
  {
    ...installed,
    configuration: 0,
    status: 'ENABLED',
    device: { brand: 'Apple', model: 'iPhone 15' },
    events: [...install(52), enable(54)],
  },
  {
    ...installed,
    configuration: 0,
    status: 'ENABLED',
    device: { brand: 'Samsung', model: 'Galaxy S23' },
    events: [...install(DAY + 135), enable(DAY + 136), disable(2 * DAY + 610), enableAgain(2 * DAY + 655)],
  },
  {
    ...installed,
    configuration: 0,
    status: 'DISABLED',
    device: { brand: 'Google', model: 'Pixel 8' },
    notes: 'Kept as a second line',
    events: [...install(2 * DAY + 20), enable(2 * DAY + 21), disable(4 * DAY + 410)],
  },
  { ...waiting, configuration: 0 },
  {
    ...installed,
    configuration: 1,
    status: 'INSTALLED',
    device: { brand: 'Motorola', model: 'Edge 40' },
    notes: 'Gateway in hall 3',
    events: install(3 * DAY + 300),
  },
  {
    ...installed,
    configuration: 1,
    status: 'ENABLED',
    device: { brand: 'Samsung', model: 'Galaxy S22' },
    events: [...install(3 * DAY + 320), enable(3 * DAY + 322)],
  },
  {
    configuration: 2,
    status: 'ERROR',
    orderState: 'Error',
    device: { brand: 'Apple', model: 'iPhone 12' },
    notes: null,
    events: [
      ...download(4 * DAY + 90),
      device('INSTALL_FAILED', 4 * DAY + 91, 'The eUICC could not process an element of the profile.'),
    ],
  },
  { ...waiting, configuration: 2, notes: 'For the trade fair' },
]

const FIRST_ICCID = parseIccid(`${SAMPLE_ICCIDS}000000000000`)
const FIRST_IMSI = '999709990000001' as Imsi
const EID_STEM = '8904903200000000000000000099'

/** Identifiers that are the same in every enterprise, so no global directory contains them. */
export function sampleNumbers(index: number): { iccid: Iccid; imsi: string; eid: string } {
  const first30 = `${EID_STEM}${String(index + 1).padStart(2, '0')}`
  return {
    iccid: iccidAt(FIRST_ICCID, index),
    imsi: imsiAt(FIRST_IMSI, index),
    eid: `${first30}${computeEidCheckDigits(first30)}`,
  }
}
