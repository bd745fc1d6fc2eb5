import type { RawBuilder } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { condition } from '../../../db/expression.ts'
import type { ProfileId } from '../../../db/row-id.ts'
import type { CodeFitness } from './code-fit.ts'

export type CodeMark = CodeFitness & { id: ProfileId; iccid: string; code_id: string | null }

/** Selected profiles and which code each has, ordered by id, after `afterId`. */
export async function selectMarks(
  db: TenantDb,
  where: RawBuilder<boolean>,
  { afterId, limit }: { afterId: ProfileId | undefined; limit: number },
): Promise<CodeMark[]> {
  const rows = await db
    .selectFrom('profile as p')
    .select(['p.id', 'p.iccid', 'p.status', 'p.order_state', 'p.activation_code_id as code_id'])
    .select(condition`p.campaign_id is not null`.as('pooled'))
    .where('p.enterprise_id', '=', db.enterpriseId)
    .where(where)
    .$if(afterId !== undefined, (query) => query.where('p.id', '>', afterId!))
    .orderBy('p.id')
    .limit(limit)
    .execute()
  return rows as CodeMark[]
}
