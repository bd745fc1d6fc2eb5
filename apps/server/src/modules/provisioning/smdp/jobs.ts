import { deleteExpired } from '../../../db/retention.ts'
import { type Cause, dropOldDownloads as dropPackages, isAllowed } from '../../profiles/lifecycle/service.ts'
import { holdCode, type Place } from './hold.ts'
import type { Server } from './port.ts'
import { record } from './record.ts'

type Needs = Pick<Server, 'db' | 'clock' | 'random'>

/** Codes in a sweep; what is left comes in the next. */
const AT_ONCE = 200

/**
 * Ends the activation codes whose lifetime is over. A package that was handed out before may still be installed: its
 * order waits for the result. Any number of processes may do it at once: a code ends once.
 */
export async function expireCodes(server: Needs): Promise<void> {
  const at = server.clock.now()
  for (const place of await selectDueCodes(server, at)) await expireCode(server, place, at)
}

async function selectDueCodes({ db }: Needs, at: Date): Promise<Place[]> {
  return await db.systemTx((system) =>
    system
      .selectFrom('activation_code')
      .select(['enterprise_id as enterpriseId', 'id'])
      .where('state', '=', 'LIVE')
      .where('expires_at', '<=', at)
      .orderBy('expires_at')
      .limit(AT_ONCE)
      .execute(),
  )
}

async function expireCode(server: Needs, { enterpriseId, id }: Place, at: Date): Promise<void> {
  await server.db.tenantTx(enterpriseId, async (db) => {
    const code = await holdCode(db, { enterpriseId, code: { activationCodeId: id } })
    if (code?.code_state !== 'LIVE') return
    const kind = isAllowed('expired', code) ? 'expired' : 'codeExpired'
    const cause: Cause = { enterpriseId, at, actor: { kind: 'system' }, newId: () => server.random.uuid() }
    await record(db, { cause, code, transition: { kind } })
  })
}

const DAY_MS = 24 * 60 * 60_000

/** How long what is kept of downloads is of use: a package to its device, a raw message as evidence. */
export const KEPT_PACKAGE_MS = 30 * DAY_MS
export const KEPT_MESSAGE_MS = 365 * DAY_MS

const ROWS_AT_ONCE = 5_000

/** Deletes the bound packages that nobody has come back for, and what devices said, or were refused for, a year ago. */
export async function dropOldDownloads({ db, clock }: Pick<Needs, 'db' | 'clock'>): Promise<void> {
  const now = clock.now().getTime()
  const [packages, messages] = [new Date(now - KEPT_PACKAGE_MS), new Date(now - KEPT_MESSAGE_MS)]
  await db.systemTx(async (system) => {
    await dropPackages(system, { packagesBefore: packages, attemptsBefore: messages, limit: ROWS_AT_ONCE })
    for (const table of ['device_message', 'block_hit', 'pool_refusal'] as const)
      await deleteExpired(system, { table, column: 'at', before: messages, limit: ROWS_AT_ONCE })
  })
}
