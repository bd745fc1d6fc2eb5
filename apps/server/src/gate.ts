import { STAFF_ENTERPRISE_ID } from './db/staff-enterprise.ts'
import type { Caller, Gate } from './http/gate.ts'
import { refuseUploadBelowReserve } from './jobs/disk-reserve.ts'
import { authenticate, requireRecentProof } from './modules/people/sessions/service.ts'
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
    refuseUploadBelowReserve: () => refuseUploadBelowReserve(server),
  }
}

/** The actor of a call for the audit log. */
function actorOf({ who, address, requestId }: Caller): Actor {
  if (!who) return visitorAt({ address, requestId })
  const { key } = who
  if (key) return { kind: 'KEY', id: key.id, name: key.name, email: who.email || null, address, requestId }
  const kind = who.visit || who.enterpriseId === STAFF_ENTERPRISE_ID ? 'STAFF' : 'PERSON'
  return { kind, id: who.userId, name: who.name, email: who.email, address, requestId }
}
