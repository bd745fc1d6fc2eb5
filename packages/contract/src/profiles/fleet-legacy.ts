import type { TimeField, ValueField } from './fleet-field.ts'
import { writeTerm } from './fleet-term.ts'

/**
 * Filters as they were written before the query could say all of them: one name for each, in addresses, saved views,
 * stored selections and the input of calls. They stay valid; a new field is a word of the query only.
 */

/** The field that each name with values means, in the order in which the conditions are written. */
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

/** The names of the two ends of each time. */
export const legacyTimes = [
  { field: 'created', from: 'createdFrom', to: 'createdTo' },
  { field: 'changed', from: 'changedFrom', to: 'changedTo' },
  { field: 'recycled', from: 'recycleFrom', to: 'recycleTo' },
] as const satisfies readonly { field: TimeField; from: string; to: string }[]

/** In an address the brand had a name of its own, and a time was one range of days. */
const { deviceBrand: brand, ...sameNames } = legacyNames
const addressNames: Readonly<Record<string, ValueField>> = { ...sameNames, brand }
const addressTimes: readonly string[] = legacyTimes.map(({ field }) => field)

/** Names of an address that had several values with commas between them. */
const several: readonly string[] = [
  'status',
  'orderState',
  'configurationType',
  'acFormat',
  'recycleStatus',
  'recycleReason',
]

/** Formats were stored words; all others are the query's own in another case of letters. */
const formatWords: Readonly<Record<string, string>> = { AC_LINK: 'link' }

const wordOf = (stored: string) => formatWords[stored] ?? stored.toLowerCase()

/** Names whose values are words, which are lower case in the query. */
const worded: readonly string[] = [...several, 'protection', 'groupId']

type Address = Readonly<Record<string, string | undefined>>

/** Every name that an address of Fleet had for its filters. */
export const legacyAddressNames: readonly string[] = [...Object.keys(addressNames), ...addressTimes, 'search']

/** The query of an address: its own, and what the earlier names in it say. */
export function queryOfAddress(address: Address): string | undefined {
  const named = Object.entries(addressNames).flatMap(([name, word]) => {
    const written = address[name]
    if (!written) return []
    const values = several.includes(name) ? written.split(',').filter((value) => value !== '') : [written]
    return values.length > 0 ? [writeTerm(word, worded.includes(name) ? values.map(wordOf) : values)] : []
  })
  const times = addressTimes.flatMap((name) => (address[name] ? [`${name}:${rangeOf(address[name])}`] : []))
  return [...named, ...times, address.q ?? address.search ?? ''].join(' ').trim() || undefined
}

/** One day alone meant all days from then on. */
const rangeOf = (days: string) => (days.includes('..') ? days : `${days}..`)
