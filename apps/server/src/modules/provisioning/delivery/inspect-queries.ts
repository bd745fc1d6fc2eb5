import type { CertificateIssuer } from '@simwright/contract/profiles/configuration'
import type { Db, TenantDb } from '../../../db/database.ts'
import { booleanOf } from '../../../db/expression.ts'

type CodeName = { matchingId: string } | { slug: string }

/** The enterprise and id of the code with this matching ID or slug, in any enterprise. */
export async function selectEntry(db: Db['global'], asked: CodeName) {
  const entries = db.selectFrom('activation_code_directory').select(['enterprise_id', 'activation_code_id'])
  return await ('slug' in asked
    ? entries.where('slug', '=', asked.slug)
    : entries.where('matching_id', '=', asked.matchingId)
  ).executeTakeFirst()
}

export async function selectInspected(db: TenantDb, id: string) {
  return await db
    .selectFrom('activation_code as a')
    .leftJoin('profile as p', (join) =>
      join.onRef('p.enterprise_id', '=', 'a.enterprise_id').onRef('p.id', '=', 'a.profile_id'),
    )
    .leftJoin('profile_configuration as c', (join) =>
      join.onRef('c.enterprise_id', '=', 'p.enterprise_id').onRef('c.id', '=', 'p.configuration_id'),
    )
    .leftJoin('campaign as g', (join) =>
      join
        .onRef('g.enterprise_id', '=', 'a.enterprise_id')
        .onRef('g.id', '=', 'a.pool_id')
        .on('a.kind', '=', 'campaign'),
    )
    .select(['a.id', 'a.matching_id', 'a.state', 'a.expires_at', 'p.id as profile_id', 'p.iccid', 'p.status', 'p.spn'])
    .select(['p.activation_code_id as current_code_id', 'c.name as configuration_name'])
    .select(['g.id as campaign_id', 'g.name as campaign_name'])
    .select(({ ref }) => ref('a.issuer').$castTo<CertificateIssuer | null>().as('issuer'))
    .select(booleanOf`a.sealed_confirmation is not null`.as('confirmation_needed'))
    .where('a.enterprise_id', '=', db.enterpriseId)
    .where('a.id', '=', id)
    .executeTakeFirst()
}
