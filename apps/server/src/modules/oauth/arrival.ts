import { Problem } from '@simwright/contract'
import type { Server } from '../../server.ts'
import { insertProvedAccount } from '../accounts/service.ts'
import { recordAudit } from '../audit/service.ts'
import { identityOf } from './identity.ts'
import { insertIdentity } from './queries.ts'
import type { Source } from './source.ts'
import { insertArrival, selectConnection, selectEnterpriseName, selectMemberState, selectName } from './sso-queries.ts'
import type { Vouched } from './vouched.ts'

type Arrival = Vouched & { email: string; platformId: string }

/** Makes account and membership of somebody whom an enterprise account's own provider vouches for the first time. */
export async function arriveBySso(
  server: Server,
  source: Source,
  { email, platformId, ...vouched }: Arrival,
): Promise<string> {
  const enterpriseId = source.enterpriseId!
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const companyName = await selectEnterpriseName(db, enterpriseId)
    const userId = await insertProvedAccount(server, db, {
      email,
      platformId,
      firstName: vouched.firstName || (email.split('@', 1)[0] ?? ''),
      lastName: vouched.lastName || '-',
      companyName,
      survey: undefined,
    })
    if (userId === undefined) throw new Problem('conflict')
    const { subject } = vouched
    if (!(await insertIdentity(db, identityOf(server, { source, userId, subject, email }))))
      throw new Problem('conflict')
    const names = { firstName: vouched.firstName, lastName: vouched.lastName }
    await recordAudit(server, db, {
      enterpriseId,
      deed: 'account.opened',
      object: { id: userId, name: email },
      after: { email, companyName, ...names },
      by: { id: userId, email, name: `${vouched.firstName} ${vouched.lastName}`.trim() || email },
    })
    return userId
  })
}

/** A member comes in; who is none yet becomes one. @throws Problem account_inactive for a deactivated one */
export async function joinBySso(
  server: Server,
  enterpriseId: string,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  await server.db.tenantTx(enterpriseId, async (db) => {
    const state = await selectMemberState(db, enterpriseId, userId)
    if (state === 'ACTIVE') return
    if (state !== undefined) throw new Problem('account_inactive')
    const connection = await selectConnection(db, enterpriseId)
    if (!connection?.enabled) throw new Problem('oauth_unknown')
    const role = connection.default_role
    const id = server.random.uuid()
    const taken = await insertArrival(db, enterpriseId, { id, userId, email, role, at: server.clock.now() })
    await recordAudit(server, db, {
      enterpriseId,
      deed: 'member.joined',
      object: { id, name: email },
      after: { role: taken, state: 'ACTIVE' },
      by: { id: userId, email, name: await selectName(db, userId) },
    })
  })
}
