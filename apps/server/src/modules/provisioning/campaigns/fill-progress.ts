import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'

/**
 * A call that fills a campaign, identified by its fingerprint. Checkpoints older than `since` belong to an earlier
 * call.
 */
export type FillCall = { enterpriseId: EnterpriseId; campaignId: string; call: Buffer; since: Date }

/** Number of profiles added, and the profile ID after which the search continues. */
export type FillProgress = { added: number; afterId: string | undefined }

export async function selectProgress(
  db: TenantDb,
  { enterpriseId, call, since }: FillCall,
): Promise<FillProgress | undefined> {
  return await db
    .selectFrom('campaign_fill')
    .select(['added', 'after_id as afterId'])
    .where('enterprise_id', '=', enterpriseId)
    .where('call', '=', call)
    .where('updated_at', '>=', since)
    .executeTakeFirst()
}

export async function upsertProgress(
  db: TenantDb,
  { enterpriseId, campaignId, call }: FillCall,
  { added, afterId, at }: { added: number; afterId: string; at: Date },
): Promise<void> {
  const values = { added, after_id: afterId, updated_at: at }
  await db
    .insertInto('campaign_fill')
    .values({ enterprise_id: enterpriseId, campaign_id: campaignId, call, ...values })
    .onConflict((conflict) => conflict.columns(['enterprise_id', 'call']).doUpdateSet(values))
    .execute()
}

/** Deletes the campaign's checkpoints that are too old for a repeated call. */
export async function deleteLapsed(db: TenantDb, { enterpriseId, campaignId, since }: FillCall): Promise<void> {
  await db
    .deleteFrom('campaign_fill')
    .where('enterprise_id', '=', enterpriseId)
    .where('campaign_id', '=', campaignId)
    .where('updated_at', '<', since)
    .execute()
}
