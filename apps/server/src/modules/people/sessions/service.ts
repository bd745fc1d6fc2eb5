import { timingSafeEqual } from 'node:crypto'
import { type OutputOf, type PermissionId, Problem, treeOf } from '@simwright/contract'
import type * as contract from '@simwright/contract/people/session'
import { NO_ENTERPRISE_ID } from '@simwright/contract/people/session'
import type { Kysely } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { withGroupLimit } from '../../../db/group-limit.ts'
import type { EnterpriseId, GroupId, PlatformId, UserId } from '../../../db/row-id.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'
import type { SessionCookies, Who } from '../../../http/call.ts'
import type { SessionsServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { logoPath, platformOf, smdpAddressOf } from '../../platform/brand/service.ts'
import { readEntitlement } from '../../platform/plans/service.ts'
import { findEnterprise, updateMemberSeen } from '../../platform/tenancy/service.ts'
import { selectMembers } from './member-queries.ts'
import { bindingHash, openSession, type SignInOrigin } from './opening.ts'
import {
  type EndReason,
  type SessionRecord,
  selectOpenSessions,
  selectSession,
  selectTokenUser,
  updateEnded,
  updateEndedOf,
  updateSeen,
} from './queries.ts'
import { effectivePermissions, standingOf } from './rights.ts'
import { verifyToken } from './token.ts'
import { endVisit, isVisit, mayStillVisit, visitorWho } from './visit.ts'

export { openSession, renewToken, type SignInOrigin } from './opening.ts'
export { isAdmin, standingOf } from './rights.ts'
export { openVisit } from './visit.ts'

/** A session ends after this long without a call by the user (specification, section 4). */
export const IDLE_LIMIT_MS = 2 * 60 * 60 * 1000

/** How long after a sign-in or a step-up sensitive actions need no further proof of identity. */
export const PROOF_LIFE_MS = 10 * 60 * 1000

/** The time of the last activity is stored at most this often. */
const SEEN_STEP_MS = 30_000

/** The same of the member, which everyone who may view members sees. */
const MEMBER_SEEN_STEP_MS = 3 * 60_000

export type Credentials = {
  token: string | undefined
  binding: string | undefined
  /** The binding of a visit. Without it, a visit is not admitted. */
  visitBinding?: string | undefined
  /** The call was not caused by the user, so it does not count as activity. */
  background: boolean
}

/**
 * The user of a call, with the current permissions. The token alone is not enough: its session must be open in the
 * database, and the browser must be the one that signed in.
 * @throws Problem session_missing, session_expired or session_ended
 */
export async function authenticate(server: Server, credentials: Credentials): Promise<Who> {
  const { token, background } = credentials
  const now = server.clock.now()
  const { sid, enterpriseId, userId } = await verifyToken(server.keys.session, token, now)
  // not under the limit of the calling stream, which may have changed
  const session = await withGroupLimit(undefined, () =>
    server.db.tenantRead(enterpriseId, (db) => selectSession(db, { enterpriseId, sessionId: sid, at: now })),
  )
  if (!session || session.user_id !== userId || !isSameBrowser(session, credentials))
    throw new Problem('session_missing')
  const endReason = endReasonOf(session, now) ?? (await visitEndReasonOf(server, session))
  const isSeen = !background && now.getTime() - session.last_seen_at.getTime() >= SEEN_STEP_MS
  if (endReason ? session.ended_at === null : isSeen) {
    const write = (db: TenantDb) =>
      endReason
        ? updateEnded(db, sid, { at: now, reason: endReason })
        : recordSeen(db, session, { sid, enterpriseId, now })
    await server.db.bookkeeping(() => withGroupLimit(undefined, () => server.db.tenantTx(enterpriseId, write)))
  }
  if (endReason === 'IDLE' || endReason === 'EXPIRED') throw new Problem('session_expired')
  if (endReason) throw new Problem('session_ended')
  const ids = { sessionId: sid, enterpriseId }
  return isVisit(session) ? visitorWho(session, ids) : whoOf(session, ids)
}

type Seen = { sid: string; enterpriseId: EnterpriseId; now: Date }

/** Stores the time of activity in the session and, less often, in the member. */
async function recordSeen(db: TenantDb, session: SessionRecord, { sid, now }: Seen): Promise<void> {
  await updateSeen(db, sid, now)
  const { user_id: userId, member_seen_at: seenAt } = session
  const isMember = !isVisit(session) && session.member_state !== null
  if (isMember && now.getTime() - (seenAt?.getTime() ?? 0) >= MEMBER_SEEN_STEP_MS)
    await updateMemberSeen(db, { userId, at: now })
}

/** A visit also ends when its visitor may visit no more. */
async function visitEndReasonOf(server: Server, session: SessionRecord): Promise<EndReason | undefined> {
  return isVisit(session) && !(await mayStillVisit(server, session.user_id)) ? 'ELSEWHERE' : undefined
}

type BrowserCredentials = Omit<Credentials, 'background'>

/** Ends the session of a browser, and the visit that was opened from it. Does nothing for a token that is not an open session of that browser. */
export async function signOut(server: Server, credentials: BrowserCredentials): Promise<void> {
  await withSession(server, credentials, async (who) => {
    const { enterpriseId, sessionId, userId, name, email } = who
    await server.db.globalTx(async (db) => {
      await endVisit(server, db, userId)
      if (who.visit) return
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
  { token, binding, visitBinding }: BrowserCredentials,
  act: (who: Who) => Promise<void>,
): Promise<void> {
  try {
    await act(await authenticate(server, { token, binding, visitBinding, background: true }))
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
    visit: session.visit_reason !== null,
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
    enterprise: await findEnterprise(db),
    plan: (await readEntitlement(server, db, { enterpriseId, at: server.clock.now() })).plan,
  }))
  if (!enterprise) throw new Problem('not_found')
  return {
    id: enterpriseId,
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
  const { permissions, withheld, groups, lacksSecondFactor } = who
  return { userPermissions: treeOf(permissions), withheld: [...withheld], groups, lacksSecondFactor }
}

function isSameBrowser(session: SessionRecord, { binding: own, visitBinding }: BrowserCredentials): boolean {
  const binding = isVisit(session) ? visitBinding : own
  return binding !== undefined && timingSafeEqual(session.binding_hash, bindingHash(binding))
}

/** Why a session has ended, if it has. A user who was deactivated or left the enterprise account has no session there. */
function endReasonOf(session: SessionRecord, now: Date): EndReason | undefined {
  if (session.ended_at !== null) return session.end_reason ?? 'ELSEWHERE'
  if (session.expires_at <= now) return 'EXPIRED'
  if (now.getTime() - session.last_seen_at.getTime() > IDLE_LIMIT_MS) return 'IDLE'
  if (!isVisit(session) && !isAllowedSignIn(session)) return 'ELSEWHERE'
  if (session.account_state !== 'ACTIVE') return 'ELSEWHERE'
  if (isVisit(session)) return session.enterprise_state === null ? 'ELSEWHERE' : undefined
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

function whoOf(session: SessionRecord, ids: { sessionId: string; enterpriseId: EnterpriseId }): Who {
  return {
    ...ids,
    ...standingOf(session),
    userId: session.user_id,
    platformId: session.platform_id,
    name: `${session.first_name} ${session.last_name}`,
    email: session.email,
    role: session.own_role ?? session.role ?? '',
    isOwner: session.role === 'Owner',
    provedAt: session.proved_at,
    lacksSecondFactor: session.second_factor_demanded === true && !session.second_factor,
    hasSecondFactor: session.second_factor,
    visit: undefined,
    key: undefined,
    ssoEnterpriseId: session.sso_enterprise_id,
  }
}

/**
 * A member as the caller of work that the member asked for and a second person has approved. Undefined: no active member.
 */
export async function readCallerNow(
  db: TenantDb,
  { userId, at }: { userId: UserId; at: Date },
): Promise<Who | undefined> {
  const [row] = await selectMembers(db, { at, userIds: [userId] })
  return (
    row && {
      ...standingOf(row),
      enterpriseId: db.enterpriseId,
      sessionId: '',
      userId,
      platformId: row.platform_id,
      name: `${row.first_name} ${row.last_name}`,
      email: row.email,
      role: row.own_role ?? row.role ?? '',
      isOwner: row.role === 'Owner',
      provedAt: new Date(0),
      lacksSecondFactor: false,
      hasSecondFactor: false,
      visit: undefined,
      key: undefined,
      ssoEnterpriseId: null,
    }
  )
}

/** An active member with the permissions effective now, as in a call of the member. */
export type MemberNow = {
  userId: UserId
  name: string
  firstName: string
  email: string
  platformId: PlatformId
  /** May manage what other members own: the built-in roles Owner and Admin. */
  isAdmin: boolean
  permissions: ReadonlySet<PermissionId>
  /** The groups to which the member's view is limited; undefined: no limit. */
  groupIds: readonly GroupId[] | undefined
}

/** The active members of an enterprise account by name; with `userIds`, those of them. */
export async function readMembers(
  db: TenantDb,
  { at, userIds }: { at: Date; userIds?: readonly UserId[] },
): Promise<MemberNow[]> {
  if (userIds?.length === 0) return []
  const rows = await selectMembers(db, { at, userIds })
  return rows.map((row) => ({
    userId: row.user_id,
    name: `${row.first_name} ${row.last_name}`,
    firstName: row.first_name,
    email: row.email,
    platformId: row.platform_id,
    isAdmin: row.role === 'Owner' || row.role === 'Admin',
    permissions: effectivePermissions(row),
    groupIds: row.groups?.map(({ id }) => id),
  }))
}
