import type { TenantDb } from '../../../db/database.ts'

/** One call that fills a campaign; `since`: checkpoints from before are of another call. */
export type FillCall = { enterpriseId: string; campaignId: string; call: Buffer; since: Date }

/** How many profiles are in, and the id after which the search goes on. */
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

/** Of the campaign: those that no repeated call can need any more. */
export async function deleteLapsed(db: TenantDb, { enterpriseId, campaignId, since }: FillCall): Promise<void> {
  await db
    .deleteFrom('campaign_fill')
    .where('enterprise_id', '=', enterpriseId)
    .where('campaign_id', '=', campaignId)
    .where('updated_at', '<', since)
    .execute()
}
