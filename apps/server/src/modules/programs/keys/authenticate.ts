import { type PermissionId, Problem, permissionIds } from '@simwright/contract'
import { withGroupLimit } from '../../../db/group-limit.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { Who } from '../../../http/call.ts'
import { addressList, isListed } from '../../../http/ip-address.ts'
import type { CallingProgram } from '../../../port/call-log.ts'
import type { KeysServer as Server } from '../../../port/module.ts'
import { standingOf } from '../../people/sessions/service.ts'
import { type Entitlement, hasFeature, readEntitlement, requireFeature } from '../../platform/plans/service.ts'
import { isSecret, parseKey, type SentKey } from './bearer.ts'
import { type CallerRecord, selectCaller, selectEnterpriseOf, selectLiveSecret, updateUsed } from './caller-queries.ts'
import { readTestEntitlement, testDataOf } from './test-data.ts'

/** The last use is stored at most this often. */
const USED_STEP_MS = 60_000

/** A key that a program sent, and the address that it called from. */
type Credentials = {
  bearer: string
  address: string
  /** Called when the secret is right, before the key is refused for another reason. */
  onVerified?: (program: CallingProgram) => void
}

/**
 * The caller of a call with an API key: its creator, with those of its scopes that have effect now. Everything is read
 * at each call, so a change has effect at the next one.
 * @throws Problem key_unknown for every key whose secret is wrong; key_address, key_revoked, key_expired,
 *   key_creator_gone, plan_refused
 */
export async function authenticateKey(
  server: Server,
  { bearer, address, onVerified = () => {} }: Credentials,
): Promise<Who> {
  const sent = parseKey(bearer)
  if (!sent) throw new Problem('key_unknown')
  const at = server.clock.now()
  // not under the limit of the calling stream, which may have changed
  const found = await withGroupLimit(undefined, () => readCaller(server, sent, at))
  const { caller, enterpriseId, entitlement } = found
  onVerified({ enterpriseId, kind: 'KEY', id: caller.id, name: caller.name })
  await requirePlan(server, found)
  requireUsable(caller, { at, address })
  await noteUse(server, { enterpriseId, secretId: sent.secretId, caller, address, at })
  if (entitlement) return whoOf(caller, enterpriseId, entitlement)
  const testId = testDataOf(enterpriseId)
  const allowed = await withGroupLimit(undefined, () => readTestEntitlement(server, testId, at))
  // of the test data, a limited member sees everything: it is in none of the groups of the limit
  return { ...whoOf(caller, enterpriseId, allowed), enterpriseId: testId, groups: null }
}

/**
 * The caller of work that a key asked for and a second person has approved, with the rights of now.
 * @throws Problem as `authenticateKey`, for a key that ended in the meantime
 */
export async function readKeyCaller(
  server: Server,
  { enterpriseId, keyId }: { enterpriseId: EnterpriseId; keyId: string },
): Promise<Who> {
  const at = server.clock.now()
  return await server.db.tenantRead(enterpriseId, async (db) => {
    const secretId = await selectLiveSecret(db, { keyId, at })
    const caller = secretId && (await selectCaller(db, { enterpriseId, secretId, at }))
    if (!caller) throw new Problem('key_unknown')
    requireAlive(caller, at)
    const entitlement = await readEntitlement(server, db, { enterpriseId, at })
    await requireFeature(db, entitlement, 'OPEN_API')
    return whoOf(caller, enterpriseId, entitlement)
  })
}

/** `entitlement`: undefined for a test key, which the plan of the enterprise account does not limit. */
type Found = { caller: CallerRecord; enterpriseId: EnterpriseId; entitlement: Entitlement | undefined }

async function readCaller(server: Server, { secretId, secret }: SentKey, at: Date): Promise<Found> {
  const enterpriseId = await selectEnterpriseOf(server.db.global, secretId)
  if (enterpriseId === undefined) throw new Problem('key_unknown')
  return await server.db.tenantRead(enterpriseId, async (db) => {
    const caller = await selectCaller(db, { enterpriseId, secretId, at })
    if (!caller || !isSecret(secret, caller.hash)) throw new Problem('key_unknown')
    if (caller.is_test) return { caller, enterpriseId, entitlement: undefined }
    const entitlement = await readEntitlement(server, db, { enterpriseId, at })
    return { caller, enterpriseId, entitlement }
  })
}

/** @throws Problem plan_refused, plan_none */
async function requirePlan({ db }: Server, { enterpriseId, entitlement }: Found): Promise<void> {
  if (entitlement === undefined || hasFeature(entitlement, 'OPEN_API')) return
  await db.tenantRead(enterpriseId, (tx) => requireFeature(tx, entitlement, 'OPEN_API'))
}

function requireUsable(caller: CallerRecord, { at, address }: { at: Date; address: string }): void {
  const { name } = caller
  if (!isAllowedFrom(address, caller.addresses)) throw new Problem('key_address', { name, address })
  requireAlive(caller, at)
}

function requireAlive(caller: CallerRecord, at: Date): void {
  const { name } = caller
  if (caller.revoked_at !== null) throw new Problem('key_revoked', { name })
  if (caller.ends_at <= at) throw new Problem('key_expired', { name })
  if (caller.kind === 'PERSONAL' && !hasActiveCreator(caller)) throw new Problem('key_creator_gone', { name })
  if (caller.enterprise_deletion_at !== null && caller.enterprise_deletion_at <= at)
    throw new Problem('key_revoked', { name })
}

/** A personal key ends with the membership in which it was created: who joins again is a new member. */
function hasActiveCreator({ account_state, member_state, member_since, created_at }: CallerRecord): boolean {
  if (account_state !== 'ACTIVE' || member_state !== 'ACTIVE') return false
  return member_since !== null && member_since <= created_at
}

type Use = { enterpriseId: EnterpriseId; secretId: string; caller: CallerRecord; address: string; at: Date }

async function noteUse(server: Server, { enterpriseId, secretId, caller, address, at }: Use): Promise<void> {
  const unusedSince = new Date(at.getTime() - USED_STEP_MS)
  if (caller.last_used_at !== null && caller.last_used_at > unusedSince) return
  const use = { secretId, at, address, unusedSince }
  await server.db.bookkeeping(() =>
    withGroupLimit(undefined, () => server.db.tenantTx(enterpriseId, (db) => updateUsed(db, use))),
  )
}

function whoOf(caller: CallerRecord, enterpriseId: EnterpriseId, entitlement: Entitlement): Who {
  const isService = caller.kind === 'SERVICE'
  const scopes = permissionIds.filter((id) => caller.scopes.includes(id))
  const standing = standingOf(
    isService
      ? {
          ...caller,
          enterprise_id: enterpriseId,
          role: null,
          own_role_permissions: scopes,
          frozen: false,
          groups: null,
        }
      : { ...caller, enterprise_id: enterpriseId },
  )
  const within = (held: ReadonlySet<PermissionId>) => new Set(scopes.filter((id) => held.has(id)))
  return {
    ...standing,
    permissions: within(standing.permissions),
    withheld: within(standing.withheld),
    enterpriseId,
    userId: caller.created_by,
    sessionId: '',
    platformId: caller.platform_id,
    name: isService ? caller.name : `${caller.first_name} ${caller.last_name}`,
    email: caller.email ?? '',
    role: isService ? '' : (caller.own_role ?? caller.role ?? ''),
    isOwner: false,
    provedAt: new Date(0),
    lacksSecondFactor: !isService && caller.second_factor_demanded && caller.second_factor !== true,
    hasSecondFactor: false,
    visit: undefined,
    ssoEnterpriseId: null,
    key: { id: caller.id, name: caller.name, kind: caller.kind, callsASecond: entitlement.api_calls_a_second },
  }
}

/** Whether an address is in a list of addresses and ranges; an empty list allows all. */
function isAllowedFrom(address: string, allowed: readonly string[]): boolean {
  return allowed.length === 0 || isListed(addressList(allowed), address)
}
