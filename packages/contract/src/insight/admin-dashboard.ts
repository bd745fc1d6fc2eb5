import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, nothing, time } from '../list.ts'
import { planNames } from '../platform/plan.ts'

const DayCount = z.object({ day: z.iso.date(), count: z.int() })

/** Days and months of the charts. */
export const BUSINESS_DAYS = 30
export const BUSINESS_MONTHS = 12

/** The days in which a trial must have started to count for the conversion. */
export const TRIAL_DAYS = 90

/** Figures of all enterprise accounts but the staff's own, in the time zone of the caller. */
export const business = endpoint({
  method: 'POST',
  path: '/admin/dashboard/business',
  access: 'Admin_Dashboard_View',
  reads: true,
  summary: 'Clients, sign-ups, trials, downloads and revenue of all platforms',
  input: nothing,
  output: z.object({
    asOf: time,
    clients: z.object({ total: z.int(), active: z.int(), suspended: z.int(), closing: z.int() }),
    /** Enterprise accounts by their current plan. */
    plans: z.array(z.object({ plan: z.enum(planNames), count: z.int() })),
    /** Of the last 30 days, oldest first. */
    signUps: z.array(DayCount),
    signUpsBefore: z.int(),
    /** Of the trials that started in the last 90 days: how many were followed by a paid order. */
    trials: z.object({ started: z.int(), bought: z.int() }),
    /** Of the last 30 days, oldest first. */
    downloads: z.array(DayCount),
    /** Paid less refunded, by the month of payment, oldest first; months without income are left out. */
    income: z.array(z.object({ month: z.string(), plan: z.enum(planNames), currency: z.string(), cents: z.int() })),
  }),
})

/** What the operator of a portal sets up, in the order in which it is useful. */
export const checklistPoints = ['ADDRESS', 'MAIL', 'CERTIFICATES', 'PAYMENT', 'CONTACT', 'TERMS', 'BACKUP'] as const
export type ChecklistPoint = (typeof checklistPoints)[number]

/** Why a point is open. */
export const checklistReasons = [
  'ADDRESS_LOCAL',
  'ADDRESS_WITHOUT_TLS',
  'SMDP_ADDRESS_LOCAL',
  'MAIL_NO_SERVER',
  'CERTIFICATES_TEST',
  'CERTIFICATES_EXPIRED',
  'PAYMENT_NO_SELLER',
  'PAYMENT_NO_METHOD',
  'CONTACT_NONE',
  'TERMS_NONE',
  'BACKUP_NONE',
  'BACKUP_OLD',
] as const
export type ChecklistReason = (typeof checklistReasons)[number]

/** Days after which a backup counts as old. */
export const BACKUP_DAYS = 7

export const ChecklistRow = z.object({
  point: z.enum(checklistPoints),
  /** Null: done. */
  reason: z.enum(checklistReasons).nullable(),
  /** The platforms that it is open for; empty for a point of the whole server. */
  platforms: z.array(z.object({ id, name: z.string() })),
})
export type ChecklistRow = z.infer<typeof ChecklistRow>

export const checklist = endpoint({
  method: 'POST',
  path: '/admin/dashboard/checklist',
  access: 'Admin_Dashboard_View',
  reads: true,
  summary: 'What the operator of the portal has set up, and what is still open',
  input: nothing,
  output: z.object({
    points: z.array(ChecklistRow),
    /** Whether every platform sells plans. */
    sells: z.boolean(),
    severalPlatforms: z.boolean(),
  }),
})

/** What the portal holds since the database was restored, because it may have been sent before. */
export const held = endpoint({
  method: 'POST',
  path: '/admin/dashboard/held',
  access: 'Admin_Dashboard_View',
  reads: true,
  summary: 'What is held since the database was restored',
  input: nothing,
  output: z.object({
    /** Null: nothing is held. */
    restore: z
      .object({
        /** The time to which the database was restored. */
        rowsOf: time,
        at: time,
        mails: z.int(),
        webhooks: z.int(),
        operatorNotifications: z.int(),
        charges: z.int(),
      })
      .nullable(),
  }),
})

export const releaseHeld = endpoint({
  method: 'POST',
  path: '/admin/dashboard/held/release',
  access: 'Admin_Platform_Edit',
  summary: 'Sends what is held since the database was restored',
  input: nothing,
  output: done,
})

/** How far back the health figures go. */
export const healthRanges = ['HOUR', 'DAY', 'WEEK', 'MONTH'] as const
export type HealthRange = (typeof healthRanges)[number]

const ms = z.number().nullable()

/** Figures that the server processes write every minute. Null: nothing was measured. */
export const health = endpoint({
  method: 'POST',
  path: '/admin/dashboard/health',
  access: 'Admin_Dashboard_View',
  reads: true,
  summary: 'Health of the SM-DP+ and of the server: calls, refusals, latency, certificates, queue, storage, backup',
  input: z.object({ range: z.enum(healthRanges).default('DAY') }),
  output: z.object({
    asOf: time,
    /** The oldest minute in the range; null: no data yet. */
    since: time.nullable(),
    calls: z.int(),
    refused: z.int(),
    /** Calls that failed because of an error of the server. */
    failed: z.int(),
    p50Ms: ms,
    p95Ms: ms,
    points: z.array(z.object({ at: time, calls: z.int(), refused: z.int(), p50Ms: ms, p95Ms: ms })),
    functions: z.array(z.object({ name: z.string(), calls: z.int(), p50Ms: ms, p95Ms: ms })),
    /** By subject and reason code of SGP.22, most first. */
    refusals: z.array(z.object({ subject: z.string(), reason: z.string(), count: z.int() })),
    certificates: z.array(z.object({ name: z.string(), notAfter: time, daysLeft: z.int() })),
    /** Only test certificates are loaded. */
    testIssuerOnly: z.boolean(),
    queueDepth: z.int().nullable(),
    failedJobs: z.int(),
    storageUsedMib: z.int().nullable(),
    /** Null also when the database is on another host. */
    storageFreeMib: z.int().nullable(),
    backup: z.object({ at: time, bytes: z.int() }).nullable(),
    /** The last daily check of the enterprises' figures, and the enterprises whose figures differ from their events. */
    figures: z.object({
      checkedAt: time.nullable(),
      wrong: z.array(z.object({ enterpriseId: z.uuid(), name: z.string(), example: z.string() })),
    }),
  }),
})
