import { type OutputOf, type ParsedInputOf, Problem, rolePermissions } from '@simwright/contract'
import type * as contract from '@simwright/contract/people/sso'
import { SSO_DOMAINS_MAX } from '@simwright/contract/people/sso'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, PlatformId } from '../../../db/row-id.ts'
import type { Who } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import type { OauthServer as Server } from '../../../port/module.ts'
import { Secret } from '../../../secret/secret.ts'
import { demandApproval } from '../../platform/approval/service.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { originOf, type PlatformRecord, platformOf } from '../../platform/brand/service.ts'
import { findEnterprise, selectEnterprise, updateSsoOnly } from '../../platform/tenancy/service.ts'
import type { VerifiedClaims } from './claims.ts'
import { FLOW_LIFE_MS, randomText, redirectUriOf } from './flow.ts'
import type { IdentityProvider } from './identity-provider.ts'
import {
  type ConnectionRecord,
  type DomainRecord,
  deleteConnection,
  deleteDomain,
  insertConnection,
  insertDomain,
  selectConnection,
  selectConnectionHolder,
  selectDomainHolder,
  selectDomains,
  selectTest,
  type TestRecord,
  updateConnection,
  updateProvedDomain,
} from './sso-queries.ts'

/** The name of single sign-on where a provider's name is shown. */
const SSO_NAME = 'Single sign-on'

/** The enterprise account's own provider by its id. @throws Problem oauth_unknown when it is missing or switched off */
export async function ssoProvider(
  server: Server,
  connectionId: string,
  platformId: PlatformId,
): Promise<IdentityProvider> {
  const enterpriseId = await selectConnectionHolder(server.db.global, connectionId)
  const connection = await connectionOf(server, enterpriseId)
  if (!connection?.enabled || !(await isOfPlatform(server, enterpriseId, platformId)))
    throw new Problem('oauth_unknown')
  return identityProviderOf(server, connection)
}

/** The provider of an address, found by its verified mail domain. @throws Problem sso_unknown */
export async function findSso(server: Server, email: string, platform: PlatformRecord): Promise<{ provider: string }> {
  const domain = domainOf(email)
  const enterpriseId = await selectDomainHolder(server.db.global, domain)
  const connection = await connectionOf(server, enterpriseId)
  if (!connection?.enabled || !(await isOfPlatform(server, enterpriseId, platform.id)))
    throw new Problem('sso_unknown', { domain })
  return { provider: connection.id }
}

/** Whether the enterprise account belongs to the platform; other platforms treat it as unknown. */
async function isOfPlatform(
  server: Server,
  enterpriseId: EnterpriseId | undefined,
  platformId: PlatformId,
): Promise<boolean> {
  if (enterpriseId === undefined) return false
  return (await server.db.tenantRead(enterpriseId, findEnterprise))?.platform_id === platformId
}

async function connectionOf(
  server: Server,
  enterpriseId: EnterpriseId | undefined,
): Promise<ConnectionRecord | undefined> {
  if (enterpriseId === undefined) return undefined
  return await server.db.tenantRead(enterpriseId, (db) => selectConnection(db))
}

/** @throws Problem sso_foreign_mail unless the enterprise account has verified the address's mail domain */
export async function requireOwnDomain(server: Server, enterpriseId: EnterpriseId, email: string): Promise<void> {
  if (!(await isOwnDomain(server, enterpriseId, email))) throw new Problem('sso_foreign_mail', { email })
}

/** Whether the enterprise account has verified the address's mail domain. */
export async function isOwnDomain(server: Server, enterpriseId: EnterpriseId, email: string): Promise<boolean> {
  return (await selectDomainHolder(server.db.global, domainOf(email))) === enterpriseId
}

/**
 * The address of a user whom the enterprise account's own provider names: its claim `email`, else a user name in a
 * verified mail domain. Undefined if there is neither.
 */
export async function addressOfMember(
  server: Server,
  enterpriseId: EnterpriseId,
  { email, userName }: Pick<VerifiedClaims, 'email' | 'userName'>,
): Promise<string | undefined> {
  if (email !== undefined || userName === undefined) return email
  return (await isOwnDomain(server, enterpriseId, userName)) ? userName : undefined
}

export async function readSso(server: Server, who: Who): Promise<OutputOf<typeof contract.query>> {
  const { enterpriseId } = who
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const connection = await selectConnection(db)
    const test = testView(server, who, { connection, test: await selectTest(db, who.userId) })
    const domains = (await selectDomains(db)).map(domainView)
    const origin = originOf(server, platformOf(server, who.platformId))
    const pathId = connection?.id ?? firstIdOf(enterpriseId)
    const uris = { redirectUri: redirectUriOf(origin, { pathId }), signOutUri: `${origin}/login` }
    if (!connection) return { connection: null, test, domains, ...uris }
    const { issuer, client_id, default_role, enabled, version, updated_at, tested_at } = connection
    return {
      connection: {
        issuer,
        clientId: client_id,
        defaultRole: default_role,
        enabled,
        only: (await selectEnterprise(db)).sso_only,
        version,
        testedAt: tested_at?.toISOString() ?? null,
        updatedAt: updated_at.toISOString(),
      },
      test,
      domains,
      ...uris,
    }
  })
}

/** The id of a new connection, known before it is saved, because providers ask for the redirect URI first. */
export const firstIdOf = (enterpriseId: EnterpriseId): string => enterpriseId

/** Checks the issuer and saves the connection. The default role can't exceed the user's own permissions. */
export async function saveSso(
  server: Server,
  who: Who,
  input: ParsedInputOf<typeof contract.save>,
): Promise<OutputOf<typeof contract.save>> {
  const { enterpriseId } = who
  if (!rolePermissions[input.defaultRole].every((id) => who.permissions.has(id))) {
    throw new Problem('not_grantable', { names: input.defaultRole })
  }
  const { known, test } = await server.db.tenantRead(enterpriseId, async (db) => ({
    known: await selectConnection(db),
    test: await selectTest(db, who.userId),
  }))
  if ((known?.version ?? 0) !== input.version) throw new Problem('changed_meanwhile')
  const record = recordOf(server, { who, input, known, test })
  const { checkIssuer } = await import('./openid.ts')
  await checkIssuer(server, identityProviderOf(server, record)).catch((error: unknown) => {
    throw issuerFault(input.issuer, error)
  })
  const only = input.only && input.enabled
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const proved = (await selectDomains(db)).some(({ proved_at }) => proved_at !== null)
    if (only && !proved) throw new Problem('sso_unproved')
    const { sso_only: wasOnly } = await selectEnterprise(db)
    if (!record.tested_at && needsTest(server, { known, record, only: only && !wasOnly }))
      throw new Problem('sso_untested')
    await demandArrivals(server, db, { who, input, known })
    const saved = known ? await updateConnection(db, record) : await insertConnection(db, record)
    if (!saved) throw new Problem('changed_meanwhile')
    const before = known && factsOf(known, wasOnly)
    await updateSsoOnly(db, only)
    const after = { ...factsOf(record, only), ...(input.clientSecret && { clientSecretChanged: true }) }
    const object = { id: record.id, name: input.issuer }
    await recordAudit(server, db, { enterpriseId, action: 'sso.saved', object, before, after })
    return { version: known ? known.version + 1 : 1 }
  })
}

type Arrivals = Pick<Saved, 'who' | 'input' | 'known'>

/** Who signs in by the connection becomes a member with its role, as if invited. @throws ApprovalNeeded */
async function demandArrivals(server: Server, db: TenantDb, { who, input, known }: Arrivals): Promise<void> {
  const { issuer, clientId, defaultRole, enabled, version } = input
  const isSameDoor =
    known?.enabled && known.issuer === issuer && known.client_id === clientId && known.default_role === defaultRole
  if (!enabled || isSameDoor) return
  await demandApproval(server, db, {
    operation: 'ROLE',
    userId: who.userId,
    facts: { sso: { issuer, clientId, defaultRole, only: input.only, version } },
    sentence: `Give those who sign in by ${issuer} the role ${defaultRole}`,
  })
}

/** The failure of the check as a fault of the field, with the address that was tried. */
export function issuerFault(issuer: string, error: unknown): unknown {
  if (!(error instanceof Problem)) return error
  const tried = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  if (error.kind === 'oauth_unreachable')
    return fault('issuer', 'unreachable', `No answer from ${tried}. Check the address, and that it is public.`)
  return fault('issuer', 'refused', `The answer of ${tried} is not the metadata of this issuer. Check the address.`)
}

const factsOf = (
  { issuer, client_id: clientId, default_role: defaultRole, enabled }: ConnectionRecord,
  only: boolean,
) => ({
  issuer,
  clientId,
  defaultRole,
  enabled,
  only,
})

type Saved = {
  who: Who
  input: ParsedInputOf<typeof contract.save>
  known: ConnectionRecord | undefined
  test: TestRecord | undefined
}

function recordOf(server: Server, { who, input, known, test }: Saved): ConnectionRecord {
  const { enterpriseId } = who
  const id = known?.id ?? firstIdOf(enterpriseId)
  const entered = { issuer: input.issuer, clientId: input.clientId, secret: secretOf(server, { who, input, known }) }
  const passed = test?.state === 'PASSED' && isSame(testedCredentials(server, enterpriseId, test), entered)
  const isUnchanged = known !== undefined && isSame(savedCredentials(server, known), entered)
  return {
    enterprise_id: enterpriseId,
    id,
    issuer: input.issuer,
    client_id: input.clientId,
    sealed_secret: isUnchanged
      ? known.sealed_secret
      : server.sealer.seal(secretContext(enterpriseId, id), entered.secret),
    default_role: input.defaultRole,
    enabled: input.enabled,
    version: known?.version ?? 1,
    updated_at: server.clock.now(),
    tested_at: passed ? test.created_at : isUnchanged ? known.tested_at : null,
  }
}

/** The entered client secret, else the stored one, which is sent only to the issuer for which it was entered. */
export function secretOf(
  server: Server,
  {
    who,
    input,
    known,
  }: { who: Who; input: ParsedInputOf<typeof contract.beginTest>; known: ConnectionRecord | undefined },
): Secret<string> {
  if (input.clientSecret !== undefined) return new Secret(input.clientSecret)
  if (!known) throw fault('clientSecret', 'required', 'Required')
  if (known.issuer !== input.issuer)
    throw fault('clientSecret', 'required', 'Enter the client secret again for another issuer.')
  return server.sealer.openText(secretContext(who.enterpriseId, known.id), known.sealed_secret)
}

/** Settings need a passed test, unless they are off or are in use unchanged, perhaps since before there were tests. */
function needsTest(
  server: Server,
  { known, record, only }: { known: ConnectionRecord | undefined; record: ConnectionRecord; only: boolean },
): boolean {
  if (!record.enabled) return false
  if (only || !known?.enabled) return true
  return !isSame(savedCredentials(server, known), savedCredentials(server, record))
}

/** What a test covers. */
type Credentials = { issuer: string; clientId: string; secret: Secret<string> }

const isSame = (a: Credentials, b: Credentials) =>
  a.issuer === b.issuer && a.clientId === b.clientId && a.secret.reveal() === b.secret.reveal()

const savedCredentials = (
  server: Server,
  { enterprise_id, id, issuer, client_id, sealed_secret }: ConnectionRecord,
) => ({
  issuer,
  clientId: client_id,
  secret: server.sealer.openText(secretContext(enterprise_id, id), sealed_secret),
})

export const testedCredentials = (
  server: Server,
  enterpriseId: EnterpriseId,
  { id, issuer, client_id, sealed_secret }: TestRecord,
) => ({
  issuer,
  clientId: client_id,
  secret: server.sealer.openText(testContext(enterpriseId, id), sealed_secret),
})

function testView(
  server: Server,
  { enterpriseId }: Who,
  { connection, test }: { connection: ConnectionRecord | undefined; test: TestRecord | undefined },
): contract.SsoTest | null {
  const age = test && server.clock.now().getTime() - test.created_at.getTime()
  if (!test || age === undefined || (test.state === 'RUNNING' && age > FLOW_LIFE_MS)) return null
  const { issuer, client_id: clientId, state, result } = test
  const ofSaved =
    connection !== undefined &&
    isSame(savedCredentials(server, connection), testedCredentials(server, enterpriseId, test))
  return { issuer, clientId, state, at: test.created_at.toISOString(), ofSaved, result }
}

export async function removeSso(server: Server, who: Who, version: number): Promise<Record<never, never>> {
  const { enterpriseId } = who
  await server.db.tenantTx(enterpriseId, async (db) => {
    const known = await selectConnection(db)
    if (!known || !(await deleteConnection(db, version))) throw new Problem('changed_meanwhile')
    await updateSsoOnly(db, false)
    const { id, issuer, client_id: clientId } = known
    const object = { id, name: issuer }
    await recordAudit(server, db, { enterpriseId, action: 'sso.removed', object, before: { issuer, clientId } })
  })
  return {}
}

/** Adds a mail domain. Adding it again does not change its TXT record. */
export async function addDomain(
  server: Server,
  who: Who,
  domain: string,
): Promise<OutputOf<typeof contract.addDomain>> {
  const { enterpriseId } = who
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const known = await selectDomains(db)
    if (known.length >= SSO_DOMAINS_MAX) throw new Problem('domains_too_many', { max: SSO_DOMAINS_MAX })
    await insertDomain(db, { domain, token: randomText(server), at: server.clock.now() })
    await recordAudit(server, db, { action: 'domain.added', ...domainObject(enterpriseId, domain) })
    return domainView(findDomain(await selectDomains(db), domain))
  })
}

/** Verifies a mail domain by its TXT record. @throws Problem domain_unproved, domain_taken */
export async function checkDomain(
  server: Server,
  who: Who,
  domain: string,
): Promise<OutputOf<typeof contract.checkDomain>> {
  const { enterpriseId } = who
  const named = findDomain(await server.db.tenantRead(enterpriseId, (db) => selectDomains(db)), domain)
  const { recordName: name, recordText: text } = domainView(named)
  const records = await server.outside.txtRecords(name).catch((err: unknown) => {
    server.log.warn({ err, name }, 'a TXT record could not be looked up')
    return []
  })
  if (!records.some((record) => record.trim() === text)) throw new Problem('domain_unproved', { name, text })
  return domainView(await verifyDomain(server, enterpriseId, { domain, by: 'DNS' }))
}

/** Marks a mail domain as verified. @throws Problem domain_taken when another enterprise account has verified it */
export async function verifyDomain(
  server: Server,
  enterpriseId: EnterpriseId,
  { domain, by }: { domain: string; by: 'DNS' | 'STAFF' },
): Promise<DomainRecord> {
  return await server.db.tenantTx(enterpriseId, async (db) => {
    findDomain(await selectDomains(db), domain)
    const at = server.clock.now()
    if (!(await updateProvedDomain(db, { domain, by, at }))) throw new Problem('domain_taken', { domain })
    await recordAudit(server, db, {
      action: 'domain.proved',
      ...domainObject(enterpriseId, domain),
      after: { provedBy: by },
    })
    return findDomain(await selectDomains(db), domain)
  })
}

/** Removes a domain. @throws Problem sso_unproved for the last verified one while single sign-on is required */
export async function removeDomain(server: Server, who: Who, domain: string): Promise<Record<never, never>> {
  const { enterpriseId } = who
  await server.db.tenantTx(enterpriseId, async (db) => {
    if (!(await deleteDomain(db, domain))) throw new Problem('not_found')
    const proved = (await selectDomains(db)).some(({ proved_at }) => proved_at !== null)
    if (!proved && (await selectEnterprise(db)).sso_only) throw new Problem('sso_unproved')
    await recordAudit(server, db, { action: 'domain.removed', ...domainObject(enterpriseId, domain) })
  })
  return {}
}

const domainObject = (enterpriseId: EnterpriseId, domain: string) => ({
  enterpriseId,
  object: { id: domain, name: domain },
})

function findDomain(domains: readonly DomainRecord[], domain: string): DomainRecord {
  const found = domains.find((one) => one.domain === domain)
  if (!found) throw new Problem('not_found')
  return found
}

function domainView({ domain, token, proved_at, proved_by }: DomainRecord): contract.SsoDomain {
  return {
    domain,
    recordName: `_simwright-verification.${domain}`,
    recordText: `simwright-verification=${token}`,
    provedAt: proved_at?.toISOString() ?? null,
    provedBy: proved_by,
  }
}

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1)

const secretContext = (enterpriseId: EnterpriseId, row: string) => ({
  enterpriseId,
  table: 'sso_connection',
  row,
  field: 'client_secret',
})

export const testContext = (enterpriseId: EnterpriseId, row: string) => ({
  enterpriseId,
  table: 'sso_test',
  row,
  field: 'client_secret',
})

function identityProviderOf(server: Server, connection: ConnectionRecord): IdentityProvider {
  const { enterprise_id: enterpriseId, id } = connection
  return ownProvider({ enterpriseId, id }, savedCredentials(server, connection))
}

/** An enterprise account's own provider with these settings. */
export const ownProvider = (
  { enterpriseId, id }: { enterpriseId: EnterpriseId; id: string },
  { issuer, clientId, secret }: Credentials,
): IdentityProvider => ({
  id,
  pathId: id,
  name: SSO_NAME,
  preset: 'OIDC',
  issuer,
  clientId,
  clientSecret: secret,
  enterpriseId,
})
