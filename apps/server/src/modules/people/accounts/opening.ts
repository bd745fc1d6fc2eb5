import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'
import type { AccountsServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'

type Opening = {
  userId: UserId
  email: string
  firstName: string
  lastName: string
  companyName: string
  enterpriseId: EnterpriseId
}

/** The user as the actor of the sign-up, which has no session yet. */
export const newPerson = ({ userId, email, firstName, lastName }: Omit<Opening, 'enterpriseId' | 'companyName'>) => ({
  id: userId,
  name: `${firstName} ${lastName}`,
  email,
})

/** Records that a user opened a user account and an enterprise account. */
export async function recordOpening(
  server: Server,
  db: TenantDb,
  { userId, email, firstName, lastName, companyName }: Opening,
): Promise<void> {
  const { enterpriseId } = db
  const by = newPerson({ userId, email, firstName, lastName })
  const opened = { email, firstName, lastName, companyName }
  await recordAudit(server, db, {
    enterpriseId,
    action: 'account.opened',
    object: { id: userId, name: email },
    after: opened,
    by,
  })
  await recordAudit(server, db, {
    enterpriseId,
    action: 'enterprise.opened',
    object: { id: enterpriseId, name: companyName },
    after: { name: companyName, plan: 'DEMO' },
    by,
  })
}
