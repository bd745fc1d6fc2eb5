import {
  HTTP_CALL,
  LOOP_FAILED,
  LOOP_RUN,
  PROGRAM_CALL,
  PROGRAM_CALL_NOT_LOGGED,
  ROW_SECURITY_REFUSED,
  VOUCHER_REDEMPTION,
  WEBHOOK_ATTEMPT,
} from '../runtime/metrics.ts'

/** A family of counters or timers as Prometheus shows it. Timers are histograms in seconds. */
export type Family = { name: string; help: string }

/** The exported families, by the name under which the code counts. A family that is not here is not exported. */
export const FAMILIES: Readonly<Record<string, Family>> = {
  [HTTP_CALL]: {
    name: 'simwright_http_request_duration_seconds',
    help: 'Calls of the portal, by method, route template and status.',
  },
  'es9 call': {
    name: 'simwright_es9_call_duration_seconds',
    help: 'Answered ES9+ calls of devices, refused or not, by function.',
  },
  'es9 refused': {
    name: 'simwright_es9_refusals_total',
    help: 'Refused ES9+ calls, by GSMA subject and reason code.',
  },
  'es9 failed': {
    name: 'simwright_es9_failures_total',
    help: 'ES9+ calls that failed because of an error of the server.',
  },
  'package bound': {
    name: 'simwright_bound_package_duration_seconds',
    help: 'Time to build and encrypt a bound profile package.',
  },
  [ROW_SECURITY_REFUSED]: {
    name: 'simwright_row_security_refusals_total',
    help: 'Calls of the portal that failed because PostgreSQL refused a row of another enterprise account: a bug.',
  },
  [PROGRAM_CALL]: {
    name: 'simwright_program_calls_total',
    help: 'Calls by API keys (kind KEY) and by credentials of the open API (kind CREDENTIAL), by outcome.',
  },
  [PROGRAM_CALL_NOT_LOGGED]: {
    name: 'simwright_program_calls_not_logged_total',
    help: 'Calls of programs that are not in the request log, because too many waited to be written.',
  },
  [WEBHOOK_ATTEMPT]: {
    name: 'simwright_webhook_attempt_duration_seconds',
    help: 'Attempts to deliver a webhook, by outcome: delivered, refused (an answer that is no 2xx) or no_answer.',
  },
  [VOUCHER_REDEMPTION]: {
    name: 'simwright_voucher_redemptions_total',
    help: 'Attempts to redeem a voucher, by outcome: redeemed, wrong (no voucher has the code), limited and others.',
  },
  'job failed': { name: 'simwright_job_failures_total', help: 'Background tasks that failed.' },
  [LOOP_RUN]: {
    name: 'simwright_loop_duration_seconds',
    help: 'Runs of background loops, failed ones too, by loop.',
  },
  [LOOP_FAILED]: { name: 'simwright_sweep_failures_total', help: 'Runs of background loops that failed, by loop.' },
}
