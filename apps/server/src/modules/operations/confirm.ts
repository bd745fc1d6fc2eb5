import type { OperationKind } from '@simwright/contract/operation'
import type { TenantDb } from '../../db/database.ts'
import type { Server } from '../../server.ts'
import { type CodeChoice, putBackConfirmations, setConfirmations } from '../generate/service.ts'
import { recordChanges } from '../profiles/service.ts'
import { unfitReason } from './fit.ts'
import { RANDOM_DIGITS } from './given.ts'
import type { LeasedOperation, OperationPlace, RowResult, WaitingRow } from './queries.ts'
import { codeOf, lockTargets, type Target } from './target.ts'

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
  const locked = new Map(
    (await lockTargets(db, enterpriseId, { ids, kind: 'CONFIRMATION' })).map((target) => [target.id, target]),
  )
  const reasons = new Map<number, string>()
  const fit: (WaitingRow & { target: Target })[] = []
  for (const row of rows) {
    const target = locked.get(row.profile_id!)!
    // campaigns and rotations are told apart where the codes are set
    const reason = unfitReason(KIND, {
      ...target,
      isBound: false,
      inCampaign: codeOf(target).inCampaign,
      isRotating: false,
    })
    if (reason === undefined) fit.push({ ...row, target })
    else reasons.set(row.line, reason)
  }
  const left = await setCodes(server, db, { place, operation, rows: fit })
  for (const [line, reason] of left) reasons.set(line, reason)
  const changed = fit.filter(({ line }) => !left.has(line))
  await recordChanges(db, enterpriseId, {
    changes: changed.map(({ target }) => ({ profile: target, to: {} })),
    type: 'EDITED',
    detail: detailOf(operation),
    at: server.clock.now(),
    actor: { kind: 'user', userId: operation.created_by },
    newId: server.random.uuid,
  })
  return rows.map(({ line }) => {
    const reason = reasons.get(line) ?? null
    // what it was before stands sealed in the row
    return { line, before: reason === null && !operation.undoes ? { line } : null, reason }
  })
}

async function setCodes(
  server: Pick<Server, 'vault' | 'random'>,
  db: TenantDb,
  { place, operation, rows }: Omit<Confirming, 'rows'> & { rows: readonly (WaitingRow & { target: Target })[] },
): Promise<Map<number, string>> {
  const common = { enterpriseId: place.enterpriseId, operationId: place.id }
  const profiles = rows.map(({ line, goal, target }) => {
    return { line, profileId: target.id, activationCodeId: codeOf(target).id, from: Number(goal?.line) }
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

function detailOf({ given, undoes }: LeasedOperation): string {
  if (undoes) return 'Put back as it was before.'
  return given.mode === 'none' ? 'Its confirmation code is asked for no more.' : 'It has a new confirmation code.'
}
