import { type PermissionId, Problem, permissionsWhileClosing, permissionsWhileSuspended } from '@simwright/contract'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import type { Who } from '../../../http/call.ts'
import { perSecondLimiter } from '../../../http/second-limit.ts'
import type { CallingProgram } from '../../../port/call-log.ts'
import type { OpenApiServer as Server } from '../../../port/module.ts'
import { gather } from '../../../runtime/gather.ts'
import { Secret } from '../../../secret/secret.ts'
import { type Entitlement, hasFeature, readEntitlement, requireFeature } from '../../platform/plans/service.ts'
import {
  type CredentialId,
  type CredentialKey,
  type LiveCredential,
  selectByAccessKey,
  selectForCall,
  updateLastUsed,
} from './queries.ts'
import { openSecret } from './seal.ts'
import { isSignedBy, type SignedHeaders } from './signature.ts'

/** What the open API may do. A credential acts for the enterprise account, without the limits of who created it. */
const PERMISSIONS: readonly PermissionId[] = [
  'Fleet_View',
  'Fleet_Edit',
  'Fleet_Delete',
  'Generate_Ac_View',
  'Generate_Ac_Create',
  'Campaign_View',
  'Campaign_Edit',
  'Profile_Config_View',
  'Generate_AC_Log_View',
  'Profile_Log_View',
]

/** The caller of a signed call. */
export type Caller = {
  who: Who
  entitlement: Entitlement
  /** In demo mode, calls reach only the sample configurations and the profiles of these. */
  scope: Scope
}
export type Scope = 'all' | 'samples'

/** The last use is stored at most this often. */
const LAST_USED_STEP_MS = 60_000

/** AccessKeys that a process remembers, unknown ones too. */
const KEYS_MAX = 10_000

/** Calls with a wrong signature that are logged, for each credential: anyone who knows the AccessKey can make them. */
const UNPROVEN_A_SECOND = 1

/** Verified in place of the secrets of an unknown credential, so that the answer takes the same time. */
const NO_SECRET = new Secret('')

/** Calls `onProgram` when the AccessKey is known, also if the signature is wrong. */
type Authenticate = (
  headers: SignedHeaders,
  body: Uint8Array,
  onProgram: (program: CallingProgram) => void,
) => Promise<Caller>

/**
 * Returns a function that finds the caller of a signed call. For an unknown AccessKey it reads as much as for a known
 * one, under a credential of the staff's account that does not exist.
 * @throws Problem `signature_wrong`, the same for an unknown or revoked AccessKey as for a wrong signature
 */
export function openAuthenticator(server: Server): Authenticate {
  const countUnproven = perSecondLimiter()
  // a read that begins after a call came is as good as its own
  const readTogether = gather<CredentialKey, Live | undefined>(
    async (keys) => {
      const value = await readLive(server, keys[0]!)
      return keys.map(() => ({ status: 'fulfilled', value }))
    },
    { atOnce: 1, max: Number.POSITIVE_INFINITY },
  )
  // an AccessKey never moves to another credential, and nobody knows one before it exists
  const keys = new Map<string, CredentialKey>()
  const keyOf = async (accessKey: string) => {
    const key = keys.get(accessKey) ??
      (await selectByAccessKey(server.db.global, accessKey)) ?? {
        enterpriseId: STAFF_ENTERPRISE_ID,
        id: server.random.uuid() as CredentialId,
      }
    if (keys.size >= KEYS_MAX) keys.clear()
    keys.set(accessKey, key)
    return key
  }
  return async (headers, body, onProgram) => {
    const key = await keyOf(headers.accessKey)
    const live = await readTogether(key.id, key)
    const secrets = live ? secretsOf(server, key, live.credential) : []
    const isSigned = isSignedBy(headers, secrets.length > 0 ? secrets : [NO_SECRET], body)
    if (live && (isSigned || countUnproven(key.id, UNPROVEN_A_SECOND).isAllowed))
      onProgram({ ...programOf(key, live), ...(isSigned ? {} : { unproven: true }) })
    if (!live || secrets.length === 0 || !isSigned) throw new Problem('signature_wrong')
    await noteUse(server, key, live.credential)
    return callerOf(key, live)
  }
}

type Live = { credential: LiveCredential; entitlement: Entitlement }

function programOf({ enterpriseId, id }: CredentialKey, { credential }: Live): CallingProgram {
  return { enterpriseId, kind: 'CREDENTIAL', id, name: credential.name }
}

async function readLive(server: Server, key: CredentialKey): Promise<Live | undefined> {
  const { enterpriseId } = key
  return await server.db.tenantRead(enterpriseId, async (db) => {
    const credential = await selectForCall(db, key)
    const reading = readEntitlement(server, db, { enterpriseId, at: server.clock.now() })
    // read for an unknown credential, too; the staff's account has no plan
    if (!credential) return await reading.then(() => undefined).catch(() => undefined)
    return { credential, entitlement: await reading }
  })
}

function secretsOf(server: Server, key: CredentialKey, { sealed_secret, sealed_previous }: LiveCredential) {
  return [sealed_secret, sealed_previous].flatMap((sealed) => (sealed ? [openSecret(server, key, sealed)] : []))
}

async function noteUse(server: Server, key: CredentialKey, { last_used_at: usedAt }: LiveCredential): Promise<void> {
  const at = server.clock.now()
  if (usedAt && at.getTime() - usedAt.getTime() < LAST_USED_STEP_MS) return
  await server.db.tenantTx(key.enterpriseId, (db) => updateLastUsed(db, key, at))
}

function callerOf({ enterpriseId, id }: CredentialKey, { credential, entitlement }: Live): Caller {
  const suspended = entitlement.enterprise_state !== 'ACTIVE'
  const deletionAt = credential.deletion_at
  const permissions = deletionAt
    ? permissionsWhileClosing(PERMISSIONS)
    : new Set(suspended ? permissionsWhileSuspended(PERMISSIONS) : PERMISSIONS)
  const who: Who = {
    userId: id,
    enterpriseId,
    sessionId: id,
    platformId: entitlement.platform_id,
    name: credential.name,
    email: '',
    role: '',
    isOwner: false,
    suspended,
    deletionAt,
    frozen: false,
    permissions,
    withheld: new Set(PERMISSIONS.filter((permission) => !permissions.has(permission))),
    provedAt: new Date(0),
    key: undefined,
    lacksSecondFactor: false,
    hasSecondFactor: false,
    groups: null,
    visit: undefined,
    ssoEnterpriseId: null,
  }
  return { who, entitlement, scope: entitlement.plan === 'DEMO' ? 'samples' : 'all' }
}

/** @throws Problem `plan_refused`, `plan_none` */
export async function requirePlan(server: Server, { who, entitlement }: Caller): Promise<void> {
  if (hasFeature(entitlement, 'OPEN_API')) return
  await server.db.tenantRead(who.enterpriseId, (db) => requireFeature(db, entitlement, 'OPEN_API'))
}
