import { createHash, timingSafeEqual } from 'node:crypto'
import {
  type BuiltInRole,
  builtInRoles,
  enterpriseRoles,
  type OutputOf,
  type PermissionId,
  Problem,
  permissionIds,
  permissionsWhileClosing,
  permissionsWhileSuspended,
  rolePermissions,
  treeOf,
} from '@simwright/contract'
import type * as contract from '@simwright/contract/people/session'
import { NO_ENTERPRISE_ID } from '@simwright/contract/people/session'
import type { Kysely } from 'kysely'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'
import { SESSION_LIFE_SECONDS } from '../../../http/browser.ts'
import type { SessionCookies, Who } from '../../../http/call.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { logoPath, platformOf, smdpAddressOf } from '../../platform/brand/service.ts'
import { readEntitlement } from '../../platform/plans/service.ts'
import type { Server } from './port.ts'
import {
  type EndReason,
  insertSession,
  type SessionRecord,
  selectEnterprise,
  selectOpenSessions,
  selectSession,
  selectTokenUser,
  updateEnded,
  updateEndedOf,
  updateSeen,
} from './queries.ts'
import { signToken, verifyToken } from './token.ts'

/** A session ends after this long without a call by the user (specification, section 4). */
export const IDLE_LIMIT_MS = 2 * 60 * 60 * 1000

/** How long after a sign-in or a step-up sensitive actions need no further proof of identity. */
export const PROOF_LIFE_MS = 10 * 60 * 1000

/** The time of the last activity is stored at most this often. */
const SEEN_STEP_MS = 30_000

export type SessionUser = {
  userId: UserId
  enterpriseId: EnterpriseId
  firstName: string
  lastName: string
  companyName: string
  email: string
}

/** What a session inherits from the one that it replaces, so that replacing it extends neither lifetime nor proof. */
export type InheritedTimes = { provedAt: Date; expiresAt: Date }

/** Where a sign-in comes from, and by which enterprise account's single sign-on. */
export type SignInOrigin = {
  address: string
  userAgent: string
  /** Signed in by this enterprise account's single sign-on; the session is valid there only. */
  ssoEnterpriseId?: string
  /** The user has a password or second factor, and must use it before the first sensitive action. */
  needsStepUp?: true
}

/** Opens a session for a user who has proved their identity. Send the cookies to that user's browser only. */
export async function openSession(
  server: Server,
  user: SessionUser,
  from: SignInOrigin,
  inherited?: InheritedTimes,
): Promise<SessionCookies> {
  const { random, clock } = server
  const now = clock.now()
  const sid = random.uuid()
  const binding = Buffer.from(random.bytes(32)).toString('base64url')
  const expiresAt = inherited?.expiresAt ?? new Date(now.getTime() + SESSION_LIFE_SECONDS * 1000)
  const session = {
    id: sid,
    user_id: user.userId,
    enterprise_id: user.enterpriseId,
    binding_hash: bindingHash(binding),
    address: from.address,
    user_agent: from.userAgent,
    created_at: now,
    last_seen_at: now,
    proved_at: inherited?.provedAt ?? (from.needsStepUp ? new Date(0) : now),
    expires_at: expiresAt,
    sso_enterprise_id: from.ssoEnterpriseId ?? null,
  }
  await server.db.globalTx(async (db) => {
    await insertSession(db, session)
    if (!inherited) await recordSignIn(server, db, { user, sid, from })
  })
  return { token: await renewToken(server, { sessionId: sid }), binding }
}

async function recordSignIn(
  server: Server,
  db: Kysely<GlobalTables>,
  { user, sid, from }: { user: SessionUser; sid: string; from: SignInOrigin },
): Promise<void> {
  const { userId, enterpriseId, email, firstName, lastName } = user
  await recordAudit(server, db, {
    enterpriseId,
    action: 'session.opened',
    object: { id: sid, name: email },
    after: { browser: from.userAgent, singleSignOn: from.ssoEnterpriseId !== undefined },
    by: { id: userId, name: `${firstName} ${lastName}`, email },
  })
}

/** Issues a token of a session, with the current names of the user. @throws Problem session_missing */
export async function renewToken(server: Server, { sessionId }: Pick<Who, 'sessionId'>): Promise<string> {
  const shown = await selectTokenUser(server.db.global, sessionId)
  if (!shown) throw new Problem('session_missing')
  const { expiresAt, ...user } = shown
  const exp = Math.floor(expiresAt.getTime() / 1000)
  return await signToken(server.keys.session, { ...user, sid: sessionId, exp }, server.clock.now())
}

export type Credentials = {
  token: string | undefined
  binding: string | undefined
  /** The call was not caused by the user, so it does not count as activity. */
  background: boolean
}

/**
 * The user of a call, with the current permissions. The token alone is not enough: its session must be open in the
 * database, and the browser must be the one that signed in.
 * @throws Problem session_missing, session_expired or session_ended
 */
export async function authenticate(server: Server, { token, binding, background }: Credentials): Promise<Who> {
  const now = server.clock.now()
  const { sid, enterpriseId, userId } = await verifyToken(server.keys.session, token, now)
  if (binding === undefined) throw new Problem('session_missing')
  const session = await server.db.tenantRead(
    enterpriseId,
    async (db) => await selectSession(db, enterpriseId, { sessionId: sid, at: now }),
  )
  if (!session || session.user_id !== userId || !isSameBrowser(session, binding)) throw new Problem('session_missing')
  const endReason = endReasonOf(session, now)
  if (endReason && session.ended_at === null) {
    await server.db.tenantTx(enterpriseId, async (db) => await updateEnded(db, sid, { at: now, reason: endReason }))
  } else if (!endReason && !background && now.getTime() - session.last_seen_at.getTime() >= SEEN_STEP_MS) {
    await server.db.tenantTx(enterpriseId, async (db) => await updateSeen(db, sid, now))
  }
  if (endReason === 'IDLE' || endReason === 'EXPIRED') throw new Problem('session_expired')
  if (endReason) throw new Problem('session_ended')
  return whoOf(session, { sessionId: sid, enterpriseId })
}

type BrowserCredentials = Pick<Credentials, 'token' | 'binding'>

/** Ends the session of a browser. Does nothing for a token that is not an open session of that browser. */
export async function signOut(server: Server, credentials: BrowserCredentials): Promise<void> {
  await withSession(server, credentials, async (who) => {
    const { enterpriseId, sessionId, userId, name, email } = who
    await server.db.globalTx(async (db) => {
      await updateEnded(db, sessionId, { at: server.clock.now(), reason: 'SIGN_OUT' })
      const object = { id: sessionId, name: email }
      await recordAudit(server, db, { enterpriseId, action: 'session.ended', object, by: { id: userId, name, email } })
    })
  })
}

/** Ends the session of a browser that has got a new one. */
export async function endReplaced(server: Server, credentials: BrowserCredentials): Promise<void> {
  await withSession(server, credentials, ({ sessionId }) =>
    updateEnded(server.db.global, sessionId, { at: server.clock.now(), reason: 'SIGN_OUT' }),
  )
}

async function withSession(
  server: Server,
  { token, binding }: BrowserCredentials,
  act: (who: Who) => Promise<void>,
): Promise<void> {
  try {
    await act(await authenticate(server, { token, binding, background: true }))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  }
}

/** Checks that the user has recently proved their identity, for sensitive actions. @throws Problem step_up_needed */
export function requireRecentProof(server: Pick<Server, 'clock'>, who: Who): void {
  const age = server.clock.now().getTime() - who.provedAt.getTime()
  if (age > PROOF_LIFE_MS) throw new Problem('step_up_needed')
}

/**
 * Replaces the session of a user who has just proved their identity. The new one expires at the same time. A stolen copy
 * of the old token does not get the proof.
 * @throws Problem session_missing
 */
export async function stepUpSession(
  server: Server,
  who: Who,
  from: Pick<SignInOrigin, 'address' | 'userAgent'>,
): Promise<SessionCookies> {
  const shown = await selectTokenUser(server.db.global, who.sessionId)
  if (!shown) throw new Problem('session_missing')
  const { expiresAt, ...user } = shown
  const at = server.clock.now()
  const origin = { ...from, ssoEnterpriseId: who.ssoEnterpriseId ?? undefined }
  const cookies = await openSession(server, user, origin, { provedAt: at, expiresAt })
  await updateEnded(server.db.global, who.sessionId, { at, reason: 'SIGN_OUT' })
  return cookies
}

export async function listSessions(server: Server, who: Who): Promise<OutputOf<typeof contract.list>> {
  const now = server.clock.now()
  const idleSince = new Date(now.getTime() - IDLE_LIMIT_MS)
  const open = await selectOpenSessions(server.db.global, who.userId, { now, idleSince })
  const items = open.map((session) => ({
    id: session.id,
    current: session.id === who.sessionId,
    address: session.address,
    userAgent: session.user_agent,
    createdAt: session.created_at.toISOString(),
    lastSeenAt: session.last_seen_at.toISOString(),
  }))
  return { items }
}

/** Ends one session of the user. @throws Problem not_found for a session of another user, or one that has ended */
export async function endOneSession(server: Server, who: Who, id: string): Promise<Record<never, never>> {
  const ended = await endOwnSessions(server, who, { only: id })
  if (ended === 0) throw new Problem('not_found')
  return {}
}

export async function endOtherSessions(server: Server, who: Who): Promise<OutputOf<typeof contract.endOthers>> {
  return { ended: await endOwnSessions(server, who, { except: who.sessionId }) }
}

async function endOwnSessions(server: Server, who: Who, which: { only: string } | { except: string }): Promise<number> {
  return await server.db.globalTx(async (db) => {
    const sessions = await updateEndedOf(db, who.userId, { ...which, at: server.clock.now() })
    if (sessions === 0) return 0
    const { enterpriseId, email: name } = who
    if ('only' in which) {
      await recordAudit(server, db, { enterpriseId, action: 'session.endedOne', object: { id: which.only, name } })
    } else {
      const object = { id: null, name }
      await recordAudit(server, db, { enterpriseId, action: 'session.endedElsewhere', object, after: { sessions } })
    }
    return sessions
  })
}

/** Ends the sessions of a user whose secrets have changed, within the caller's transaction; `except` remains. */
export async function endSessionsOf(
  db: Kysely<GlobalTables>,
  userId: UserId,
  { at, except }: { at: Date; except?: string },
): Promise<void> {
  await updateEndedOf(db, userId, { at, except })
}

export async function readEnterprise(server: Server, who: Who): Promise<OutputOf<typeof contract.enterpriseInfo>> {
  const { enterpriseId } = who
  const { enterprise, plan } = await server.db.tenantTx(enterpriseId, async (db) => ({
    enterprise: await selectEnterprise(db, enterpriseId),
    plan: (await readEntitlement(server, db, { enterpriseId, at: server.clock.now() })).plan,
  }))
  if (!enterprise) throw new Problem('not_found')
  return {
    id: enterprise.enterprise_id,
    name: enterprise.name,
    logoUrl: enterprise.logo_id && logoPath(enterpriseId, enterprise.logo_id),
    plan,
    role: who.role,
    createdAt: enterprise.created_at.toISOString(),
    smdpAddress: smdpAddressOf(server, platformOf(server, who.platformId), null),
    issuers: [...server.smdp.issuers],
    testIssuerOnly: server.smdp.testIssuerOnly,
    deletionAt: enterprise.deletion_at?.toISOString() ?? null,
    owner: who.isOwner,
  }
}

export function readPermissions(who: Who): OutputOf<typeof contract.getUserPermissions> {
  return { userPermissions: treeOf(who.permissions) }
}

const bindingHash = (binding: string) => createHash('sha256').update(binding).digest()

function isSameBrowser(session: SessionRecord, binding: string): boolean {
  return timingSafeEqual(session.binding_hash, bindingHash(binding))
}

/** Why a session has ended, if it has. A user who was deactivated or left the enterprise account has no session there. */
function endReasonOf(session: SessionRecord, now: Date): EndReason | undefined {
  if (session.ended_at !== null) return session.end_reason ?? 'ELSEWHERE'
  if (session.expires_at <= now) return 'EXPIRED'
  if (now.getTime() - session.last_seen_at.getTime() > IDLE_LIMIT_MS) return 'IDLE'
  if (!isAllowedSignIn(session)) return 'ELSEWHERE'
  if (session.account_state !== 'ACTIVE') return 'ELSEWHERE'
  if (session.enterprise_id === NO_ENTERPRISE_ID) return undefined
  if (session.member_state !== 'ACTIVE') return 'ELSEWHERE'
  if (session.enterprise_deletion_at !== null && session.enterprise_deletion_at <= now) return 'ELSEWHERE'
  return undefined
}

/** Single sign-on is valid for its own enterprise account only, which can require it of all members but owners. */
function isAllowedSignIn(session: SessionRecord): boolean {
  if (session.sso_enterprise_id !== null) return session.sso_enterprise_id === session.enterprise_id
  return session.sso_only !== true || session.role === 'Owner'
}

const permissionsByRole = new Map<string, ReadonlySet<PermissionId>>(
  builtInRoles.map((role: BuiltInRole) => [role, new Set(rolePermissions[role])]),
)

const noPermissions: ReadonlySet<PermissionId> = new Set()

/** The permissions of the member's role. Those for platform staff apply in the staff's own enterprise only. */
function permissionsOf({ enterprise_id, role, own_role_permissions: own }: SessionRecord): ReadonlySet<PermissionId> {
  const granted = Array.isArray(own)
    ? new Set(permissionIds.filter((id) => own.includes(id)))
    : (permissionsByRole.get(role ?? '') ?? new Set<PermissionId>())
  if (enterprise_id === STAFF_ENTERPRISE_ID) return granted
  const isForStaff = role !== null && !(enterpriseRoles as readonly string[]).includes(role)
  return new Set(isForStaff ? [] : [...granted].filter((id) => !id.startsWith('Admin_')))
}

function whoOf(session: SessionRecord, ids: { sessionId: string; enterpriseId: EnterpriseId }): Who {
  const granted = session.frozen ? noPermissions : permissionsOf(session)
  const suspended = session.enterprise_state !== 'ACTIVE' && session.enterprise_id !== NO_ENTERPRISE_ID
  const deletionAt = session.enterprise_deletion_at
  return {
    ...ids,
    userId: session.user_id,
    platformId: session.platform_id,
    name: `${session.first_name} ${session.last_name}`,
    email: session.email,
    role: session.own_role ?? session.role ?? '',
    isOwner: session.role === 'Owner',
    permissions:
      deletionAt !== null ? permissionsWhileClosing(granted) : suspended ? permissionsWhileSuspended(granted) : granted,
    suspended,
    deletionAt,
    frozen: session.frozen,
    provedAt: session.proved_at,
    lacksSecondFactor: session.second_factor_demanded === true && !session.second_factor,
    ssoEnterpriseId: session.sso_enterprise_id,
  }
}
