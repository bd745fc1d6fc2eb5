import { type ProfileStatus, profileStatuses } from '../profiles/profile-state.ts'

/** What a report can count by. `total` does not divide. */
export const reportDimensions = ['total', 'configuration', 'group', 'campaign', 'brand', 'region', 'member'] as const
export type ReportDimension = (typeof reportDimensions)[number]

/** Names of the dimensions as column heads. */
export const dimensionLabels: Readonly<Record<ReportDimension, string>> = {
  total: 'All',
  configuration: 'Configuration',
  group: 'Group',
  campaign: 'Campaign',
  brand: 'Device brand',
  region: 'Region',
  member: 'Created by',
}

/** The names of what has no value in a dimension. */
export const dimensionNone: Readonly<Record<ReportDimension, string>> = {
  total: 'All',
  configuration: 'No configuration',
  group: 'No group',
  campaign: 'No campaign',
  brand: 'Unknown device',
  region: 'Unknown region',
  member: 'Unknown',
}

/** What happened to profiles, as the events count it. */
const eventValues = {
  generated: 'Codes generated',
  opened: 'Code opened',
  authenticated: 'Authenticated',
  downloaded: 'Downloaded',
  redownloaded: 'Downloaded again',
  installed: 'Installed',
  enabled: 'Enabled',
  firstEnabled: 'Enabled (first time)',
  disabled: 'Disabled',
  deleted: 'Deleted',
  failed: 'Installation failed',
  refused: 'Refused',
} as const

/** How long codes have waited for a device, in whole days of the time zone; `from` and `to` are inclusive. */
export const codeAges = {
  age7: { label: 'Up to 7 days', from: 0, to: 7 },
  age30: { label: '8 to 30 days', from: 8, to: 30 },
  age90: { label: '31 to 90 days', from: 31, to: 90 },
  age180: { label: '91 to 180 days', from: 91, to: 180 },
  age365: { label: '181 to 365 days', from: 181, to: 365 },
  ageOlder: { label: 'Over a year', from: 366, to: null },
} as const
export type CodeAge = keyof typeof codeAges
export const codeAgeNames = Object.keys(codeAges) as CodeAge[]

const capitalized = (text: string) => text[0]! + text.slice(1).toLowerCase()

/** Statuses of profiles in stock and on devices. */
export const inventoryStatuses = profileStatuses.filter(
  (status): status is Exclude<ProfileStatus, 'REMOVED'> => status !== 'REMOVED',
)

/** The columns with numbers, and their heads. */
export const reportValueLabels = {
  ...eventValues,
  ...(Object.fromEntries(codeAgeNames.map((age) => [age, codeAges[age].label])) as Record<CodeAge, string>),
  codes: 'Unused codes',
  ...(Object.fromEntries(inventoryStatuses.map((status) => [status, capitalized(status)])) as Record<
    Exclude<ProfileStatus, 'REMOVED'>,
    string
  >),
  profiles: 'Profiles',
} as const
export type ReportValue = keyof typeof reportValueLabels
export const reportValues = Object.keys(reportValueLabels) as [ReportValue, ...ReportValue[]]

/** `row`: what a row is about, besides its period and its dimension. */
type KindRule = {
  title: string
  text: string
  /** Counts events of a range of time; otherwise the profiles as they are. */
  ranged: boolean
  /** A row for each day, week or month, or one for the whole range. */
  stepped: boolean
  by: readonly ReportDimension[]
  row: 'dimension' | 'status code' | 'device'
  values: readonly ReportValue[]
}

/** All facts of a kind of report. */
export const reportKindRules = {
  usage: {
    title: 'Usage',
    text: 'What happened to your profiles, by period.',
    ranged: true,
    stepped: true,
    by: reportDimensions,
    row: 'dimension',
    values: ['generated', 'downloaded', 'redownloaded', 'installed', 'enabled', 'deleted', 'failed', 'refused'],
  },
  funnel: {
    title: 'Download funnel',
    text: 'How far devices got with your codes: from the opened code to the enabled profile.',
    ranged: true,
    stepped: false,
    by: reportDimensions,
    row: 'dimension',
    values: ['opened', 'authenticated', 'downloaded', 'installed', 'firstEnabled'],
  },
  failures: {
    title: 'Failures',
    text: 'Why devices got no profile, by the subject and reason code of GSMA, and what to do about it.',
    ranged: true,
    stepped: false,
    by: ['total'],
    row: 'status code',
    values: ['failed', 'refused'],
  },
  stale: {
    title: 'Stale codes',
    text: 'Codes that wait for a device, by how long they have waited.',
    ranged: false,
    stepped: false,
    by: ['total', 'configuration', 'group', 'campaign', 'member'],
    row: 'dimension',
    values: [...codeAgeNames, 'codes'],
  },
  devices: {
    title: 'Device matrix',
    text: 'Which device models install which configurations.',
    ranged: true,
    stepped: false,
    by: ['total'],
    row: 'device',
    values: ['installed', 'failed', 'refused'],
  },
  inventory: {
    title: 'Inventory',
    text: 'All profiles by status, as they are.',
    ranged: false,
    stepped: false,
    by: ['configuration', 'total', 'group', 'campaign', 'brand', 'region', 'member'],
    row: 'dimension',
    values: [...inventoryStatuses, 'profiles'],
  },
} as const satisfies Record<string, KindRule>
export type ReportKind = keyof typeof reportKindRules
export const reportKinds = Object.keys(reportKindRules) as [ReportKind, ...ReportKind[]]

/** The facts of a kind, without its literal types. */
export const ruleOfKind = (kind: ReportKind): KindRule => reportKindRules[kind]

/** Ranges of time that move with the day on which the report is made. */
export const reportPresets = {
  today: 'Today',
  yesterday: 'Yesterday',
  last7: 'Last 7 days',
  last30: 'Last 30 days',
  last90: 'Last 90 days',
  thisMonth: 'This month',
  lastMonth: 'Last month',
  thisYear: 'This year',
  lastYear: 'Last year',
  last12: 'Last 12 months',
} as const
export type ReportPreset = keyof typeof reportPresets
export const reportPresetNames = Object.keys(reportPresets) as [ReportPreset, ...ReportPreset[]]

/** All ranges: presets, days that the user chose, and a period of the plan. */
export const reportRanges = [...reportPresetNames, 'days', 'billing'] as const
export type ReportRange = (typeof reportRanges)[number]

export const reportSteps = ['day', 'week', 'month', 'whole'] as const
export type ReportStep = (typeof reportSteps)[number]
