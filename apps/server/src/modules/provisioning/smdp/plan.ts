import { RspRefusal } from '@simwright/rsp'
import type { TenantDb } from '../../../db/database.ts'
import { chargeDownload, whyNoDownload } from '../../platform/plans/service.ts'
import type { CodeRecord } from './hold.ts'
import type { Smdp } from './smdp.ts'

type Wanting = { enterpriseId: string; code: CodeRecord; at: Date }

/** What the plan has to allow: an order's first package, one under a code that was used before, or the same once more. */
const downloadOf = ({ enterpriseId, code, at }: Wanting) => {
  const again = code.orders > 1 ? 'redownload' : 'first'
  const is = code.order_state === 'Downloaded' ? 'retry' : again
  return { enterpriseId, activationCodeId: code.activation_code_id, is, at } as const
}

/** Whether the plan lets the order be downloaded; takes nothing. @throws RspRefusal profile_not_released */
export async function checkPlan(smdp: Smdp, db: TenantDb, wanting: Wanting): Promise<void> {
  const refused = await whyNoDownload(smdp, db, downloadOf(wanting))
  if (refused !== undefined) throw new RspRefusal('profile_not_released', { detail: refused })
}

/**
 * Takes from the plan what the package costs that goes out now. Last of all checks: its row is shared by all downloads of
 * the enterprise account. @throws RspRefusal profile_not_released
 */
export async function chargePlan(smdp: Smdp, db: TenantDb, wanting: Wanting): Promise<string | null> {
  const charged = await chargeDownload(smdp, db, downloadOf(wanting))
  if ('refused' in charged) throw new RspRefusal('profile_not_released', { detail: charged.refused })
  return charged.chargedTo
}
