import { createHash } from 'node:crypto'
import { Problem } from '@simwright/contract'
import type { Kysely } from 'kysely'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'
import { SESSION_LIFE_SECONDS } from '../../../http/browser.ts'
import type { SessionCookies, Who } from '../../../http/call.ts'
import type { SessionsServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { updateMemberSeen } from '../../platform/tenancy/service.ts'
import { insertSession, selectTokenUser } from './queries.ts'
import { signToken } from './token.ts'

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
    visit_reason: null,
    visit_name: null,
  }
  await server.db.globalTx(async (db) => {
    await insertSession(db, session)
    if (!inherited) await recordSignIn(server, db, { user, sid, from })
  })
  const { userId, enterpriseId } = user
  await server.db.tenantTx(enterpriseId, (db) => updateMemberSeen(db, { userId, at: now }))
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

/** The hash of a binding cookie, which the session's row contains. */
export const bindingHash = (binding: string) => createHash('sha256').update(binding).digest()
