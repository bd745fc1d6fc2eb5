import { Problem, visitPermissions } from '@simwright/contract'
import { VISIT_MINUTES } from '@simwright/contract/people/client'
import type { Kysely } from 'kysely'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'
import type { Who } from '../../../http/call.ts'
import type { SessionsServer as Server } from '../../../port/module.ts'
import { type Actor, actAs, recordAudit } from '../../platform/audit/service.ts'
import { bindingHash, renewToken, type SignInOrigin } from './opening.ts'
import {
  insertSession,
  type SessionRecord,
  selectStaffRights,
  selectTokenUser,
  updateVisitEnded,
  updateVisitEndsAudited,
} from './queries.ts'
import { permissionsOf } from './rights.ts'

/** The name of the role that a visitor has in the enterprise account. */
const VISITOR_ROLE = 'Platform staff'

export type VisitedClient = { id: EnterpriseId; name: string; reason: string }

export type OpenedVisit = { token: string; binding: string; endsAt: Date }

/**
 * Opens a read-only session of a staff member in an enterprise account, next to the session of the call, which it does
 * not outlast. Ends an earlier visit of the same staff member. Both audit logs show it.
 * @throws Problem second_factor_needed
 */
export async function openVisit(
  server: Server,
  who: Who,
  { client, from }: { client: VisitedClient; from: SignInOrigin },
): Promise<OpenedVisit> {
  if (!who.hasSecondFactor) throw new Problem('second_factor_needed')
  const own = await selectTokenUser(server.db.global, who.sessionId)
  if (!own) throw new Problem('session_missing')
  const { random, clock } = server
  const now = clock.now()
  const endsAt = new Date(Math.min(now.getTime() + VISIT_MINUTES * 60_000, own.expiresAt.getTime()))
  const sessionId = random.uuid()
  const binding = Buffer.from(random.bytes(32)).toString('base64url')
  await server.db.globalTx(async (db) => {
    await endVisit(server, db, who.userId)
    await insertSession(db, {
      id: sessionId,
      user_id: who.userId,
      enterprise_id: client.id,
      binding_hash: bindingHash(binding),
      address: from.address,
      user_agent: from.userAgent,
      created_at: now,
      last_seen_at: now,
      proved_at: who.provedAt,
      expires_at: endsAt,
      sso_enterprise_id: null,
      visit_reason: client.reason,
      visit_name: client.name,
    })
    const after = { reason: client.reason, endsAt: endsAt.toISOString() }
    for (const enterpriseId of [client.id, STAFF_ENTERPRISE_ID])
      await recordAudit(server, db, { enterpriseId, action: 'enterprise.visited', object: client, after })
  })
  return { token: await renewToken(server, { sessionId }), binding, endsAt }
}

type Recorder = Pick<Server, 'clock' | 'random' | 'db'>

/** Ends the visit of a user, if there is one, in the caller's transaction. */
export async function endVisit(
  server: Pick<Recorder, 'clock' | 'random'>,
  db: Kysely<GlobalTables>,
  userId: UserId,
): Promise<void> {
  await updateVisitEnded(db, userId, server.clock.now())
  await auditEnds(server, db)
}

/** Records each visit that has ended, or whose time is over, in the audit log of its enterprise account, once. */
export async function auditVisitEnds(server: Recorder): Promise<void> {
  await server.db.globalTx((db) => auditEnds(server, db))
}

async function auditEnds(server: Pick<Recorder, 'clock' | 'random'>, db: Kysely<GlobalTables>): Promise<void> {
  for (const visit of await updateVisitEndsAudited(db, server.clock.now())) {
    const { enterprise_id: enterpriseId, visit_name: name, ended_at: endedAt } = visit
    const object = { id: enterpriseId, name }
    const after = { endedAt: endedAt.toISOString() }
    await actAs(visitorOf(visit), async () => {
      for (const chain of [enterpriseId, STAFF_ENTERPRISE_ID])
        await recordAudit(server, db, { enterpriseId: chain, action: 'enterprise.visitEnded', object, after })
    })
  }
}

export const isVisit = (session: SessionRecord): session is VisitSession => session.visit_reason !== null

type VisitSession = SessionRecord & { visit_reason: string }

type VisitorRecord = { user_id: string; email: string; first_name: string; last_name: string }

const visitorOf = ({ user_id: id, email, first_name, last_name }: VisitorRecord): Actor => ({
  kind: 'STAFF',
  id,
  name: `${first_name} ${last_name}`,
  email,
  address: null,
  requestId: null,
})

/** Whether a visitor is still a staff member who may visit clients, which is checked at each call. */
export async function mayStillVisit(server: Pick<Server, 'db'>, userId: UserId): Promise<boolean> {
  const rights = await server.db.tenantRead(STAFF_ENTERPRISE_ID, (db) => selectStaffRights(db, userId))
  return (
    rights !== undefined && permissionsOf({ ...rights, enterprise_id: STAFF_ENTERPRISE_ID }).has('Admin_Client_Edit')
  )
}

/** A visitor as the enterprise account's own calls see one. */
export function visitorWho(
  session: VisitSession,
  { sessionId, enterpriseId }: { sessionId: string; enterpriseId: EnterpriseId },
): Who {
  return {
    sessionId,
    enterpriseId,
    userId: session.user_id,
    platformId: session.enterprise_platform_id ?? session.platform_id,
    name: `${session.first_name} ${session.last_name}`,
    email: session.email,
    role: VISITOR_ROLE,
    isOwner: false,
    permissions: visitPermissions,
    withheld: new Set(),
    suspended: session.enterprise_state !== 'ACTIVE',
    deletionAt: session.enterprise_deletion_at,
    frozen: false,
    provedAt: session.proved_at,
    lacksSecondFactor: false,
    hasSecondFactor: session.second_factor,
    ssoEnterpriseId: null,
    groups: null,
    key: undefined,
    visit: { reason: session.visit_reason, endsAt: session.expires_at },
  }
}
