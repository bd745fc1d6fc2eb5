/** Planned deliveries: an activation code that is sent at a date, and a public page that opens at a date. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, listInput, pageOf, time, version } from '../list.ts'
import { Selection } from '../profiles/fleet-filter.ts'
import { MAIL_MESSAGE_MAX } from './delivery.ts'
import { Language } from './end-user-page.ts'

/** The maximum number of deliveries per call, and of those of an enterprise account that are not sent yet. */
export const PLANNED_MAX = { once: 1_000, account: 20_000 } as const

/** Days for which a delivery can be planned ahead. */
export const PLANNED_DAYS_MAX = 400

/**
 * `WAITING`: its time has come, and the mail server has not answered yet. `SENT`: accepted by the mail server, or its page
 * has opened. `REFUSED`: by the mail server. `SKIPPED`: not sent, for a reason.
 */
export const plannedStates = ['PLANNED', 'WAITING', 'SENT', 'REFUSED', 'SKIPPED', 'CANCELED'] as const
export type PlannedState = (typeof plannedStates)[number]

/**
 * What a change of the clocks does to a time. `GAP`: the clock skips it, so the time after the gap is meant. `TWICE`: the
 * clock shows it twice, so the first is meant.
 */
export const clockChanges = ['GAP', 'TWICE'] as const
export type ClockChange = (typeof clockChanges)[number]

/** A date and time on the recipient's clock, `2030-03-31T09:00`. It is checked row by row, with a reason. */
const LocalTime = z.string().trim().max(40, 'Up to 40 characters.')
const ZoneName = z.string().trim().max(64, 'Up to 64 characters.')
const Message = z.string().trim().max(MAIL_MESSAGE_MAX, `Up to ${MAIL_MESSAGE_MAX} characters.`)

const PlannedRow = z.object({
  /** Null: no e-mail, its public page opens. */
  email: z.string().trim().max(320, 'Up to 320 characters.').nullable().default(null),
  /** The profile; absent: the next free one of the selection. */
  iccid: z.string().trim().max(40).optional(),
  /** Absent: as for all rows. */
  at: LocalTime.optional(),
  timeZone: ZoneName.optional(),
  language: z.string().trim().max(20).optional(),
})

const Plan = z.object({
  selection: Selection,
  rows: z.array(PlannedRow).min(1, 'Required').max(PLANNED_MAX.once, 'Up to 1,000 at once.'),
  /** For rows without a time of their own. */
  at: LocalTime.default(''),
  /** For rows without a time zone of their own; null: the caller's. */
  timeZone: ZoneName.nullable().default(null),
  /** Whether the public pages of the profiles show no code before the time of their rows. */
  opensPage: z.boolean().default(false),
})

export const preview = endpoint({
  method: 'POST',
  path: '/plannedDelivery/preview',
  access: 'Fleet_Export',
  reads: true,
  summary: 'Preview which recipient gets which activation code, and when',
  input: Plan,
  output: z.object({
    /** In the order of the rows. */
    pairs: z.array(
      z.object({
        email: z.string().nullable(),
        iccid: z.string().nullable(),
        profileId: id.nullable(),
        dueAt: time.nullable(),
        clockChange: z.enum(clockChanges).nullable(),
        /** Why it cannot be planned. */
        reason: z.string().nullable(),
      }),
    ),
    fits: z.int(),
  }),
})

export const add = endpoint({
  method: 'POST',
  path: '/plannedDelivery/add',
  access: 'Fleet_Export',
  summary: 'Plan deliveries of activation codes; rows that do not fit are left out and returned',
  input: Plan.extend({
    message: Message.default(''),
    /** For rows without a language of their own; null: the language of the enterprise account's e-mails. */
    language: Language.nullable().default(null),
  }),
  output: z.object({
    /** Names the deliveries of this call; null: none was planned. */
    planId: id.nullable(),
    planned: z.int(),
    /** Rows that were left out, by their index from 0. */
    left: z.array(z.object({ row: z.int(), reason: z.string() })),
  }),
  once: true,
  dryRun: { preview },
})

export const PlannedDelivery = z.object({
  id,
  planId: id,
  version,
  state: z.enum(plannedStates),
  profileId: id,
  iccid: z.string(),
  /** Null: no e-mail, only its public page opens. */
  recipient: z.string().nullable(),
  /** On the clock of `timeZone`. */
  at: z.string(),
  timeZone: z.string(),
  dueAt: time,
  clockChange: z.enum(clockChanges).nullable(),
  language: Language.nullable(),
  message: z.string(),
  opensPage: z.boolean(),
  /** Why it was skipped or is late, or the response of the mail server that refused it. */
  reason: z.string().nullable(),
  sentAt: time.nullable(),
  /** Who planned or last changed it: it is sent with the rights that this member has then. */
  plannedBy: z.string(),
})
export type PlannedDelivery = z.infer<typeof PlannedDelivery>

export const list = endpoint({
  method: 'POST',
  path: '/plannedDelivery/list',
  access: 'Fleet_View',
  reads: true,
  summary: 'Planned deliveries by their time, with what became of them',
  input: listInput(
    {
      state: z.array(z.enum(plannedStates)).max(plannedStates.length),
      profileId: id,
      planId: id,
      /** Prefix of the address. */
      search: z
        .string()
        .trim()
        .max(254)
        .transform((email) => email.toLowerCase()),
    },
    ['dueAt'],
  ),
  output: pageOf(PlannedDelivery),
})

export const edit = endpoint({
  method: 'POST',
  path: '/plannedDelivery/edit',
  access: 'Fleet_Export',
  summary: 'Change a delivery that is not sent yet',
  input: z.object({
    id,
    version,
    fields: z.object({
      email: z.string().trim().max(320, 'Up to 320 characters.').nullable(),
      at: LocalTime,
      timeZone: ZoneName,
      language: Language.nullable(),
      message: Message,
      opensPage: z.boolean(),
    }),
  }),
  output: z.object({ version }),
})

const ids = z.array(id).min(1, 'Required').max(PLANNED_MAX.once, 'Up to 1,000 at once.')

/** Deliveries by id, or all of a plan. Those that are sent already are left out. */
const Chosen = z.union([z.object({ ids }), z.object({ planId: id })])

export const move = endpoint({
  method: 'POST',
  path: '/plannedDelivery/move',
  access: 'Fleet_Export',
  summary: 'Give deliveries that are not sent yet another time; each keeps its time zone unless one is given',
  input: z.object({ chosen: Chosen, at: LocalTime, timeZone: ZoneName.nullable().default(null) }),
  output: z.object({ moved: z.int() }),
  dryRun: 'rolled back',
})

export const cancel = endpoint({
  method: 'POST',
  path: '/plannedDelivery/cancel',
  access: 'Fleet_Export',
  summary: 'Cancel deliveries that are not sent yet; pages that waited for them are open',
  input: z.object({ chosen: Chosen }),
  output: z.object({ canceled: z.int() }),
  dryRun: 'rolled back',
})
