import { z } from 'zod'
import type { PermissionId } from '../permission.ts'

export const thresholdUnits = ['PERCENT', 'PROFILES', 'DAYS', 'DEVICES', 'NETWORKS'] as const
export type ThresholdUnit = (typeof thresholdUnits)[number]

type ThresholdRow = {
  label: string
  /** What is compared, and when a level can notify again. */
  about: string
  /** Who sets it; who holds the notification's permission sees it. */
  edit: PermissionId
  /** `rises`: crossed at the level or above it. `falls`: crossed below the level. */
  direction: 'rises' | 'falls'
  units: readonly [ThresholdUnit, ...ThresholdUnit[]]
  min: number
  max: Partial<Record<ThresholdUnit, number>>
  levels: readonly number[]
  /** How far the value must go back beyond the level until the level can notify again. */
  margin: (level: number, unit: ThresholdUnit) => number
  /** What happened within so many hours counts; for a rate, nothing is decided on fewer downloads than `minimum`. */
  within?: { hours: number; minimum?: number }
}

/** The thresholds: one row for each kind of notification that a value raises. The names are those of the kinds. */
export const thresholds = {
  USAGE_REACHED: {
    label: 'Downloads of the plan',
    about:
      "The share of the plan's downloads that is used. A level notifies again once usage has been 5 points below it.",
    edit: 'Subscription_Edit',
    direction: 'rises',
    units: ['PERCENT'],
    min: 1,
    max: { PERCENT: 1000 },
    levels: [80, 100, 120],
    margin: () => 5,
  },
  SUCCESS_FALLS: {
    label: 'Success rate',
    about:
      'The share of downloads within the hours below that ended with an installed profile. A level notifies again once the rate has been 2 points above it.',
    edit: 'Enterprise_Edit',
    direction: 'falls',
    units: ['PERCENT'],
    min: 1,
    max: { PERCENT: 98 },
    levels: [90],
    margin: () => 2,
    within: { hours: 24, minimum: 20 },
  },
  VERSION_FALLS: {
    label: 'Success rate of a configuration version',
    about:
      'The share of downloads of each version of a configuration, within the hours below, that ended with an installed profile. A level notifies again once the rate of that version has been 2 points above it.',
    edit: 'Enterprise_Edit',
    direction: 'falls',
    units: ['PERCENT'],
    min: 1,
    max: { PERCENT: 98 },
    levels: [80],
    margin: () => 2,
    within: { hours: 24, minimum: 20 },
  },
  MODEL_FALLS: {
    label: 'Success rate of a device model',
    about:
      'The share of downloads to each device model, within the hours below, that ended with an installed profile. A level notifies again once the rate of that model has been 2 points above it.',
    edit: 'Enterprise_Edit',
    direction: 'falls',
    units: ['PERCENT'],
    min: 1,
    max: { PERCENT: 98 },
    levels: [80],
    margin: () => 2,
    within: { hours: 24, minimum: 20 },
  },
  CODE_DEVICES: {
    label: 'Devices that try one code',
    about:
      'How many devices try the activation code of one profile within the hours below. Codes of campaigns, and those that rotate, are for many devices and do not count. A level notifies again for the same code after these hours.',
    edit: 'Enterprise_Edit',
    direction: 'rises',
    units: ['DEVICES'],
    min: 2,
    max: { DEVICES: 1000 },
    levels: [3],
    margin: () => 1,
    within: { hours: 24 },
  },
  CODE_NETWORKS: {
    label: 'Networks that try one code',
    about:
      'From how many networks the activation code of one profile is tried, or its public page opened, within the hours below. A network is the first half of an IPv4 address, or the first 32 bits of an IPv6 address, so two of them usually belong to different providers or regions. A level notifies again for the same code after these hours.',
    edit: 'Enterprise_Edit',
    direction: 'rises',
    units: ['NETWORKS'],
    min: 2,
    max: { NETWORKS: 50 },
    levels: [6],
    margin: () => 1,
    within: { hours: 24 },
  },
  CAMPAIGN_LOW: {
    label: 'Profiles left in a campaign',
    about:
      'The profiles left in an active campaign. A level notifies again after profiles were added: to 5 percentage points, or a tenth more profiles, above the level.',
    edit: 'Campaign_Edit',
    direction: 'falls',
    units: ['PERCENT', 'PROFILES'],
    min: 1,
    max: { PERCENT: 95, PROFILES: 1_000_000 },
    levels: [10],
    margin: (level, unit) => (unit === 'PERCENT' ? 5 : Math.ceil(level / 10)),
  },
  CERTIFICATE_ENDING: {
    label: 'Certificates of the SM-DP+',
    about: 'How many whole days a certificate is still valid. A renewed certificate starts over.',
    edit: 'Admin_Platform_Edit',
    direction: 'falls',
    units: ['DAYS'],
    min: 1,
    max: { DAYS: 730 },
    levels: [30, 7, 1],
    margin: () => 1,
  },
} as const satisfies Record<string, ThresholdRow>

export type ThresholdKind = keyof typeof thresholds
export const thresholdKinds = Object.keys(thresholds) as [ThresholdKind, ...ThresholdKind[]]

/** The maximum number of levels of a threshold. */
export const LEVELS_MAX = 5
/** The longest window of a rate, in hours. */
export const HOURS_MAX = 168
export const MINIMUM_MAX = 100_000

/** Whether this version knows the kind: a newer server may send others. */
export const isThresholdKind = (kind: string): kind is ThresholdKind => Object.hasOwn(thresholds, kind)

export const thresholdRow = (kind: ThresholdKind): ThresholdRow => thresholds[kind]

/** The values of a threshold. Without levels it never notifies. `hours` is null without a window, `minimum` unless it is a rate. */
export const ThresholdFields = z.object({
  levels: z
    .array(z.int('Whole numbers only.'))
    .max(LEVELS_MAX, `Up to ${LEVELS_MAX} levels.`)
    .refine((levels) => new Set(levels).size === levels.length, 'Each level once.'),
  unit: z.enum(thresholdUnits),
  hours: z.int().min(1, 'At least 1.').max(HOURS_MAX, `Up to ${HOURS_MAX}.`).nullable(),
  minimum: z
    .int()
    .min(1, 'At least 1.')
    .max(MINIMUM_MAX, `Up to ${MINIMUM_MAX.toLocaleString('en')}.`)
    .nullable(),
})
export type ThresholdFields = z.infer<typeof ThresholdFields>

/** The values of a threshold that was never set. */
export function defaultThreshold(kind: ThresholdKind): ThresholdFields {
  const { levels, units, within } = thresholdRow(kind)
  return { levels: [...levels], unit: units[0], hours: within?.hours ?? null, minimum: within?.minimum ?? null }
}

/** The faults of fields that are wrong for their kind. */
export function thresholdFaults(
  kind: ThresholdKind,
  { levels, unit, hours, minimum }: ThresholdFields,
): { path: string; text: string }[] {
  const { units, min, max, within } = thresholdRow(kind)
  if (!units.includes(unit)) return [{ path: 'unit', text: 'Invalid unit.' }]
  const most = max[unit] ?? 0
  const faults = levels.some((level) => level < min || level > most)
    ? [{ path: 'levels', text: `From ${min} to ${most.toLocaleString('en')}.` }]
    : []
  const needed = { hours: within?.hours, minimum: within?.minimum }
  for (const [path, value] of Object.entries({ hours, minimum })) {
    const isNeeded = needed[path as keyof typeof needed] !== undefined
    if ((value !== null) !== isNeeded) faults.push({ path, text: isNeeded ? 'Required' : `Invalid ${path}.` })
  }
  return faults
}
