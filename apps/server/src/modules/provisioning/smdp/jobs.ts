import { condition } from '../../../db/expression.ts'
import type { SmdpServer as Server } from '../../../port/module.ts'
import { type Cause, isAllowed } from '../../profiles/lifecycle/service.ts'
import { lockCodeRecord, type RowRef } from './code-record.ts'
import { forgetImeis } from './inspect-queries.ts'
import { record } from './record.ts'

type Needs = Pick<Server, 'db' | 'clock' | 'random'>

/** Codes per sweep; the next sweep continues. */
const CODES_PER_SWEEP = 200

/**
 * Expires the activation codes whose lifetime is over. An order whose package was delivered stays open for its
 * installation result. Safe to run in several processes at once: a code expires once.
 */
export async function expireCodes(server: Needs): Promise<void> {
  const at = server.clock.now()
  for (const ref of await selectDueCodes(server, at)) await expireCode(server, ref, at)
}

async function selectDueCodes({ db }: Needs, at: Date): Promise<RowRef[]> {
  return await db.systemTx((system) =>
    system
      .selectFrom('activation_code')
      .select(['enterprise_id as enterpriseId', 'id'])
      .where('state', '=', 'LIVE')
      .where('expires_at', '<=', at)
      .orderBy('expires_at')
      .limit(CODES_PER_SWEEP)
      .execute(),
  )
}

async function expireCode(server: Needs, { enterpriseId, id }: RowRef, at: Date): Promise<void> {
  await server.db.tenantTx(enterpriseId, async (db) => {
    const code = await lockCodeRecord(db, { enterpriseId, code: { activationCodeId: id } })
    if (code?.code_state !== 'LIVE') return
    const kind = isAllowed('expired', code) ? 'expired' : 'codeExpired'
    const cause: Cause = { enterpriseId, at, actor: { kind: 'system' }, newId: () => server.random.uuid() }
    await record(db, { cause, code, transition: { kind } })
  })
}

/** Whether {@link expireCodes} finds a code. */
export const codesDue = (at: Date) =>
  condition`(select min(expires_at) from activation_code where state = 'LIVE') <= ${at}`

/** Deletes the IMEIs of devices that were last seen before this time. @returns how many */
export async function dropOldImeis(server: Pick<Server, 'db'>, before: Date): Promise<number> {
  return await server.db.systemTx((db) => forgetImeis(db, before))
}
