import { RspRefusal } from '@simwright/rsp'
import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, PoolId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import type { Write } from '../../../db/write-together.ts'
import type { Trial } from '../../../port/smdp.ts'
import type { LockedProfile } from '../../profiles/lifecycle/service.ts'
import { type CodeLockRequest, type CodeRecord, lockCodeRecord } from './code-record.ts'
import type { Smdp } from './smdp.ts'

/** The columns that transitions of a download change. */
const COLUMNS = [
  'status',
  'order_state',
  'eid',
  'downloads',
  'code_state',
  'orders',
  'order_id',
  'order_eid',
  'attempts',
  'confirmation_failures',
  'last_sequence',
] as const satisfies readonly (keyof LockedProfile)[]

type TrialState = Pick<LockedProfile, (typeof COLUMNS)[number]>

const stateOf = (code: LockedProfile): TrialState =>
  Object.fromEntries(COLUMNS.map((column) => [column, code[column]])) as TrialState

/** Begins a try of a profile, which is locked. */
export async function insertTrial(
  db: TenantDb,
  { id, profileId }: Omit<Trial, 'isBlocked'>,
  code: LockedProfile,
): Promise<void> {
  const state = JSON.stringify(stateOf(code))
  await db
    .insertInto('rsp_trial')
    .values({ enterprise_id: db.enterpriseId, id, profile_id: profileId, order_id: code.order_id, state })
    .execute()
}

const deleteTrialStatement = statement(
  'delete trial of order',
  ({ enterpriseId, id }: Pick<Trial, 'enterpriseId' | 'id'>) => sql`
    delete from rsp_trial where enterprise_id = ${enterpriseId} and id = ${id} returning order_id, state`,
)

/** Ends a try. @returns the last state of the profile in it */
export async function deleteTrial(
  db: TenantDb,
  { id }: Pick<Trial, 'enterpriseId' | 'id'>,
): Promise<TrialState | undefined> {
  return (await deleteTrialStatement(db, { enterpriseId: db.enterpriseId, id }))[0]?.state as TrialState | undefined
}

/** Whether a profile can be tried: it is available under a code of its own that can be downloaded, and no device has begun. */
export const isTriable = ({ status, order_state: order, code_kind: kind, code_state: code }: LockedProfile): boolean =>
  status === 'AVAILABLE' && order === 'Released' && kind === 'single' && code === 'LIVE'

/** Whether a try is of the current order of its profile, which is locked: it is not when the code was generated again. */
export async function isTrialOf(
  db: TenantDb,
  { id }: Pick<Trial, 'enterpriseId' | 'id'>,
  { order_id: orderId }: LockedProfile,
): Promise<boolean> {
  const trial = db
    .selectFrom('rsp_trial')
    .select('id')
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
  return (await trial.where('order_id', '=', orderId).execute()).length === 1
}

const lockTrialStatement = statement(
  'lock trial',
  ({ enterpriseId, id }: Pick<Trial, 'enterpriseId' | 'id'>) => sql`
    select order_id, state from rsp_trial where enterprise_id = ${enterpriseId} and id = ${id} for update`,
)

/**
 * Locks a code as the SM-DP+ function sees it: in a try with the state of the try.
 * @returns undefined also for a try that has ended, or whose profile has changed since
 */
export async function lockCodeFor(
  { trial }: Pick<Smdp, 'trial'>,
  db: TenantDb,
  request: CodeLockRequest,
): Promise<CodeRecord | undefined> {
  const code = await lockCodeRecord(db, request)
  if (!trial || !code) return code
  const { enterpriseId, id } = trial
  const [found] = await lockTrialStatement(db, { enterpriseId, id })
  if (!found || found.order_id !== code.order_id || !isTriable(code)) return undefined
  const blocked = trial.isBlocked ? ({ block_kind: 'EID' } as const) : {}
  return { ...code, ...(found.state as TrialState), ...blocked, trial }
}

/** Stores the state of the profile in the try. */
export const trialWrite = ({ enterpriseId, id }: Trial, after: LockedProfile): Write => sql`
  update rsp_trial set state = ${JSON.stringify(stateOf(after))}::jsonb
  where enterprise_id = ${enterpriseId} and id = ${id}`

const countTrialConfirmationStatement = statement(
  'count confirmation code of trial',
  ({ enterpriseId, id }: Pick<Trial, 'enterpriseId' | 'id'>) => sql`
    update rsp_trial set state = jsonb_set(state, '{confirmation_failures}',
      to_jsonb((state ->> 'confirmation_failures')::int + 1))
    where enterprise_id = ${enterpriseId} and id = ${id} and state ->> 'order_state' in ('Released', 'Downloaded')
    returning (state ->> 'confirmation_failures')::int as failures`,
  { present: ['failures'] },
)

/** Counts a confirmation code attempt before the comparison, as `countConfirmation` does. */
export async function countTrialConfirmation(db: TenantDb, { id }: Trial): Promise<number | undefined> {
  return (await countTrialConfirmationStatement(db, { enterpriseId: db.enterpriseId, id }))[0]?.failures
}

/**
 * A phone in a try downloads with a code of its enterprise account, and never from a pool, whose profiles would be reserved.
 * @throws RspRefusal matching_id_refused
 */
export function requireOwnCode(
  trial: Trial,
  code: { enterpriseId: EnterpriseId; poolId?: PoolId | undefined } | undefined,
): void {
  if (code?.enterpriseId !== trial.enterpriseId)
    throw new RspRefusal('matching_id_refused', { detail: 'the code is not of the enterprise account of the try' })
  if (code.poolId !== undefined)
    throw new RspRefusal('matching_id_refused', { detail: 'the code has many profiles, which cannot be tried' })
}
