import { fragment } from '../../../db/fragment.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { Write } from '../../../db/write-together.ts'

/** The write that refunds a download that failed. */
export const creditWrite = (enterpriseId: EnterpriseId, planOrderId: string): Write => fragment`
  update plan_order set used_downloads = greatest(0, used_downloads - 1)
  where enterprise_id = ${enterpriseId} and id = ${planOrderId}`

/** The write that counts an installation. */
export const installedWrite = (enterpriseId: EnterpriseId, planOrderId: string): Write => fragment`
  update plan_order set installations = installations + 1
  where enterprise_id = ${enterpriseId} and id = ${planOrderId}`
