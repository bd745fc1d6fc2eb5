import type { OutputOf, ParsedInputOf } from '@simwright/contract'
import type { CertificateIssuer } from '@simwright/contract/profiles/configuration'
import type * as delivery from '@simwright/contract/provisioning/delivery'
import type { Db, TenantDb } from '../../../db/database.ts'
import { booleanOf } from '../../../db/expression.ts'
import type { Who } from '../../../http/call.ts'
import type { DeliveryServer as Server } from '../../../port/module.ts'
import { activationCode, codeHost } from '../../profiles/fleet/service.ts'

const nothing = { profile: null, campaign: null }

/**
 * Finds the profile or campaign of a code. The answer for another enterprise's code is the same as for an unknown code.
 */
export async function inspectCode(
  server: Server,
  who: Who,
  input: ParsedInputOf<typeof delivery.inspect>,
): Promise<OutputOf<typeof delivery.inspect>> {
  const entry = await selectEntry(server.db.global, input)
  if (entry?.enterprise_id !== who.enterpriseId) return nothing
  const found = await server.db.tenantRead(who.enterpriseId, (db) => selectInspected(db, entry.activation_code_id))
  if (!found) return nothing
  const code = activationCode(codeHost(server, who, found), found.matching_id, found.confirmation_needed)
  if (found.campaign_id !== null) {
    return { profile: null, campaign: { id: found.campaign_id, name: found.campaign_name ?? '', activationCode: code } }
  }
  if (found.profile_id === null) return nothing
  const isOld = found.current_code_id !== found.id
  return {
    profile: {
      id: found.profile_id,
      iccid: found.iccid ?? '',
      status: found.status as never,
      spn: found.spn ?? '',
      configurationName: found.configuration_name ?? '',
      activationCode: code,
      code:
        isOld || found.state === 'DEAD'
          ? 'OLD'
          : found.state === 'LIVE' && !isExpired(server, found)
            ? 'LIVE'
            : 'EXPIRED',
      expiresAt: found.expires_at?.toISOString() ?? null,
    },
    campaign: null,
  }
}

const isExpired = ({ clock }: Pick<Server, 'clock'>, { expires_at: at }: { expires_at: Date | null }) =>
  at !== null && at <= clock.now()

type CodeName = { matchingId: string } | { slug: string }

/** The enterprise and id of the code with this matching ID or slug, in any enterprise. */
async function selectEntry(db: Db['global'], asked: CodeName) {
  const entries = db.selectFrom('activation_code_directory').select(['enterprise_id', 'activation_code_id'])
  return await ('slug' in asked
    ? entries.where('slug', '=', asked.slug)
    : entries.where('matching_id', '=', asked.matchingId)
  ).executeTakeFirst()
}

async function selectInspected(db: TenantDb, id: string) {
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
