import { TIMESTAMP_TOLERANCE_MS } from '@simwright/contract/programs/signed-call'
import { type RawBuilder, sql } from 'kysely'
import { deleteExpired } from '../db/retention.ts'
import type { GlobalTables } from '../db/tables.gen.ts'
import { ONCE_LIFE_MS } from '../http/once.ts'
import { deleteDueAccounts } from '../modules/people/accounts/service.ts'
import { releaseIdleIccids } from '../modules/people/clients/service.ts'
import { deleteDueEnterprises } from '../modules/people/enterprises/service.ts'
import { dropOldAudit } from '../modules/platform/audit/service.ts'
import { notifyOfTrials } from '../modules/platform/plans/service.ts'
import type { JobsServer as Server } from '../port/module.ts'

const EACH_MS = 10 * 60_000
const DAY_MS = 24 * 60 * 60_000

type Rule = { table: keyof GlobalTables; column: string; afterMs: number; only?: RawBuilder<unknown> }

/** Which expired rows are deleted, and when; nothing reads them any more. */
const RULES: readonly Rule[] = [
  { table: 'once_request', column: 'created_at', afterMs: ONCE_LIFE_MS },
  { table: 'open_api_request', column: 'at', afterMs: 3 * TIMESTAMP_TOLERANCE_MS },
  { table: 'user_token', column: 'expires_at', afterMs: 7 * DAY_MS },
  { table: 'oauth_flow', column: 'expires_at', afterMs: 0 },
  { table: 'oauth_ticket', column: 'expires_at', afterMs: 0 },
  { table: 'device_sign_in', column: 'expires_at', afterMs: 0 },
  { table: 'sign_in_step', column: 'expires_at', afterMs: 0 },
  { table: 'attempt_counter', column: 'window_started_at', afterMs: 2 * DAY_MS },
  { table: 'known_device', column: 'last_used_at', afterMs: 400 * DAY_MS },
  { table: 'user_session', column: 'expires_at', afterMs: 30 * DAY_MS },
  { table: 'rsp_session', column: 'created_at', afterMs: 90 * DAY_MS },
  { table: 'rsp_session', column: 'created_at', afterMs: DAY_MS, only: sql`enterprise_id is null` },
  { table: 'smds_session', column: 'expires_at', afterMs: 0 },
  { table: 'smds_event', column: 'created_at', afterMs: 90 * DAY_MS },
  { table: 'notice', column: 'created_at', afterMs: 90 * DAY_MS },
  { table: 'process_minute', column: 'minute', afterMs: 30 * DAY_MS },
  { table: 'tac_import', column: 'created_at', afterMs: DAY_MS },
  { table: 'bip_message', column: 'at', afterMs: 90 * DAY_MS },
  { table: 'stripe_event', column: 'received_at', afterMs: 90 * DAY_MS, only: sql`state <> 'WAITING'` },
  { table: 'mail_message', column: 'created_at', afterMs: 30 * DAY_MS },
]

const DELETE_LIMIT = 5000

type Needs = Pick<Server, 'db' | 'clock' | 'log' | 'keys' | 'random' | 'config' | 'platforms' | 'mail'>

/**
 * Deletes expired rows, accounts and enterprises, notifies of ending trials, and releases the ICCIDs of idle enterprise
 * accounts: now and every ten minutes. Safe in concurrent processes.
 */
export function startHousekeeping(server: Needs): { stop(): Promise<void> } {
  let running = Promise.resolve()
  const runOnce = () => {
    running = tidyUp(server)
      .then(() => deleteDueAccounts(server))
      .then(() => deleteDueEnterprises(server))
      .then(() => dropOldAudit(server))
      .then(() => notifyOfTrials(server))
      .then(() => releaseIdleIccids(server))
      .then(
        () => undefined,
        (err: unknown) => server.log.warn({ err }, 'housekeeping failed'),
      )
  }
  runOnce()
  const timer = setInterval(runOnce, EACH_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}

/** Deletes expired rows. @returns the number of rows */
export async function tidyUp({ db, clock }: Pick<Server, 'db' | 'clock'>): Promise<number> {
  let deleted = 0
  for (const { table, column, afterMs, only = sql`true` } of RULES) {
    const before = new Date(clock.now().getTime() - afterMs)
    deleted += await deleteExpired(db.global, { table, column, before, limit: DELETE_LIMIT, only })
  }
  return deleted
}
