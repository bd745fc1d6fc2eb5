import { Problem } from '@simwright/contract'
import type { ProviderBrand } from '@simwright/contract/platform/provider'
import type { EnterpriseId, PlatformId } from '../../../db/row-id.ts'
import type { OauthServer as Server } from '../../../port/module.ts'
import type { Secret } from '../../../secret/secret.ts'
import { findProvider, findProviderById, type Provider } from '../../platform/providers/service.ts'

/** An identity provider: of a platform, or an enterprise account's own for single sign-on. */
export type IdentityProvider = {
  id: string
  /** The provider's id in the path of its redirect URI. */
  pathId: string
  name: string
  preset: ProviderBrand
  issuer: string
  clientId: string
  clientSecret: Secret<string>
  /** The enterprise account that owns the provider; null for a platform's. */
  enterpriseId: EnterpriseId | null
}

/** @throws Problem oauth_unknown */
export async function platformProvider(
  server: Server,
  platformId: PlatformId,
  slug: string,
): Promise<IdentityProvider> {
  const found = await findProvider(server, platformId, slug)
  if (!found) throw new Problem('oauth_unknown')
  return identityProviderOf(found)
}

/** @throws Problem oauth_unknown when it was switched off or deleted */
export async function providerById(server: Server, id: string): Promise<IdentityProvider> {
  const found = await findProviderById(server, id)
  if (!found) throw new Problem('oauth_unknown')
  return identityProviderOf(found)
}

const identityProviderOf = ({ slug, ...provider }: Provider): IdentityProvider => ({
  ...provider,
  pathId: slug,
  enterpriseId: null,
})
