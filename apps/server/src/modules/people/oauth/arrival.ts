import { Problem } from '@simwright/contract'
import type { TenantDb } from '../../../db/database.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { deleteInvitation, insertArrivedMember } from '../../platform/tenancy/service.ts'
import { insertProvedAccount } from '../accounts/service.ts'
import { identityOf } from './identity.ts'
import type { Server } from './port.ts'
import { insertIdentity } from './queries.ts'
import type { Source } from './source.ts'
import { selectConnection, selectEnterpriseName, selectMemberState, selectName, selectRoleName } from './sso-queries.ts'
import type { Vouched } from './vouched.ts'

type Arrival = Vouched & { email: string; platformId: string }

/** Creates account and membership of a user for whom an enterprise account's own provider vouches for the first time. */
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
      action: 'account.opened',
      object: { id: userId, name: email },
      after: { email, companyName, ...names },
      by: { id: userId, email, name: `${vouched.firstName} ${vouched.lastName}`.trim() || email },
    })
    return userId
  })
}

/** Signs in a member, and makes a new user a member. @throws Problem account_inactive for a deactivated member */
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
    const member = { id: server.random.uuid(), userId, at: server.clock.now() }
    const role = await insertArrival(db, enterpriseId, { ...member, email, defaultRole: connection.default_role })
    await recordAudit(server, db, {
      enterpriseId,
      action: 'member.joined',
      object: { id: member.id, name: email },
      after: { role, state: 'ACTIVE' },
      by: { id: userId, email, name: await selectName(db, userId) },
    })
  })
}

/** Inserts the member with the role of an open invitation to the address, else with the default one. @returns its name */
async function insertArrival(
  db: TenantDb,
  enterpriseId: string,
  { email, defaultRole, ...member }: { id: string; userId: string; at: Date; email: string; defaultRole: string },
): Promise<string> {
  const invited = await deleteInvitation(db, enterpriseId, email)
  const role = invited ?? { built_in_role: defaultRole, role_id: null }
  await insertArrivedMember(db, enterpriseId, { ...member, role })
  return role.role_id === null ? (role.built_in_role ?? '') : await selectRoleName(db, enterpriseId, role.role_id)
}
