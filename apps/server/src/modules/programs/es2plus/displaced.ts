import type { Es2plusServer as Server } from '../../../port/module.ts'
import { actAs, recordAudit } from '../../platform/audit/service.ts'
import { markDisplaced } from './operator-queries.ts'
import { dropWaiting } from './progress-queries.ts'

/** Not who has proven the key: that is another enterprise account. */
const SYSTEM = { kind: 'SYSTEM', id: null, name: '', email: null, address: null, requestId: null } as const

/**
 * Records the displacement of operators in the audit logs of their accounts, and gives up the notifications that wait for
 * them. The proof has already taken their access. Idempotent.
 */
export async function settleDisplaced(server: Pick<Server, 'db' | 'clock' | 'random'>): Promise<void> {
  await actAs(SYSTEM, () =>
    server.db.systemTx(async (system) => {
      for (const one of await markDisplaced(system, server.clock.now())) {
        const { id, enterprise_id: enterpriseId, name, requester, fingerprint } = one
        await dropWaiting(system, { enterpriseId, requester })
        const entry = { enterpriseId, object: { id, name }, before: { requester, fingerprint } }
        await recordAudit(server, system, { action: 'es2plus.displaced', ...entry })
      }
    }),
  )
}
