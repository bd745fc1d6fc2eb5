import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/people/enterprise'
import { DELETION_GRACE_DAYS } from '@simwright/contract/people/enterprise'
import type { SystemDb } from '../../../db/database.ts'
import { capTotal } from '../../../db/page.ts'
import type { Who } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import type { EnterprisesServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { platformOf, senderOf } from '../../platform/brand/service.ts'
import { enterpriseClosingLetter, enterpriseKeptLetter, type Letter } from '../../platform/mail/service.ts'
import { selectOwners, updateEnterpriseDeletion } from '../../platform/tenancy/service.ts'
import { countMembers, countProfiles, type EnterpriseRecord, lockEnterprise } from './queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** What a deletion of the enterprise account would delete. */
export async function previewDeletion(server: Server, who: Who): Promise<OutputOf<typeof contract.deletionPreview>> {
  const { enterpriseId } = who
  const { members, profiles } = await server.db.tenantTx(enterpriseId, async (db) => ({
    members: await countMembers(db),
    profiles: await countProfiles(db),
  }))
  return {
    graceDays: DELETION_GRACE_DAYS,
    mayDelete: who.isOwner && !who.suspended,
    deletionAt: who.deletionAt?.toISOString() ?? null,
    members,
    profiles: capTotal(profiles),
  }
}

/**
 * Starts the grace period: from now on devices can't download from the enterprise account, and its members can only read.
 * @throws Problem enterprise_suspended; conflict when the grace period has already started
 */
export async function requestDeletion(
  server: Server,
  who: Who,
  { name }: ParsedInputOf<typeof contract.requestDeletion>,
): Promise<OutputOf<typeof contract.requestDeletion>> {
  if (who.suspended) throw new Problem('enterprise_suspended')
  const { enterpriseId } = who
  const at = server.clock.now()
  const deletionAt = new Date(at.getTime() + DELETION_GRACE_DAYS * DAY_MS)
  await server.db.tenantTx(enterpriseId, async (db) => {
    const enterprise = await lockEnterprise(db)
    if (!enterprise) throw new Problem('not_found')
    if (enterprise.deletion_at !== null) throw new Problem('conflict')
    if (enterprise.name !== name) throw fault('name', 'name', 'This is not the name of the enterprise account.')
    await updateEnterpriseDeletion(db, enterpriseId, deletionAt)
    const object = { id: enterpriseId, name: enterprise.name }
    await recordAudit(server, db, {
      enterpriseId,
      action: 'enterprise.deletionRequested',
      object,
      after: { deletionAt },
    })
    await mailOwners(server, db, enterprise, ({ sender, ...named }) =>
      enterpriseClosingLetter(sender, { ...named, actor: who.name, deletionAt }),
    )
  })
  return { deletionAt: deletionAt.toISOString() }
}

/** Cancels the deletion. @throws Problem conflict when there is none, or it is already due */
export async function cancelDeletion(server: Server, who: Who): Promise<OutputOf<typeof contract.cancelDeletion>> {
  const { enterpriseId } = who
  await server.db.tenantTx(enterpriseId, async (db) => {
    const enterprise = await lockEnterprise(db)
    if (!enterprise?.deletion_at || enterprise.deletion_at <= server.clock.now()) throw new Problem('conflict')
    await updateEnterpriseDeletion(db, enterpriseId, null)
    const object = { id: enterpriseId, name: enterprise.name }
    const before = { deletionAt: enterprise.deletion_at }
    await recordAudit(server, db, { enterpriseId, action: 'enterprise.deletionCancelled', object, before })
    await mailOwners(server, db, enterprise, ({ sender, ...named }) =>
      enterpriseKeptLetter(sender, { ...named, actor: who.name }),
    )
  })
  return {}
}

type LetterFields = { sender: ReturnType<typeof senderOf>; to: string; firstName: string; enterpriseName: string }
type Notifier = Pick<Server, 'config' | 'platforms' | 'mail'>

/** Queues a mail to each active owner, in the caller's transaction. */
export async function mailOwners(
  server: Notifier,
  db: SystemDb,
  { enterprise_id, name, platform_id }: EnterpriseRecord,
  letterFor: (fields: LetterFields) => Letter,
): Promise<void> {
  const sender = senderOf(server, platformOf(server, platform_id))
  for (const { email: to, first_name: firstName } of await selectOwners(db, enterprise_id))
    await server.mail.queue(db as never, letterFor({ sender, to, firstName, enterpriseName: name }))
}
