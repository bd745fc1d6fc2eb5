import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { nothing, time, version } from '../list.ts'

/** From the most limited to the least; LAB can only be granted by platform staff. */
export const planNames = ['DEFAULT', 'DEMO', 'BASIC', 'PRO', 'PREMIUM', 'LAB'] as const
export type PlanName = (typeof planNames)[number]

/** Features that a plan includes or not. */
export const planFeatures = ['OPEN_API', 'WEBHOOK', 'EID_PUSH', 'BLOCK', 'QR_LOGO', 'AC_LINK', 'DEVICE_CHANGE'] as const
export type PlanFeature = (typeof planFeatures)[number]

/** As screens and messages name them. */
export const planFeatureNames = {
  OPEN_API: 'Open API',
  WEBHOOK: 'Webhooks',
  EID_PUSH: 'EID push',
  BLOCK: 'Block',
  QR_LOGO: 'Logo in QR codes',
  AC_LINK: 'Public pages of activation codes',
  DEVICE_CHANGE: 'Device change',
} as const satisfies Record<PlanFeature, string>

/** Days of a free trial (specification, section 9). */
export const TRIAL_DAYS = 15

/** ICCIDs that an enterprise account in its free trial can hold before devices download their profiles. */
export const TRIAL_ICCIDS = 1000

/**
 * Days after which an enterprise account without a paid plan or trial that nobody uses loses the profiles that no device has
 * downloaded, and their ICCIDs.
 */
export const IDLE_RELEASE_DAYS = 90

/** Null is no limit. */
const limit = z.int().nullable()

/** Bounds of the values of a plan. */
const DOWNLOADS_MAX = 1_000_000
const CENTS_MAX = 100_000_00

const whole = (min: number, max: number) =>
  z
    .int('A whole number.')
    .min(min, `At least ${min}.`)
    .max(max, `Up to ${max.toLocaleString('en')}.`)
const cents = () => z.int('Up to two decimals.').min(0, 'At least 0.').max(CENTS_MAX, 'Up to 100,000.')

export const PlanLimits = z.object({
  downloads: limit,
  configurations: limit,
  configurationTypes: z.array(z.string()),
  oplmn: limit,
  fplmn: limit,
  /** Per activation code. */
  redownloadsAMonth: limit,
  downloadAttempts: limit,
  members: limit,
  features: z.array(z.enum(planFeatures)),
  apiCallsASecond: limit,
  /** ICCIDs in use before a device downloads their profiles. */
  iccids: limit,
  /** Rules that are active. */
  rules: limit,
})
export type PlanLimits = z.infer<typeof PlanLimits>

/** A number of downloads per month and its price. */
export const PlanTier = z.object({
  downloads: whole(1, DOWNLOADS_MAX),
  monthlyCents: cents(),
})
export type PlanTier = z.infer<typeof PlanTier>

export const Plan = z.object({
  name: z.enum(planNames),
  limits: PlanLimits,
  /** USD cents per month, and per year (10 % less, in whole dollars). */
  monthlyCents: z.int(),
  annualCents: z.int(),
  /** Price of each download beyond `downloads`; null: not possible. */
  extraDownloadCents: z.int().nullable(),
  /** Tiers with more downloads per month than `limits`, in ascending order. */
  tiers: z.array(PlanTier),
})
export type Plan = z.infer<typeof Plan>

/** Twelve months less 10 %, rounded down to whole dollars. */
export const annualCents = (monthlyCents: number) => Math.floor((monthlyCents * 12 * 9) / 1000) * 100

/** What is used of a plan: downloads, or installations if those are billed. */
export const Usage = z.object({
  total: limit,
  used: z.int(),
  /** Null: no limit. */
  available: limit,
  /** Used beyond the total, and billed separately. */
  exceeded: z.int(),
})
export type Usage = z.infer<typeof Usage>

const Used = z.object({ used: z.int(), max: limit })

/** The current plan of the enterprise account, its limits and its usage. */
export const UserPlan = z.object({
  enterpriseId: z.string(),
  plan: z.enum(planNames),
  limits: PlanLimits,
  /** `BASE`: no order is active. */
  kind: z.enum(['BASE', 'TRIAL', 'GIVEN', 'BOUGHT']),
  startsAt: time,
  /** Null: no end. */
  endsAt: time.nullable(),
  /** `expired`: an order has ended and none is active; `none`: there never was one. `text` says so. */
  order: z.enum(['running', 'expired', 'none']),
  text: z.string().nullable(),
  trial: z.object({
    state: z.enum(['available', 'running', 'ended', 'unavailable']),
    days: z.int(),
    daysLeft: z.int(),
    /**
     * Why it is unavailable although no order is active: a further account of its owner, or already used by a person or
     * domain.
     */
    refusal: z.enum(['FURTHER', 'PERSON', 'DOMAIN']).nullable(),
  }),
  downloads: Usage.extend({
    installations: z.int(),
    extraDownloadCents: z.int().nullable(),
  }),
  configurations: Used,
  members: Used.extend({
    /** Of these, open invitations; only members are frozen. */
    invited: z.int(),
  }),
  /** ICCIDs in use whose profiles no device has downloaded. */
  iccids: Used,
  /** Whether there is sample data. */
  samples: z.boolean(),
  /** Whether the signed-in user exceeds the plan's number of members, and so has no access. */
  frozen: z.boolean(),
  /** Set when the account is suspended and so read-only, with the reason of platform staff. */
  suspended: z.object({ reason: z.string().nullable() }).nullable(),
})
export type UserPlan = z.infer<typeof UserPlan>

export const queryOrder = endpoint({
  method: 'POST',
  path: '/plan/queryOrder',
  access: 'signed-in',
  reads: true,
  programs: true,
  summary: 'The plan of the current enterprise account, its limits and its usage',
  input: nothing,
  output: UserPlan,
})

export const list = endpoint({
  method: 'POST',
  path: '/plan/list',
  access: 'signed-in',
  reads: true,
  summary: 'The plans that are offered, with prices and limits',
  input: nothing,
  output: z.object({ plans: z.array(Plan) }),
})

export const prices = endpoint({
  method: 'GET',
  path: '/plan/prices',
  access: 'public',
  reads: true,
  summary: 'The plans that are offered, with prices and limits, without sign-in',
  input: nothing,
  output: list.output,
})

export const startTrial = endpoint({
  method: 'POST',
  path: '/plan/startTrial',
  access: 'Subscription_Edit',
  allGroups: true,
  summary: 'Start the free trial, once per person and per proved mail domain: limits of PRO for 15 days',
  input: nothing,
  output: z.object({ endsAt: time }),
  once: true,
})

export const orderStates = ['UNPAID', 'CLOSED', 'PENDING_CONFIRMATION', 'WAIT_ACTIVE', 'ACTIVE', 'EXPIRED'] as const
export type OrderState = (typeof orderStates)[number]

/** The states of orders in a sentence: "This order is ...". */
export const orderStateWords: Readonly<Record<OrderState, string>> = {
  UNPAID: 'not paid',
  CLOSED: 'closed',
  PENDING_CONFIRMATION: 'waiting for the confirmation of its transfer',
  WAIT_ACTIVE: 'paid and starts later',
  ACTIVE: 'active',
  EXPIRED: 'over',
}

/** Types of configurations that a plan can allow. */
export const planTypes = ['Regular', 'Private_LTE', 'Conformance_Test', 'Advanced', 'UPP'] as const

export const TIERS_MAX = 10

/** The fields of a plan that platform staff can edit. Null: no limit. */
export const PlanFields = z
  .object({
    monthlyCents: cents(),
    /** Null: no downloads beyond the limit. */
    extraDownloadCents: cents().nullable(),
    tiers: z.array(PlanTier).max(TIERS_MAX, `Up to ${TIERS_MAX}.`),
    limits: z.object({
      downloads: whole(0, DOWNLOADS_MAX).nullable(),
      configurations: whole(0, 100_000).nullable(),
      configurationTypes: z.array(z.enum(planTypes)).min(1, 'Choose at least one.').max(planTypes.length),
      oplmn: whole(0, 10_000).nullable(),
      fplmn: whole(0, 10_000).nullable(),
      redownloadsAMonth: whole(0, 1000).nullable(),
      downloadAttempts: whole(1, 100).nullable(),
      members: whole(1, 100_000).nullable(),
      features: z.array(z.enum(planFeatures)).max(planFeatures.length),
      apiCallsASecond: whole(0, 1000).nullable(),
      iccids: whole(0, 10_000_000).nullable(),
      rules: whole(0, 1000).nullable(),
    }),
  })
  .superRefine(({ tiers, limits }, { addIssue }) => {
    const refuse = (path: (string | number)[], message: string) => addIssue({ code: 'custom', path, message })
    const hasApi = limits.features.includes('OPEN_API')
    if (hasApi && limits.apiCallsASecond === 0) refuse(['limits', 'apiCallsASecond'], 'The open API needs at least 1.')
    if (!hasApi && limits.apiCallsASecond !== 0) refuse(['limits', 'apiCallsASecond'], '0 without the open API.')
    tiers.forEach(({ downloads, monthlyCents }, index) => {
      const before = index === 0 ? { downloads: limits.downloads ?? DOWNLOADS_MAX, monthlyCents: 0 } : tiers[index - 1]!
      if (downloads <= before.downloads)
        refuse(['tiers', index, 'downloads'], 'Must be more than in the previous line.')
      if (monthlyCents < before.monthlyCents)
        refuse(['tiers', index, 'monthlyCents'], 'Must not be less than in the previous line.')
    })
  })
export type PlanFields = z.infer<typeof PlanFields>

export const PlanRow = z.object({
  name: z.enum(planNames),
  version,
  /** Cannot be ordered: only granted by staff, or the default without an order. */
  givenOnly: z.boolean(),
  annualCents: z.int(),
  fields: PlanFields,
  /** Null: never edited. */
  updatedAt: time.nullable(),
})
export type PlanRow = z.infer<typeof PlanRow>

export const table = endpoint({
  method: 'POST',
  path: '/admin/plan/list',
  access: 'Admin_Plan_View',
  reads: true,
  summary: 'The plan table: every plan with prices, tiers and limits',
  input: nothing,
  output: z.object({ plans: z.array(PlanRow) }),
})

export const edit = endpoint({
  method: 'POST',
  path: '/admin/plan/edit',
  access: 'Admin_Plan_Edit',
  summary: 'Change prices, tiers and limits of a plan; limits apply at once, prices and downloads from the next order',
  input: z.object({ name: z.enum(planNames), version, fields: PlanFields }),
  output: z.object({ version }),
})
