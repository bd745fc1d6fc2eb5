import type { EnterpriseId, ProfileId } from '../../../db/row-id.ts'
import type { Vault } from '../../../port/vault.ts'
import type { SealContext } from '../../../seal/sealer.ts'
import { Secret } from '../../../secret/secret.ts'
import { openCard, sealCard } from './vault.ts'

type PackageRef = { enterpriseId: EnterpriseId; profileId: ProfileId }

/** Seals a supplied profile package, which holds the profile's keys, for its row in supplied_package. */
export function sealPackage(vault: Vault, profile: PackageRef, upp: Uint8Array): Buffer {
  return sealCard(vault, sealContext(profile), new Secret(Buffer.from(upp)))
}

export function openPackage(vault: Vault, profile: PackageRef, sealed: Uint8Array): Uint8Array {
  return openCard(vault, sealContext(profile), sealed).reveal()
}

const sealContext = ({ enterpriseId, profileId }: PackageRef): SealContext => ({
  enterpriseId,
  table: 'supplied_package',
  row: profileId,
  field: 'sealed',
})
