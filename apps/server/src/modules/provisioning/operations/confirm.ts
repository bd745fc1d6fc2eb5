import type { EventText } from '@simwright/contract/profiles/event-text'
import type { OperationKind } from '@simwright/contract/provisioning/operation'
import type { TenantDb } from '../../../db/database.ts'
import type { Server } from '../../../server.ts'
import { type LockedProfile, move } from '../../profiles/lifecycle/service.ts'
import { type CodeChoice, putBackConfirmations, type Replacement, setConfirmations } from '../generate/service.ts'
import { unfitReason } from './fit.ts'
import { RANDOM_DIGITS } from './given.ts'
import {
  type LeasedOperation,
  type OperationPlace,
  type RowResult,
  updateSealedCodes,
  type WaitingRow,
} from './queries.ts'
import { campaignPlaceOf, lockTargets, withCode } from './target.ts'

const KIND = 'CONFIRMATION' satisfies OperationKind

type Confirming = { place: OperationPlace; operation: LeasedOperation; rows: readonly WaitingRow[] }

/** Gives the profiles of a part other confirmation codes, or puts back those before. */
export async function confirmRows(
  server: Pick<Server, 'vault' | 'random' | 'clock'>,
  db: TenantDb,
  { place, operation, rows }: Confirming,
): Promise<RowResult[]> {
  const { enterpriseId } = place
  const ids = rows.flatMap(({ profile_id }) => profile_id ?? [])
  const locked = await lockTargets(db, enterpriseId, { ids, kind: KIND })
  const reasons = new Map<number, string>()
  const fit: (WaitingRow & { target: LockedProfile })[] = []
  for (const row of rows) {
    const target = withCode(locked.get(row.profile_id!)!)
    // which codes rotate is known where the codes are set
    const reason = unfitReason(KIND, {
      status: target.status,
      orderState: target.order_state,
      isBound: false,
      inCampaign: campaignPlaceOf(target),
      isRotating: false,
    })
    if (reason === undefined) fit.push({ ...row, target })
    else reasons.set(row.line, reason)
  }
  const { replaced, left } = await setCodes(server, db, { place, operation, rows: fit })
  for (const [line, reason] of left) reasons.set(line, reason)
  const targets = new Map(fit.map(({ line, target }) => [line, target]))
  const text = textOf(operation)
  await move(
    db,
    {
      enterpriseId,
      at: server.clock.now(),
      actor: { kind: 'user', userId: operation.created_by },
      newId: server.random.uuid,
    },
    replaced.map(({ line, sealedConfirmation: sealed }) => {
      return { row: targets.get(line)!, transition: { kind: 'confirmationReplaced', sealed, text } }
    }),
  )
  await updateSealedCodes(db, place, replaced)
  return rows.map(({ line }) => {
    const reason = reasons.get(line) ?? null
    // what it was before stands sealed in the row
    return { line, before: reason === null && !operation.undoes ? { line } : null, reason }
  })
}

async function setCodes(
  server: Pick<Server, 'vault' | 'random'>,
  db: TenantDb,
  { place, operation, rows }: Omit<Confirming, 'rows'> & { rows: readonly (WaitingRow & { target: LockedProfile })[] },
): Promise<Replacement> {
  const common = { enterpriseId: place.enterpriseId, operationId: place.id }
  const profiles = rows.map(({ line, goal, target }) => {
    const { profile_id: profileId, activation_code_id: activationCodeId } = target
    return { line, profileId, activationCodeId, from: Number(goal?.line) }
  })
  const { undoes } = operation
  if (undoes) return await putBackConfirmations(server, db, { ...common, undoes, profiles })
  return await setConfirmations(server, db, { ...common, choice: choiceOf(operation), profiles })
}

function choiceOf({ given, sealed_code: sealed }: LeasedOperation): CodeChoice {
  const { mode, digits } = given
  if (mode === 'fixed') return { mode, sealed: sealed! }
  return mode === 'random' ? { mode, digits: Number(digits ?? RANDOM_DIGITS) } : { mode: 'none' }
}

function textOf({ given, undoes }: LeasedOperation): EventText {
  if (undoes) return { id: 'restored' }
  return { id: given.mode === 'none' ? 'confirmationRemoved' : 'confirmationSet' }
}
