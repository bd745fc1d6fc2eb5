import { Problem } from '@simwright/contract'
import type { ProviderBrand, SignInProvider } from '@simwright/contract/platform/provider'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import type { Secret } from '../../../secret/secret.ts'
import type { Server } from '../../../server.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { type ProviderRecord, selectProviderById, selectProviders, updateOffered, upsertProvider } from './queries.ts'

/** Who vouches for users: a provider of a platform, or an enterprise account's own. */
export type Source = {
  id: string
  /** As it stands in paths. */
  pathId: string
  name: string
  preset: ProviderBrand
  issuer: string
  clientId: string
  clientSecret: Secret<string>
  /** Of the enterprise account whose own provider it is. */
  enterpriseId: string | null
}

export type Preset = { name: string; issuer: string | undefined }

/** What is known beforehand of the well-known ones. */
export const presets: Record<ProviderBrand, Preset> = {
  GOOGLE: { name: 'Google', issuer: 'https://accounts.google.com' },
  MICROSOFT: { name: 'Microsoft', issuer: 'https://login.microsoftonline.com/common/v2.0' },
  GITHUB: { name: 'GitHub', issuer: 'https://github.com' },
  OIDC: { name: 'OpenID Connect', issuer: undefined },
}

/** The ways to sign in that a platform offers, for its pages. */
export async function listProviders(server: Pick<Server, 'db'>, platformId: string): Promise<SignInProvider[]> {
  const providers = await selectProviders(server.db.global, platformId)
  return providers.filter(({ enabled }) => enabled).map(({ slug, name, preset }) => ({ id: slug, name, brand: preset }))
}

/** Those that are set up for a platform, offered or not. */
export async function listAllProviders(
  server: Pick<Server, 'db'>,
  platformId: string,
): Promise<(SignInProvider & { enabled: boolean })[]> {
  const providers = await selectProviders(server.db.global, platformId)
  return providers.map(({ slug, name, preset, enabled }) => ({ id: slug, name, brand: preset, enabled }))
}

/** From now on a platform offers these, and none of its others. */
export async function offerProviders(
  db: Parameters<typeof updateOffered>[0],
  offer: { platformId: string; slugs: readonly string[]; at: Date },
): Promise<void> {
  await updateOffered(db, offer)
}

/** @throws Problem oauth_unknown */
export async function platformSource(server: Server, platformId: string, slug: string): Promise<Source> {
  const providers = await selectProviders(server.db.global, platformId)
  const found = providers.find((provider) => provider.slug === slug && provider.enabled)
  if (!found) throw new Problem('oauth_unknown')
  return sourceOf(server, found)
}

/** @throws Problem oauth_unknown when it was switched off meanwhile */
export async function sourceById(server: Server, id: string): Promise<Source> {
  const found = await selectProviderById(server.db.global, id)
  if (!found?.enabled) throw new Problem('oauth_unknown')
  return sourceOf(server, found)
}

export type ProviderSettings = {
  sys: string | undefined
  slug: string
  preset: ProviderBrand
  name: string
  issuer: string
  clientId: string
  clientSecret: Secret<string>
  enabled: boolean
}

/** Sets up a way to sign in for a platform, or changes the one of that short name. */
export async function setProvider(server: Server, settings: ProviderSettings): Promise<void> {
  const platform = settings.sys === undefined ? server.platforms.standard : server.platforms.bySys(settings.sys)
  if (!platform) throw new Problem('not_found')
  const known = (await selectProviders(server.db.global, platform.id)).find(({ slug }) => slug === settings.slug)
  const id = known?.id ?? server.random.uuid()
  const record = {
    id,
    platform_id: platform.id,
    slug: settings.slug,
    preset: settings.preset,
    name: settings.name,
    issuer: settings.issuer,
    client_id: settings.clientId,
    sealed_secret: server.sealer.seal(secretPlace(id), settings.clientSecret),
    enabled: settings.enabled,
  }
  await server.db.globalTx(async (db) => {
    await upsertProvider(db, { ...record, at: server.clock.now() })
    const object = { id, name: settings.slug }
    const facts = { before: known && factsOf(known), after: factsOf(record) }
    await recordAudit(server, db, { enterpriseId: STAFF_ENTERPRISE_ID, deed: 'provider.saved', object, ...facts })
  })
}

const factsOf = ({ preset, name, issuer, client_id: clientId, enabled }: ProviderRecord) => ({
  preset,
  name,
  issuer,
  clientId,
  enabled,
})

const secretPlace = (row: string) => ({ enterpriseId: null, table: 'identity_provider', row, field: 'client_secret' })

function sourceOf(server: Server, record: ProviderRecord): Source {
  return {
    id: record.id,
    pathId: record.slug,
    name: record.name,
    preset: record.preset,
    issuer: record.issuer,
    clientId: record.client_id,
    clientSecret: server.sealer.openText(secretPlace(record.id), record.sealed_secret),
    enterpriseId: null,
  }
}
