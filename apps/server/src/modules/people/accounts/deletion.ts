import { type OutputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/people/account'
import type { SystemDb } from '../../../db/database.ts'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import { dayText } from '../../../format/day.ts'
import type { Who } from '../../../http/call.ts'
import type { AccountsServer as Server } from '../../../port/module.ts'
import { recordAudit, recordOwnAction } from '../../platform/audit/service.ts'
import { deleteMailsTo } from '../../platform/mail/service.ts'
import { deleteUser, updateEnterpriseDeletion, updateUserDeletion } from '../../platform/tenancy/service.ts'
import { notifyOfChange } from '../security/service.ts'
import {
  lockDueAccount,
  type MembershipRecord,
  selectDueAccounts,
  selectMembership,
  selectMembershipIds,
} from './queries.ts'

const GRACE_DAYS = 14
const DAY_MS = 24 * 60 * 60 * 1000

type Preview = OutputOf<typeof contract.deletionPreview>

/** What will happen to each enterprise account that the user belongs to. */
export async function previewDeletion(server: Server, who: Pick<Who, 'userId'>): Promise<Preview> {
  const ids = await selectMembershipIds(server.db.global, who.userId)
  const enterprises: Preview['enterprises'] = []
  for (const enterpriseId of ids) {
    const membership = await server.db.tenantRead(enterpriseId, (db) => selectMembership(db, enterpriseId, who.userId))
    if (membership) enterprises.push({ name: membership.name, outcome: expectedOutcomeOf(membership) })
  }
  return { graceDays: GRACE_DAYS, enterprises }
}

type Membership = Pick<MembershipRecord, 'role' | 'otherOwners' | 'otherMembers'>

function outcomeOf({ role, otherOwners, otherMembers }: Membership) {
  if (role !== 'Owner' || otherOwners > 0) return 'MEMBERSHIP_ENDS' as const
  return otherMembers > 0 ? ('OWNER_NEEDED' as const) : ('ENTERPRISE_CLOSES' as const)
}

/** The outcome to expect at the end of the grace period. An enterprise account that is closing is deleted by then. */
const expectedOutcomeOf = (membership: MembershipRecord) =>
  membership.closing && outcomeOf(membership) === 'OWNER_NEEDED' ? 'ENTERPRISE_CLOSES' : outcomeOf(membership)

/** Starts the grace period; until its end the user can sign in and cancel the deletion. */
export async function requestDeletion(server: Server, who: Who): Promise<OutputOf<typeof contract.requestDeletion>> {
  await requireOtherOwners(server, who)
  const deletionAt = new Date(server.clock.now().getTime() + GRACE_DAYS * DAY_MS)
  await server.db.globalTx(async (db) => {
    await updateUserDeletion(db, who.userId, deletionAt)
    const day = dayText(deletionAt)
    await notifyOfChange(server, db, who.userId, `The account will be deleted on ${day}. Until then you can keep it.`)
    await recordOwnAction(server, db, who, { action: 'account.deletionRequested', after: { deletionAt } })
  })
  return { deletionAt: deletionAt.toISOString() }
}

export async function cancelDeletion(server: Server, who: Who): Promise<Record<never, never>> {
  await server.db.globalTx(async (db) => {
    await updateUserDeletion(db, who.userId, null)
    await notifyOfChange(server, db, who.userId, 'The account will not be deleted.')
    await recordOwnAction(server, db, who, { action: 'account.deletionCancelled' })
  })
  return {}
}

async function requireOtherOwners(server: Server, who: Pick<Who, 'userId'>): Promise<void> {
  const { enterprises } = await previewDeletion(server, who)
  const ownerless = enterprises.filter(({ outcome }) => outcome === 'OWNER_NEEDED')
  if (ownerless.length > 0) throw new Problem('owner_needed', { names: ownerless.map(({ name }) => name).join(', ') })
}

type Outcome = { enterpriseId: EnterpriseId; name: string; outcome: Preview['enterprises'][number]['outcome'] }

async function recordDeletion(
  server: Pick<Server, 'clock' | 'random'>,
  db: SystemDb,
  { userId, email, outcomes }: { userId: UserId; email: string; outcomes: readonly Outcome[] },
): Promise<void> {
  const enterpriseIds = outcomes.length > 0 ? outcomes.map(({ enterpriseId }) => enterpriseId) : [STAFF_ENTERPRISE_ID]
  for (const enterpriseId of enterpriseIds) {
    const object = { id: userId, name: email }
    await recordAudit(server, db, { enterpriseId, action: 'account.deleted', object, before: { email } })
  }
  for (const { enterpriseId, name, outcome } of outcomes) {
    if (outcome !== 'ENTERPRISE_CLOSES') continue
    const object = { id: enterpriseId, name }
    const after = { deletionAt: server.clock.now() }
    await recordAudit(server, db, { enterpriseId, action: 'enterprise.closed', object, after })
  }
}

const ACCOUNTS_PER_RUN = 50

/**
 * Deletes the user accounts whose grace period is over, with everything that belongs to them. An enterprise account
 * whose only member is deleted becomes due for deletion, too. The last owner of an enterprise account with other members
 * is not deleted until that account has another owner. Several processes may run this at the same time.
 */
export async function deleteDueAccounts(server: Pick<Server, 'db' | 'clock' | 'log' | 'random'>): Promise<number> {
  const now = server.clock.now()
  let deleted = 0
  for (const userId of await selectDueAccounts(server.db.global, { now, limit: ACCOUNTS_PER_RUN })) {
    const done = await server.db.systemTx(async (db) => {
      const due = await lockDueAccount(db, userId, now)
      if (!due) return false
      const outcomes: Outcome[] = []
      for (const enterpriseId of await selectMembershipIds(db, userId)) {
        const membership = await selectMembership(db, enterpriseId, userId)
        if (membership) outcomes.push({ enterpriseId, name: membership.name, outcome: outcomeOf(membership) })
      }
      if (outcomes.some(({ outcome }) => outcome === 'OWNER_NEEDED')) return false
      for (const { enterpriseId, outcome } of outcomes) {
        if (outcome === 'ENTERPRISE_CLOSES') await updateEnterpriseDeletion(db, enterpriseId, now)
      }
      await recordDeletion(server, db, { userId, email: due.email, outcomes })
      const user = await deleteUser(db, userId)
      if (user) await deleteMailsTo(db, user)
      return true
    })
    if (done) {
      deleted += 1
      server.log.info({ userId }, 'an account was deleted at the end of its grace period')
    }
  }
  return deleted
}
