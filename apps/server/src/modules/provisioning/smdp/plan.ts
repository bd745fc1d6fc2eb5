import { RspRefusal } from '@simwright/rsp'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { chargeDownload, refusalOfDownload } from '../../platform/plans/service.ts'
import type { CodeRecord } from './code-record.ts'
import type { Smdp } from './smdp.ts'

type Wanting = { enterpriseId: EnterpriseId; code: CodeRecord; at: Date }

/** The kind of download for the plan: the code's first, a re-download, or a retry of a delivered order. */
const downloadOf = ({ enterpriseId, code, at }: Wanting) => {
  const again = code.orders > 1 ? 'redownload' : 'first'
  const is = code.order_state === 'Downloaded' ? 'retry' : again
  return { enterpriseId, activationCodeId: code.activation_code_id, is, at } as const
}

/** Checks that the plan allows the download, without charging it. @throws RspRefusal profile_not_released */
export async function checkPlan(smdp: Smdp, db: TenantDb, wanting: Wanting): Promise<void> {
  const refused = await refusalOfDownload(smdp, db, downloadOf(wanting))
  if (refused !== undefined) throw new RspRefusal('profile_not_released', { detail: refused })
}

/**
 * Charges the plan for a download. Run it after all other checks: near the limit of the plan, downloads of the
 * enterprise account wait for each other here. @returns the id of the charged plan order; null when nothing is charged
 * @throws RspRefusal profile_not_released
 */
export async function chargePlan(smdp: Smdp, db: TenantDb, wanting: Wanting): Promise<string | null> {
  const charged = await chargeDownload(smdp, db, downloadOf(wanting))
  if ('refused' in charged) throw new RspRefusal('profile_not_released', { detail: charged.refused })
  return charged.chargedTo
}
