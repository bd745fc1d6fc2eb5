import { Problem } from '@simwright/contract'
import type { AcceptedTexts } from '@simwright/contract/platform/legal'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, PlatformId, UserId } from '../../../db/row-id.ts'
import type { OauthServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { recordConsent, requireConsent } from '../../platform/legal/service.ts'
import { deleteInvitation, insertSsoMember, selectEnterprise, selectUserNames } from '../../platform/tenancy/service.ts'
import { insertVerifiedAccount } from '../accounts/service.ts'
import type { VerifiedClaims } from './claims.ts'
import { identityOf } from './identity.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { insertIdentity } from './queries.ts'
import { selectConnection, selectMemberState, selectRoleName } from './sso-queries.ts'

type NewSsoUser = {
  person: Omit<VerifiedClaims, 'emailVerified' | 'userName' | 'claimNames'> & { email: string; platformId: PlatformId }
  accepted: AcceptedTexts
}

/**
 * Creates the account of a user who signs in by an enterprise account's own identity provider for the first time; `also`
 * runs in the same transaction.
 * @throws Problem conflict; invalid for texts of the platform that were not accepted
 */
export async function createSsoUser(
  server: Server,
  idp: IdentityProvider,
  { person: { email, platformId, ...claims }, accepted }: NewSsoUser,
  also: (db: TenantDb) => Promise<void> = async () => {},
): Promise<string> {
  const enterpriseId = idp.enterpriseId!
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const texts = await requireConsent(server, db, { platformId, accepted })
    const { name: companyName } = await selectEnterprise(db)
    const userId = await insertVerifiedAccount(server, db, {
      email,
      platformId,
      firstName: claims.firstName || (email.split('@', 1)[0] ?? ''),
      lastName: claims.lastName || '-',
      companyName,
      survey: undefined,
    })
    if (userId === undefined) throw new Problem('conflict')
    await recordConsent(server, db, { userId, platformId, texts })
    await also(db)
    const { subject } = claims
    if (!(await insertIdentity(db, identityOf(server, { idp, userId, subject, email })))) throw new Problem('conflict')
    const names = { firstName: claims.firstName, lastName: claims.lastName }
    await recordAudit(server, db, {
      enterpriseId,
      action: 'account.opened',
      object: { id: userId, name: email },
      after: { email, companyName, ...names },
      by: { id: userId, email, name: `${claims.firstName} ${claims.lastName}`.trim() || email },
    })
    return userId
  })
}

/** Makes the user a member of the enterprise account, if needed. @throws Problem account_inactive for a deactivated member */
export async function joinBySso(
  server: Server,
  enterpriseId: EnterpriseId,
  { userId, email }: { userId: UserId; email: string },
): Promise<void> {
  await server.db.tenantTx(enterpriseId, async (db) => {
    const state = await selectMemberState(db, userId)
    if (state === 'ACTIVE') return
    if (state !== undefined) throw new Problem('account_inactive')
    const connection = await selectConnection(db)
    if (!connection?.enabled) throw new Problem('oauth_unknown')
    const member = { id: server.random.uuid(), userId, at: server.clock.now() }
    const role = await insertMember(db, { ...member, email, defaultRole: connection.default_role })
    const [person] = await selectUserNames(db, { ids: [userId] })
    await recordAudit(server, db, {
      enterpriseId,
      action: 'member.joined',
      object: { id: member.id, name: email },
      after: { role, state: 'ACTIVE' },
      by: { id: userId, email, name: person?.name ?? '' },
    })
  })
}

/** Inserts the member with the role of an open invitation to the address, or with the default role. @returns the role's name */
async function insertMember(
  db: TenantDb,
  { email, defaultRole, ...member }: { id: string; userId: UserId; at: Date; email: string; defaultRole: string },
): Promise<string> {
  const invited = await deleteInvitation(db, email)
  const role = invited ?? { built_in_role: defaultRole, role_id: null }
  await insertSsoMember(db, { ...member, role })
  return role.role_id === null ? (role.built_in_role ?? '') : await selectRoleName(db, role.role_id)
}
