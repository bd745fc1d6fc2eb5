import type { TimeField, ValueField } from './fleet-field.ts'
import { writeTerm } from './fleet-term.ts'

/**
 * Filters before the query language: one name for each filter, in addresses, saved views, stored selections and the
 * input of calls. They remain valid; new fields are only words of the query.
 */

/** The field of each name with values, in the order of the terms in a query. */
export const legacyNames = {
  configurationId: 'config',
  groupId: 'group',
  batchId: 'batch',
  campaignId: 'campaign',
  acFormat: 'format',
  deviceBrand: 'brand',
  region: 'region',
  protection: 'protection',
  spn: 'spn',
  createdBy: 'by',
  status: 'status',
  orderState: 'order',
  recycleStatus: 'recycle',
  recycleReason: 'reason',
  iccid: 'iccid',
  imsi: 'imsi',
  msisdn: 'msisdn',
  eid: 'eid',
  matchingId: 'ac',
  notes: 'notes',
  configurationType: 'type',
} as const satisfies Record<string, ValueField>
export type LegacyName = keyof typeof legacyNames

/** The names of the two ends of each time range. */
export const legacyTimes = [
  { field: 'created', from: 'createdFrom', to: 'createdTo' },
  { field: 'changed', from: 'changedFrom', to: 'changedTo' },
  { field: 'recycled', from: 'recycleFrom', to: 'recycleTo' },
] as const satisfies readonly { field: TimeField; from: string; to: string }[]

/** In addresses the brand had another name, and a time was one range of days. */
const { deviceBrand: brand, ...sameNames } = legacyNames
const addressNames: Readonly<Record<string, ValueField>> = { ...sameNames, brand }
const addressTimes: readonly string[] = legacyTimes.map(({ field }) => field)

/** Names with multiValued values in an address, separated by commas. */
const multiValued: readonly string[] = [
  'status',
  'orderState',
  'configurationType',
  'acFormat',
  'recycleStatus',
  'recycleReason',
]

/** Formats had the stored values; other values differ from the words of the query only in case. */
const formatWords: Readonly<Record<string, string>> = { AC_LINK: 'link' }

const wordOf = (stored: string) => formatWords[stored] ?? stored.toLowerCase()

/** Names whose values are words, in lower case in the query. */
const worded: readonly string[] = [...multiValued, 'protection', 'groupId']

type Address = Readonly<Record<string, string | undefined>>

/** All filter names in addresses of Fleet. */
export const legacyAddressNames: readonly string[] = [...Object.keys(addressNames), ...addressTimes, 'search']

/** The query of an address: `q` and the filters under earlier names. */
export function queryOfAddress(address: Address): string | undefined {
  const named = Object.entries(addressNames).flatMap(([name, word]) => {
    const written = address[name]
    if (!written) return []
    const values = multiValued.includes(name) ? written.split(',').filter((value) => value !== '') : [written]
    return values.length > 0 ? [writeTerm(word, worded.includes(name) ? values.map(wordOf) : values)] : []
  })
  const times = addressTimes.flatMap((name) => (address[name] ? [`${name}:${rangeOf(address[name])}`] : []))
  return [...named, ...times, address.q ?? address.search ?? ''].join(' ').trim() || undefined
}

/** A single day meant all days from that day on. */
const rangeOf = (days: string) => (days.includes('..') ? days : `${days}..`)
