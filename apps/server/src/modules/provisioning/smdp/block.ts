import { RspRefusal } from '@simwright/rsp'
import type { ProfileId } from '../../../db/row-id.ts'
import type { Write } from '../../../db/write-together.ts'
import type { Cause } from '../../profiles/lifecycle/service.ts'
import { type BlockColumns, hitWrites } from '../block/service.ts'
import type { Smdp } from './smdp.ts'

/**
 * The refusal of a blocked device, the same for all kinds of codes; undefined for a device that is not blocked. Check
 * it before an attempt is counted.
 */
export function blockRefusal({ block_kind: kind }: Partial<BlockColumns>): RspRefusal | undefined {
  if (!kind) return undefined
  const message = 'This device is blocked from downloading. Please ask the provider of your activation code.'
  if (kind === 'TAC') return new RspRefusal('profile_not_eligible', { message, detail: 'its TAC is blocked' })
  return new RspRefusal('eid_refused', { message, detail: `its ${kind} is blocked` })
}

/** @throws RspRefusal for a blocked device */
export function requireUnblocked(record: Partial<BlockColumns>): void {
  const refusal = blockRefusal(record)
  if (refusal) throw refusal
}

type Hit = { record: Partial<BlockColumns>; cause: Cause; tac: string | undefined; profileId: ProfileId | null }

/** Counts the refusal of a blocked device at its rule and stores it; no writes for a device that is not blocked. */
export function blockHitWrites(smdp: Pick<Smdp, 'random'>, { record, cause, tac, profileId }: Hit): Write[] {
  const { enterpriseId, at, deviceEid, address, device } = cause
  if (!record.block_id) return []
  return hitWrites(enterpriseId, {
    id: smdp.random.uuid(),
    blockId: record.block_id,
    at,
    eid: deviceEid!,
    tac: tac ?? null,
    device: [device?.brand, device?.model].filter(Boolean).join(' ') || null,
    address: address ?? null,
    profileId,
  })
}
