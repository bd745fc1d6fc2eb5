import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, ProfileId } from '../../../db/row-id.ts'
import type { Vault } from '../../../port/vault.ts'
import { openPackage } from '../../platform/vault/service.ts'
import type { ReadyConfiguration } from './package.ts'

type ProfileRef = { enterpriseId: EnterpriseId; profileId: ProfileId }

/** The supplied package of a profile, opened; undefined if its configuration builds the packages. */
export async function readSuppliedPackage(
  { vault }: { vault: Vault },
  db: TenantDb,
  { packages, ...ref }: Pick<ReadyConfiguration, 'packages'> & ProfileRef,
): Promise<Uint8Array | undefined> {
  if (packages.kind === 'built') return undefined
  const row = await db
    .selectFrom('supplied_package')
    .select('sealed')
    .where('enterprise_id', '=', ref.enterpriseId)
    .where('profile_id', '=', ref.profileId)
    .executeTakeFirst()
  return row && openPackage(vault, ref, row.sealed)
}
