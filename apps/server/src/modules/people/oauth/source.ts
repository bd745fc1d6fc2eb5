import { Problem } from '@simwright/contract'
import type { ProviderBrand } from '@simwright/contract/platform/provider'
import type { Secret } from '../../../secret/secret.ts'
import { findProvider, findProviderById, type Provider } from '../../platform/providers/service.ts'
import type { Server } from './port.ts'

/** The identity provider that proves who a user is: a platform's, or an enterprise account's own. */
export type Source = {
  id: string
  /** The provider's id in the paths of its callbacks. */
  pathId: string
  name: string
  preset: ProviderBrand
  issuer: string
  clientId: string
  clientSecret: Secret<string>
  /** The enterprise account that owns the provider; null for a platform's. */
  enterpriseId: string | null
}

/** @throws Problem oauth_unknown */
export async function platformSource(server: Server, platformId: string, slug: string): Promise<Source> {
  const found = await findProvider(server, platformId, slug)
  if (!found) throw new Problem('oauth_unknown')
  return sourceOf(found)
}

/** @throws Problem oauth_unknown when it was switched off in the meantime */
export async function sourceById(server: Server, id: string): Promise<Source> {
  const found = await findProviderById(server, id)
  if (!found) throw new Problem('oauth_unknown')
  return sourceOf(found)
}

const sourceOf = ({ slug, ...provider }: Provider): Source => ({ ...provider, pathId: slug, enterpriseId: null })
