import type { OrderState } from '@simwright/ids'
import { configurationTypes, typeLabels } from './configuration-type.ts'
import {
  acFormatLabels,
  IN_STOCK_LABEL,
  protectionLabels,
  recycleReasonLabels,
  recycleStatusLabels,
} from './profile-label.ts'
import {
  NOTIFICATION_HOURS,
  orderStates,
  profileStatuses,
  recycleReasons,
  recycleStatuses,
  stockOrderStates,
} from './profile-state.ts'
import { protections } from './source.ts'

/** One of the values that a field can have. */
export type FieldValue = {
  /** Values in the database, any of which matches; null is no value. */
  stored: readonly (string | null)[]
  /** Only profiles in one of these order states match. */
  orders?: readonly OrderState[]
  /** Only profiles whose status has not changed for so many hours match. */
  unchangedHours?: number
  /** The label on screen. A value without a label can be typed, but is not in the menu. */
  label?: string
  /** The values that the menu selects for a value without a label: together they match the same profiles. */
  covers?: readonly string[]
}

type Common = {
  /** The label in the filter menu and on the chip. */
  label: string
  /** The hint next to the word in the completion list of the query bar. */
  hint: string
}

type Pattern = { rule: RegExp; text: string }

/** Several values separated by commas are allowed; any of them matches. */
type MultiValued = { many?: true }

/**
 * A field by which profiles can be filtered. The kind decides the syntax of its terms, the control in the menu and what
 * the server's column mapping must say:
 *
 * - `choice`: one of a closed list of values
 * - `named`: another object of the enterprise account, by its name or id
 * - `text`: a whole text, ignoring case
 * - `code`: a short text that is stored in upper case
 * - `prefix`: the beginning of a text
 * - `time`: a day, a range of days or an age
 * - `age`: an alias for the age of a time
 */
type FieldRow =
  | (Common & MultiValued & { kind: 'choice'; values: Readonly<Record<string, FieldValue>> })
  | (Common &
      MultiValued & {
        kind: 'named'
        /** What has the name, for errors. */
        noun: string
        pattern?: Pattern
        /** The label of the word `none`, if the field can be empty. */
        none?: string
      })
  | (Common & MultiValued & { kind: 'text' })
  | (Common & MultiValued & { kind: 'code'; pattern: Pattern })
  | (Common & { kind: 'prefix'; pattern?: Pattern })
  | (Common & { kind: 'time' })
  | { kind: 'age'; of: string; hint: string }

/** Values as words of the query bar, in lower case. The default label is the word itself. */
function valuesOf<Stored extends string>(
  stored: readonly Stored[],
  labels: Partial<Record<Stored, string>> = {},
): Record<string, FieldValue> {
  const labelOf = (one: Stored) => labels[one] ?? one[0]!.toUpperCase() + one.slice(1).toLowerCase()
  return Object.fromEntries(stored.map((one) => [one.toLowerCase(), { stored: [one], label: labelOf(one) }]))
}

/**
 * The stored status AVAILABLE, and on screen its two halves: with a valid activation code, and in stock. Figures count
 * both.
 */
const availableValues: Record<string, FieldValue> = {
  available: { stored: ['AVAILABLE'], covers: ['ready', 'stock'] },
  ready: { stored: ['AVAILABLE'], orders: ['Released'], label: 'Available' },
  stock: { stored: ['AVAILABLE'], orders: stockOrderStates, label: IN_STOCK_LABEL },
}

/** As printed, with blanks or hyphens. */
const digits = { rule: /^[0-9][0-9 -]{0,40}$/, text: 'up to 32 digits' }
/** As printed, also in international form. */
const telephone = { rule: /^[+(]?[0-9][0-9 ()/-]{0,40}$/, text: 'up to 15 digits, with or without + or 00' }
/** As printed: with blanks or hyphens, and the padding F. */
const iccidDigits = { rule: /^[0-9](?:[ -]?[0-9]){0,31}F{0,2}$/i, text: 'up to 32 digits' }

/**
 * The filters of Fleet by their words in the query bar, in the order of the menu. The server maps each to a column in
 * `modules/profiles/fleet/column.ts`; see `docs/development/adding-a-filter.md`.
 */
export const fleetFields = {
  status: {
    kind: 'choice',
    label: 'Status',
    hint: 'Status of the profile',
    many: true,
    values: {
      ...availableValues,
      ...valuesOf(profileStatuses.filter((status) => status !== 'AVAILABLE')),
      outstanding: {
        stored: ['DOWNLOADED'],
        unchangedHours: NOTIFICATION_HOURS,
        label: 'Downloaded, notification outstanding',
      },
    },
  },
  order: {
    kind: 'choice',
    label: 'Order state',
    hint: 'Order state at the SM-DP+',
    many: true,
    values: valuesOf(orderStates),
  },
  group: {
    kind: 'named',
    label: 'Group',
    hint: 'Name of the group, or none',
    noun: 'group',
    many: true,
    none: 'No group',
  },
  tag: {
    kind: 'named',
    label: 'Tag',
    hint: 'Name of a tag, or none',
    noun: 'tag',
    many: true,
    none: 'No tag',
  },
  leak: {
    kind: 'choice',
    label: 'Suspected leak',
    hint: 'open: the activation code may have leaked',
    values: { open: { stored: ['open'], label: 'Code may have leaked' } },
  },
  comments: {
    kind: 'choice',
    label: 'Comments',
    hint: 'yes: someone commented on it',
    values: { yes: { stored: ['yes'], label: 'Has comments' } },
  },
  config: {
    kind: 'named',
    label: 'Configuration',
    hint: 'Name of the profile configuration',
    noun: 'profile configuration',
    many: true,
  },
  type: {
    kind: 'choice',
    label: 'Configuration type',
    hint: 'Type of the profile configuration',
    many: true,
    values: valuesOf(configurationTypes, typeLabels),
  },
  batch: {
    kind: 'named',
    label: 'Batch',
    hint: 'Batch code',
    noun: 'batch',
    pattern: { rule: /^B[0-9]{12}$/i, text: 'a batch such as B000000000001' },
  },
  campaign: { kind: 'named', label: 'Campaign', hint: 'Name of the campaign', noun: 'campaign', many: true },
  brand: { kind: 'text', label: 'Brand', hint: 'Device brand', many: true },
  format: {
    kind: 'choice',
    label: 'AC format',
    hint: 'Form of the activation code: string, given out as text; picture, page closed; link, with its public page',
    many: true,
    values: {
      string: { stored: ['STRING'], label: acFormatLabels.STRING },
      link: { stored: ['AC_LINK'], label: acFormatLabels.AC_LINK },
      picture: { stored: ['PICTURE'], label: acFormatLabels.PICTURE },
      none: { stored: ['NONE'], label: acFormatLabels.NONE },
    },
  },
  protection: {
    kind: 'choice',
    label: 'Protection',
    hint: 'How the source data came in',
    values: { ...valuesOf(protections, protectionLabels), none: { stored: [null], label: 'Entered in the portal' } },
  },
  spn: { kind: 'text', label: 'Service provider', hint: 'Service provider name' },
  iccid: { kind: 'prefix', label: 'ICCID begins with', hint: 'ICCID begins with', pattern: iccidDigits },
  imsi: { kind: 'prefix', label: 'IMSI begins with', hint: 'IMSI begins with', pattern: digits },
  msisdn: { kind: 'prefix', label: 'MSISDN begins with', hint: 'MSISDN begins with', pattern: telephone },
  eid: { kind: 'prefix', label: 'EID begins with', hint: 'EID begins with', pattern: digits },
  ac: { kind: 'prefix', label: 'Matching ID begins with', hint: 'Activation code or matching ID begins with' },
  region: {
    kind: 'code',
    label: 'Region (country code)',
    hint: 'Country code',
    many: true,
    pattern: { rule: /^[a-z]{2}$/i, text: 'a country code such as DE' },
  },
  notes: { kind: 'prefix', label: 'Notes begin with', hint: 'Notes begin with' },
  age: { kind: 'age', of: 'created', hint: 'Older or younger than, such as 7d' },
  created: { kind: 'time', label: 'Created', hint: 'Day or range of days' },
  by: {
    kind: 'named',
    label: 'Created by',
    hint: 'Name or e-mail address of the user who created it',
    noun: 'member',
    many: true,
  },
  changed: { kind: 'time', label: 'Last change', hint: 'Last change' },
  recycle: {
    kind: 'choice',
    label: 'Recycling',
    hint: 'Whether it goes back into stock',
    many: true,
    values: valuesOf(recycleStatuses, recycleStatusLabels),
  },
  reason: {
    kind: 'choice',
    label: 'Recycle reason',
    hint: 'Why it is recycled',
    many: true,
    values: valuesOf(recycleReasons, recycleReasonLabels),
  },
  recycled: { kind: 'time', label: 'Recycle time', hint: 'Recycle time, past or to come' },
} as const satisfies Record<string, FieldRow>

type Fields = typeof fleetFields

/** The words with which a term can begin. */
export type QueryWord = keyof Fields
export type FieldKind = FieldRow['kind']
/** The words of the fields of some kinds. */
export type FieldOf<Kind extends FieldKind> = {
  [Word in QueryWord]: Fields[Word]['kind'] extends Kind ? Word : never
}[QueryWord]
/** A field with a chip and a column: all except aliases for an age. */
export type FleetField = FieldOf<Exclude<FieldKind, 'age'>>
export type TimeField = FieldOf<'time'>
/** A field whose terms have a colon and values. */
export type ValueField = Exclude<FleetField, TimeField>

/** Any row of some kinds. */
export type RowOf<Kind extends FieldKind> = Extract<FieldRow, { kind: Kind }>

/** The words that are built, in the order of the menu. */
export const queryWords = Object.keys(fleetFields) as QueryWord[]
export const fleetFieldNames = queryWords.filter((word): word is FleetField => fleetFields[word].kind !== 'age')

export const isQueryWord = (text: string): text is QueryWord => Object.hasOwn(fleetFields, text)
