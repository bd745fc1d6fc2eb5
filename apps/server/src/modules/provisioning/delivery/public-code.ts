import { Problem } from '@simwright/contract'
import type { CertificateIssuer } from '@simwright/contract/profiles/configuration'
import type { PublicCode } from '@simwright/contract/provisioning/delivery'
import type { TenantDb } from '../../../db/database.ts'
import { booleanOf } from '../../../db/expression.ts'
import type { ActivationCodeId, EnterpriseId, ProfileId } from '../../../db/row-id.ts'
import type { DeliveryServer as Server } from '../../../port/module.ts'
import { platformOf, smdpAddressOf, type Visited } from '../../platform/brand/service.ts'
import { opensPublicPages, readEntitlement } from '../../platform/plans/service.ts'
import { activationCode } from '../../profiles/fleet/service.ts'

/** The code of a public page. @throws Problem `code_gone`, the same for an unknown slug as for a closed one */
export async function readPublicCode(server: Server, slug: string, visited: Visited): Promise<PublicCodeRecord> {
  const entry = await server.db.global
    .selectFrom('activation_code_directory')
    .select(['enterprise_id', 'activation_code_id'])
    .where('slug', '=', slug)
    .executeTakeFirst()
  const code =
    entry &&
    (await server.db.tenantRead(entry.enterprise_id, async (db) => {
      const query = { enterpriseId: entry.enterprise_id, at: server.clock.now() }
      if (!opensPublicPages(await readEntitlement(server, db, query))) return undefined
      return await selectPublicCode(db, entry.activation_code_id)
    }))
  const isClosed = !code || code.closed_at !== null || code.ac_format === 'STRING'
  if (isClosed || code.state !== 'LIVE' || code.status === 'REMOVED') throw new Problem('code_gone')
  if (visited.byHost && code.platform_id !== visited.platform.id) throw new Problem('code_gone')
  const now = server.clock.now()
  const isEarly = code.opens_at !== null && code.opens_at > now
  const platform = platformOf(server, code.platform_id)
  const host = smdpAddressOf(server, platform, code.issuer)
  const shown = {
    sys: platform.sys,
    activationCode: activationCode(host, code.matching_id, code.confirmation_needed),
    smdpAddress: host,
    matchingId: code.matching_id,
    confirmationCodeRequired: code.confirmation_needed,
    serviceProviderName: code.spn,
    state: isEarly ? ('soon' as const) : publicState(code.status, code.expires_at, now),
    expiresAt: code.expires_at?.toISOString() ?? null,
  }
  const ids = { enterpriseId: entry!.enterprise_id, activationCodeId: entry!.activation_code_id }
  const opens = isEarly ? { at: code.opens_at!, timeZone: code.opens_time_zone! } : undefined
  return { ...ids, profileId: code.profile_id, shown, opens }
}

type PublicCodeRecord = {
  enterpriseId: EnterpriseId
  activationCodeId: ActivationCodeId
  profileId: ProfileId
  shown: PublicCode
  /** When the page opens and on whose clock, if it shows no code before. */
  opens: { at: Date; timeZone: string } | undefined
}

function publicState(status: string, expiresAt: Date | null, now: Date): PublicCode['state'] {
  if (status === 'EXPIRED' || (status === 'AVAILABLE' && expiresAt && expiresAt <= now)) return 'expired'
  if (status === 'AVAILABLE') return 'ready'
  if (status === 'DOWNLOADED') return 'downloaded'
  if (status === 'INSTALLED' || status === 'DISABLED') return 'installed'
  return status === 'ENABLED' ? 'enabled' : 'used'
}

/** The fields that the public page of a code can show. */
async function selectPublicCode(db: TenantDb, activationCodeId: ActivationCodeId) {
  return await db
    .selectFrom('activation_code as a')
    .innerJoin('profile as p', (join) =>
      join.onRef('p.enterprise_id', '=', 'a.enterprise_id').onRef('p.id', '=', 'a.profile_id'),
    )
    .innerJoin('enterprise as e', 'e.enterprise_id', 'a.enterprise_id')
    .leftJoin('code_page as g', (join) =>
      join.onRef('g.enterprise_id', '=', 'a.enterprise_id').onRef('g.activation_code_id', '=', 'a.id'),
    )
    .leftJoin('planned_delivery as d', (join) =>
      join
        .onRef('d.enterprise_id', '=', 'a.enterprise_id')
        .onRef('d.profile_id', '=', 'a.profile_id')
        .on('d.state', '=', 'PLANNED')
        .on('d.opens_page', '=', true),
    )
    .select(['d.due_at as opens_at', 'd.time_zone as opens_time_zone'])
    .select([
      'g.closed_at',
      'a.state',
      'a.matching_id',
      'a.expires_at',
      'p.id as profile_id',
      'p.ac_format',
      'p.spn',
      'p.status',
      'p.matching_id as current_matching_id',
    ])
    .select('e.platform_id')
    .select(({ ref }) => ref('a.issuer').$castTo<CertificateIssuer | null>().as('issuer'))
    .select(booleanOf`a.sealed_confirmation is not null`.as('confirmation_needed'))
    .where('a.enterprise_id', '=', db.enterpriseId)
    .where('a.id', '=', activationCodeId)
    // while the profile is in the pool of a campaign, its own code is closed
    .where('a.kind', '<>', 'pooled')
    .executeTakeFirst()
}
