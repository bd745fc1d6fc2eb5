/** How long data stays. The guide's page on operation is generated from it. */
import { AUDIT_MONTHS } from '@simwright/contract/platform/audit'
import { IMEI_DAYS } from '@simwright/contract/profiles/fleet'
import { CALL_LOG_LIMITS } from '@simwright/contract/programs/call-log'
import { ES2PLUS_LIMITS } from '@simwright/contract/programs/es2plus'
import { TIMESTAMP_TOLERANCE_MS } from '@simwright/contract/programs/signed-call'
import { WEBHOOK_LIMITS } from '@simwright/contract/programs/webhook'
import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/database.ts'
import { startOfMonth } from '../db/month.ts'
import type { IdTable } from '../db/retention.ts'
import { ONCE_LIFE_MS } from '../http/once.ts'
import { dropOldAudit } from '../modules/platform/audit/service.ts'
import { dropEndedPgpKeys, dropExpiredSources } from '../modules/profiles/source/jobs.ts'
import { dropOldKeys } from '../modules/programs/keys/jobs.ts'
import { dropOldImeis } from '../modules/provisioning/smdp/jobs.ts'
import { dropOldAddresses } from '../modules/provisioning/vouchers/jobs.ts'
import type { JobsServer as Server } from '../port/module.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

export type RetentionNeeds = Pick<Server, 'db' | 'clock' | 'keys'>

/**
 * Rows that are deleted once `column` is older than the retention. Tables without `isTenant` are global. `month`: whole
 * months of a table that is partitioned by the time in an ID.
 */
export type Rows =
  | { table: keyof Tables; column: string; isTenant?: true; only?: RawBuilder<unknown> }
  | { table: IdTable; by: 'month' }

export type Retained = {
  /** As the guide calls it. */
  what: string
  /** How long it stays after it was written, or after its end. */
  kept: { days: number } | { minutes: number } | { months: number }
  since: 'written' | 'end'
  /** Whether it goes by whole months, the last of which ended so long ago. */
  byMonth?: true
  why: string
  /** What is deleted: rows, or what a module deletes from before a time. @returns how many rows were deleted */
  drop: readonly Rows[] | ((server: RetentionNeeds, before: Date) => Promise<number>)
}

const tenant = (table: keyof Tables, column = 'at'): Rows => ({ table, column, isTenant: true })

const month = (table: IdTable): Rows => ({ table, by: 'month' })

const YEAR = { days: 365 } as const
const LOG_YEAR = 'Evidence for questions of devices, operators and customers about a download.'
const ENDED = 'Nothing can be done with it any more.'

export const RETENTION: readonly Retained[] = [
  {
    what: 'Delivered packages, sealed, without an installation result',
    kept: { days: 30 },
    since: 'written',
    why: 'A device that lost its connection fetches the same package again.',
    drop: [tenant('bound_package', 'created_at')],
  },
  {
    what: 'Messages of devices',
    kept: YEAR,
    since: 'written',
    byMonth: true,
    why: LOG_YEAR,
    drop: [month('device_message')],
  },
  {
    what: 'Attempts, hits of block rules, refusals of campaigns',
    kept: YEAR,
    since: 'written',
    why: LOG_YEAR,
    drop: [tenant('order_attempt', 'last_seen_at'), tenant('block_hit'), tenant('pool_refusal')],
  },
  {
    what: 'Sessions of devices at the SM-DP+',
    kept: { days: 90 },
    since: 'written',
    why: 'Installation results come late, and are signed for the session.',
    drop: [{ table: 'rsp_session', column: 'created_at' }],
  },
  {
    what: 'Sessions of devices that did not authenticate',
    kept: { days: 1 },
    since: 'written',
    why: ENDED,
    drop: [{ table: 'rsp_session', column: 'created_at', only: sql`enterprise_id is null` }],
  },
  {
    what: 'Sessions at the SM-DS',
    kept: { days: 0 },
    since: 'end',
    why: ENDED,
    drop: [{ table: 'smds_session', column: 'expires_at' }],
  },
  {
    what: 'Events at the SM-DS',
    kept: { days: 90 },
    since: 'written',
    why: 'A device that was off for long still finds its profile.',
    drop: [{ table: 'smds_event', column: 'created_at' }],
  },
  {
    what: 'Log of recycling',
    kept: YEAR,
    since: 'written',
    why: LOG_YEAR,
    drop: [tenant('recycle_log')],
  },
  {
    what: 'Requests for approval',
    kept: { days: 365 },
    since: 'end',
    why: 'Shows who approved what, with the list of profiles. The audit log has each step, too.',
    drop: [tenant('approval_request', 'ended_at')],
  },
  {
    what: 'What was done in a day without approval',
    kept: { days: 7 },
    since: 'written',
    why: 'Counts towards the limit of the day.',
    drop: [tenant('approval_use', 'day')],
  },
  {
    what: 'Log of rules',
    kept: { days: 90 },
    since: 'written',
    why: 'Shows what a rule did. What it changed is in the log of profiles, too.',
    drop: [tenant('rule_run', 'matched_at')],
  },
  {
    what: 'Messages of Recycle applets',
    kept: { days: 90 },
    since: 'written',
    why: 'Staff see what the applets have sent.',
    drop: [{ table: 'bip_message', column: 'at' }],
  },
  {
    what: 'Uploads with keys that nobody confirmed',
    kept: { days: 0 },
    since: 'end',
    why: 'Keys stay no longer than needed; an upload ends after 24 hours.',
    drop: dropExpiredSources,
  },
  {
    what: 'OpenPGP keys that were replaced',
    kept: { days: 0 },
    since: 'end',
    why: 'Their owner chose how long they can still read files.',
    drop: dropEndedPgpKeys,
  },
  {
    what: 'Written files of codes and lists',
    kept: { days: 0 },
    since: 'end',
    why: 'They contain activation codes; the list of files shows when they end.',
    drop: [tenant('code_file', 'expires_at')],
  },
  {
    what: 'Archives of enterprise accounts for another installation',
    kept: { days: 0 },
    since: 'end',
    why: 'An archive has everything of the account, so it is kept only for as long as it can be downloaded: three days.',
    drop: [tenant('enterprise_export', 'expires_at')],
  },
  {
    what: 'Planned deliveries that were sent, skipped or canceled',
    kept: YEAR,
    since: 'end',
    why: 'Evidence for questions about a code; they have addresses of recipients.',
    drop: [tenant('planned_delivery', 'ended_at')],
  },
  {
    what: 'Networks from which the public page of a code was opened',
    kept: { days: 7 },
    since: 'written',
    why: 'The longest time within which they are counted to find a code that leaked.',
    drop: [tenant('code_page_network')],
  },
  {
    what: 'Codes that may have leaked',
    kept: { days: 365 },
    since: 'written',
    why: 'Evidence for questions about a code.',
    drop: [tenant('code_leak', 'found_at')],
  },
  {
    what: 'Codes of new vouchers, sealed',
    kept: { days: 0 },
    since: 'end',
    why: 'Once they are printed, no copy is needed here; a code is compared by its HMAC.',
    drop: [tenant('voucher_codes', 'expires_at')],
  },
  {
    what: 'Addresses from which vouchers were redeemed',
    kept: YEAR,
    since: 'written',
    why: 'Evidence for questions about a voucher. The voucher itself stays.',
    drop: dropOldAddresses,
  },
  {
    what: 'IMEIs of devices, since they were last seen',
    kept: { days: IMEI_DAYS },
    since: 'written',
    why: 'It says which device has a profile. The device itself stays, with its EID and model.',
    drop: dropOldImeis,
  },
  {
    what: 'Imports of the list of devices',
    kept: { days: 1 },
    since: 'written',
    why: 'An import that nobody confirmed is uploaded again.',
    drop: [{ table: 'tac_import', column: 'created_at' }],
  },
  {
    what: 'Request log of programs',
    kept: { days: CALL_LOG_LIMITS.days },
    since: 'written',
    why: 'Developers look for faults of the last weeks.',
    byMonth: true,
    drop: [month('program_call')],
  },
  {
    what: 'Calls of ES2+',
    kept: { days: ES2PLUS_LIMITS.logDays },
    since: 'written',
    why: 'The same call again gets the same answer. Operators look for faults of the last weeks.',
    drop: [tenant('es2plus_call')],
  },
  {
    what: 'Notifications of ES2+',
    kept: { days: ES2PLUS_LIMITS.logDays },
    since: 'written',
    byMonth: true,
    why: 'Operators look for faults of the last weeks.',
    drop: [month('es2plus_progress')],
  },
  {
    what: 'Deliveries of webhooks',
    kept: { days: WEBHOOK_LIMITS.logDays },
    since: 'written',
    why: 'They can be replayed until then.',
    byMonth: true,
    drop: [month('webhook_attempt'), month('webhook_delivery')],
  },
  {
    what: 'Webhooks for endpoints without a URL',
    kept: { days: 1 },
    since: 'written',
    why: 'A program that listens continues where it was.',
    drop: [tenant('webhook_arrival')],
  },
  {
    what: 'Answers of calls that happen once',
    kept: { minutes: ONCE_LIFE_MS / MINUTE_MS },
    since: 'written',
    why: 'A repeated call with the same X-Request-Id gets the same answer.',
    drop: [{ table: 'once_request', column: 'created_at' }],
  },
  {
    what: 'Numbers of signed calls',
    kept: { minutes: (3 * TIMESTAMP_TOLERANCE_MS) / MINUTE_MS },
    since: 'written',
    why: 'A signed call is accepted once; later its time is too old.',
    drop: [{ table: 'open_api_request', column: 'at' }],
  },
  {
    what: 'API keys and their secrets',
    kept: { days: 90 },
    since: 'end',
    why: 'Longer than their calls are in the request log.',
    drop: dropOldKeys,
  },
  {
    what: 'Credentials of the open API',
    kept: { days: 90 },
    since: 'end',
    why: 'Longer than their calls are in the request log.',
    drop: [tenant('open_api_credential', 'revoked_at')],
  },
  {
    what: 'Sessions of users',
    kept: { days: 30 },
    since: 'end',
    why: 'A browser with an old session gets the reason why it has ended.',
    drop: [{ table: 'user_session', column: 'expires_at' }],
  },
  {
    what: 'Sign-ins that were begun',
    kept: { days: 0 },
    since: 'end',
    why: ENDED,
    drop: (['oauth_flow', 'oauth_ticket', 'device_sign_in', 'sign_in_step'] as const).map((table) => {
      return { table, column: 'expires_at' }
    }),
  },
  {
    what: 'Links in e-mails',
    kept: { days: 7 },
    since: 'end',
    why: 'The page says that the link has expired, not that it is unknown.',
    drop: [{ table: 'user_token', column: 'expires_at' }],
  },
  {
    what: 'Devices of users',
    kept: { days: 400 },
    since: 'written',
    why: 'A sign-in from a device that was not used for a year is reported as new.',
    drop: [{ table: 'known_device', column: 'last_used_at' }],
  },
  {
    what: 'Counters of failed attempts',
    kept: { days: 2 },
    since: 'written',
    why: 'No limit counts longer.',
    drop: [{ table: 'attempt_counter', column: 'window_started_at' }],
  },
  {
    what: 'Notifications',
    kept: { days: 90 },
    since: 'written',
    why: 'The audit log has what happened for longer.',
    drop: [{ table: 'notice', column: 'created_at' }],
  },
  {
    what: 'E-mails: recipient, kind and outcome',
    kept: { days: 30 },
    since: 'written',
    why: 'Staff see what was sent. The text is deleted once it is sent.',
    byMonth: true,
    drop: [month('mail_message')],
  },
  {
    what: 'Events of Stripe that were worked on',
    kept: { days: 90 },
    since: 'written',
    why: 'A repeated event is recognized.',
    drop: [{ table: 'stripe_event', column: 'received_at', only: sql`state <> 'WAITING'` }],
  },
  {
    what: 'Figures of the processes, by minute',
    kept: { days: 30 },
    since: 'written',
    why: 'The health of the system is shown for up to 30 days.',
    drop: [{ table: 'process_minute', column: 'minute' }],
  },
  {
    what: 'Uses of virtual phones, by day',
    kept: { days: 3 },
    since: 'written',
    why: 'The limit is by day.',
    drop: [tenant('virtual_phone_day', 'day')],
  },
  {
    what: 'Audit log',
    kept: { months: AUDIT_MONTHS },
    since: 'written',
    byMonth: true,
    why: 'A year of evidence. The rest of the chain can still be verified.',
    drop: dropOldAudit,
  },
]

/** The last moment of what is deleted at `at`. */
export function endOf({ kept, byMonth }: Pick<Retained, 'kept' | 'byMonth'>, at: Date): Date {
  const before = new Date(at)
  if ('months' in kept) before.setUTCMonth(before.getUTCMonth() - kept.months)
  else before.setTime(at.getTime() - ('days' in kept ? kept.days * DAY_MS : kept.minutes * MINUTE_MS))
  return byMonth ? startOfMonth(before) : before
}

/** How long it stays, for the guide. */
export function keptText({ kept, since, byMonth }: Pick<Retained, 'kept' | 'since' | 'byMonth'>): string {
  const [[unit, count] = ['days', 0]] = Object.entries(kept)
  if (count === 0) return 'until their end'
  if (byMonth) return `${count} to ${count + (unit === 'months' ? 1 : LONGEST_MONTH_DAYS)} ${unit}`
  const isDays = unit === 'minutes' && count % (24 * 60) === 0
  const [shown, word] = isDays ? [count / (24 * 60), 'days'] : [count, unit]
  return `${shown} ${shown === 1 ? word.replace(/s$/, '') : word}${since === 'end' ? ' after their end' : ''}`
}

const LONGEST_MONTH_DAYS = 31

/** The table of the guide. */
export function retentionTable(): string {
  const rows = RETENTION.map((one) => `| ${one.what} | ${keptText(one)} | ${one.why} |`)
  return ['', '| what | kept | why |', '|---|---|---|', ...rows, ''].join('\n')
}
