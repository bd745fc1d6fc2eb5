import { Problem } from '@simwright/contract'
import type { ProviderBrand, SignInProvider } from '@simwright/contract/platform/provider'
import type { PlatformId } from '../../../db/row-id.ts'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import type { ProvidersServer as Server } from '../../../port/module.ts'
import type { Secret } from '../../../secret/secret.ts'
import { recordAudit } from '../audit/service.ts'
import { type ProviderRecord, selectProviderById, selectProviders, updateEnabled, upsertProvider } from './queries.ts'

export type Preset = { name: string; issuer: string | undefined }

/** The name and the issuer of each well-known provider. */
export const presets: Record<ProviderBrand, Preset> = {
  GOOGLE: { name: 'Google', issuer: 'https://accounts.google.com' },
  MICROSOFT: { name: 'Microsoft', issuer: 'https://login.microsoftonline.com/common/v2.0' },
  GITHUB: { name: 'GitHub', issuer: 'https://github.com' },
  OIDC: { name: 'OpenID Connect', issuer: undefined },
}

/** The identity providers that are enabled for a platform. */
export async function listProviders(server: Pick<Server, 'db'>, platformId: PlatformId): Promise<SignInProvider[]> {
  const providers = await selectProviders(server.db.global, platformId)
  return providers.filter(({ enabled }) => enabled).map(({ slug, name, preset }) => ({ id: slug, name, brand: preset }))
}

/** All identity providers of a platform, enabled or not. */
export async function listAllProviders(
  server: Pick<Server, 'db'>,
  platformId: PlatformId,
): Promise<(SignInProvider & { enabled: boolean })[]> {
  const providers = await selectProviders(server.db.global, platformId)
  return providers.map(({ slug, name, preset, enabled }) => ({ id: slug, name, brand: preset, enabled }))
}

/** Enables these providers of a platform, and disables all others. */
export async function enableProviders(
  db: Parameters<typeof updateEnabled>[0],
  enabled: { platformId: PlatformId; slugs: readonly string[]; at: Date },
): Promise<void> {
  await updateEnabled(db, enabled)
}

/** An enabled provider with its secret. */
export type Provider = Pick<ProviderRecord, 'id' | 'slug' | 'name' | 'preset' | 'issuer'> & {
  clientId: string
  clientSecret: Secret<string>
}

/** @returns undefined when the platform has no enabled provider with this slug */
export async function findProvider(
  server: Pick<Server, 'db' | 'sealer'>,
  platformId: PlatformId,
  slug: string,
): Promise<Provider | undefined> {
  const providers = await selectProviders(server.db.global, platformId)
  const found = providers.find((provider) => provider.slug === slug && provider.enabled)
  return found && openProvider(server, found)
}

/** @returns undefined when it is missing or disabled */
export async function findProviderById(
  server: Pick<Server, 'db' | 'sealer'>,
  id: string,
): Promise<Provider | undefined> {
  const found = await selectProviderById(server.db.global, id)
  return found?.enabled ? openProvider(server, found) : undefined
}

function openProvider({ sealer }: Pick<Server, 'sealer'>, record: ProviderRecord): Provider {
  const { id, slug, name, preset, issuer, client_id: clientId } = record
  return {
    id,
    slug,
    name,
    preset,
    issuer,
    clientId,
    clientSecret: sealer.openText(sealedField(id), record.sealed_secret),
  }
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

/** Adds an identity provider to a platform, or changes the one with that slug. @throws Problem not_found for an unknown platform */
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
    sealed_secret: server.sealer.seal(sealedField(id), settings.clientSecret),
    enabled: settings.enabled,
  }
  await server.db.globalTx(async (db) => {
    await upsertProvider(db, { ...record, at: server.clock.now() })
    const object = { id, name: settings.slug }
    const facts = { before: known && factsOf(known), after: factsOf(record) }
    await recordAudit(server, db, { enterpriseId: STAFF_ENTERPRISE_ID, action: 'provider.saved', object, ...facts })
  })
}

const factsOf = ({ preset, name, issuer, client_id: clientId, enabled }: ProviderRecord) => ({
  preset,
  name,
  issuer,
  clientId,
  enabled,
})

const sealedField = (row: string) => ({ enterpriseId: null, table: 'identity_provider', row, field: 'client_secret' })
