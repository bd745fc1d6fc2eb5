import { STAFF_ENTERPRISE_ID } from './db/staff-enterprise.ts'
import type { Asked, Caller, Gate } from './http/gate.ts'
import { refuseUploadBelowReserve } from './jobs/disk-reserve.ts'
import { authenticate, requireRecentProof } from './modules/people/sessions/service.ts'
import { ApprovalNeeded, askApproval, isGuarded } from './modules/platform/approval/service.ts'
import { type Actor, countActions, mustBeAudited, visitorAt } from './modules/platform/audit/service.ts'
import { visitedAt } from './modules/platform/brand/service.ts'
import { authenticateKey, isApiKey } from './modules/programs/keys/service.ts'
import type { Server } from './server.ts'

/** Connects `serve`, which imports no module, with the modules that know callers and record their actions. */
export function openGate(server: Server): Gate {
  return {
    authenticate: (proof) => authenticate(server, proof),
    isApiKey,
    authenticateKey: (proof) => authenticateKey(server, proof),
    requireRecentProof: (who) => requireRecentProof(server, who),
    visitedAt: (address) => visitedAt(server, address),
    countActions: (caller, work) => countActions(actorOf(caller), work),
    mustBeAudited,
    refusalOf: (error, asked) => refusalOf(server, error, asked),
    hidesCodes: ({ enterpriseId }) => server.db.tenantRead(enterpriseId, (db) => isGuarded(db, 'EXPORT')),
    refuseUploadBelowReserve: () => refuseUploadBelowReserve(server),
  }
}

async function refusalOf(server: Server, error: unknown, { who, repeated, timeZone }: Asked): Promise<unknown> {
  if (!(error instanceof ApprovalNeeded)) return error
  return await server.db.tenantTx(who.enterpriseId, (db) =>
    askApproval(server, db, { needed: error, call: repeated, timeZone, key: who.key }),
  )
}

/** The actor of a call for the audit log. */
function actorOf({ who, address, requestId }: Caller): Actor {
  if (!who) return visitorAt({ address, requestId })
  const { key } = who
  if (key) return { kind: 'KEY', id: key.id, name: key.name, email: who.email || null, address, requestId }
  const kind = who.visit || who.enterpriseId === STAFF_ENTERPRISE_ID ? 'STAFF' : 'PERSON'
  return { kind, id: who.userId, name: who.name, email: who.email, address, requestId }
}
