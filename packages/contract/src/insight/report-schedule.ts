import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, nothing, time, version } from '../list.ts'
import { TimeZone } from '../time-zone.ts'
import { reportFormats } from './report.ts'

export const scheduleRhythms = ['DAY', 'WEEK', 'MONTH'] as const
export type ScheduleRhythm = (typeof scheduleRhythms)[number]

/** `FILE`: the mail has the file attached. `LINK`: it has a link to the report, which needs the sign-in. */
export const scheduleDeliveries = ['LINK', 'FILE'] as const
export type ScheduleDelivery = (typeof scheduleDeliveries)[number]

export const scheduleStates = ['ACTIVE', 'PAUSED', 'STOPPED'] as const

/** Why a schedule stopped by itself. */
export const stopReasons = ['OWNER_LEFT', 'OWNER_MAY_NOT', 'NO_RECIPIENT', 'REPORT_INVALID'] as const
export type StopReason = (typeof stopReasons)[number]

export const RECIPIENTS_MAX = 50
/** The largest file that a mail has attached; a larger one is linked. */
export const ATTACHED_BYTES_MAX = 5 * 1024 * 1024

export const ScheduleFields = z
  .object({
    every: z.enum(scheduleRhythms).default('MONTH'),
    /** The hour at which it is sent, 0 to 23, in the time zone. */
    hour: z.int('A whole number.').min(0, 'From 0 to 23.').max(23, 'From 0 to 23.').default(7),
    /** Of a weekly schedule: 1 is Monday, 7 is Sunday. */
    weekday: z.int().min(1).max(7).default(1),
    /** Of a monthly schedule; a month with fewer days uses its last day. */
    monthDay: z.int('A whole number.').min(1, 'From 1 to 31.').max(31, 'From 1 to 31.').default(1),
    timeZone: TimeZone.min(1, 'Required'),
    format: z.enum(reportFormats).default('xlsx'),
    delivery: z.enum(scheduleDeliveries).default('LINK'),
    /** Members of the enterprise account, by the ids of their users. */
    recipients: z.array(id).min(1, 'Choose at least one member.').max(RECIPIENTS_MAX, `Up to ${RECIPIENTS_MAX}.`),
    isPaused: z.boolean().default(false),
  })
  .refine(({ recipients }) => new Set(recipients).size === recipients.length, {
    path: ['recipients'],
    message: 'A member is listed twice.',
  })
export type ScheduleFields = z.output<typeof ScheduleFields>

export const Schedule = z.object({
  id,
  reportId: id,
  reportName: z.string(),
  version: z.int(),
  state: z.enum(scheduleStates),
  stopReason: z.enum(stopReasons).nullable(),
  owner: z.string(),
  manageable: z.boolean(),
  every: z.enum(scheduleRhythms),
  hour: z.int(),
  weekday: z.int(),
  monthDay: z.int(),
  timeZone: z.string(),
  format: z.enum(reportFormats),
  delivery: z.enum(scheduleDeliveries),
  recipients: z.array(z.object({ id, name: z.string() })),
  /** Null unless it is active. */
  nextAt: time.nullable(),
  lastAt: time.nullable(),
  /** The number of mails of the last time. */
  lastMails: z.int().nullable(),
})
export type Schedule = z.infer<typeof Schedule>

export const list = endpoint({
  method: 'POST',
  path: '/report/schedule/list',
  access: 'Report',
  reads: true,
  summary: 'Schedules of the reports that the signed-in user sees',
  input: nothing,
  output: z.object({ items: z.array(Schedule) }),
})

/** A member who can receive reports. */
export const Recipient = z.object({ id, name: z.string(), email: z.string() })
export type Recipient = z.infer<typeof Recipient>

export const recipients = endpoint({
  method: 'POST',
  path: '/report/schedule/recipients',
  access: 'Report',
  reads: true,
  summary: 'Members who may see reports, by name',
  input: nothing,
  output: z.object({ items: z.array(Recipient) }),
})

export const add = endpoint({
  method: 'POST',
  path: '/report/schedule/add',
  access: 'Report_Edit',
  summary: 'Send a saved report by e-mail at regular times',
  input: z.object({ reportId: id, fields: ScheduleFields }),
  output: z.object({ id, version, nextAt: time.nullable() }),
})

export const edit = endpoint({
  method: 'POST',
  path: '/report/schedule/edit',
  access: 'Report_Edit',
  summary: 'Change a schedule, pause it or resume it; the signed-in user becomes its owner',
  input: z.object({ id, version, fields: ScheduleFields }),
  output: z.object({ version, nextAt: time.nullable() }),
})

export const remove = endpoint({
  method: 'POST',
  path: '/report/schedule/delete',
  access: 'Report_Edit',
  summary: 'Delete a schedule',
  input: z.object({ id, version }),
  output: done,
})
