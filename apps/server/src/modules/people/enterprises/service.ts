import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import * as enterprise from '@simwright/contract/people/enterprise'
import { EnterpriseFields } from '@simwright/contract/people/enterprise'
import type { OnceAnswer, OnceCall, SessionCookies, Who } from '../../../http/call.ts'
import type { EnterprisesServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { logoPath } from '../../platform/brand/service.ts'
import { readEntitlement } from '../../platform/plans/service.ts'
import {
  deleteMember,
  type EnterpriseRecord,
  findEnterprise,
  insertEnterprise,
  updateSettings,
} from '../../platform/tenancy/service.ts'
import { createSamples } from '../../provisioning/samples/service.ts'
import { requireSwitchAllowed } from '../accounts/service.ts'
import { openSession } from '../sessions/service.ts'
import { countOwners, requireOtherOwner } from '../team/service.ts'
import { selectDirectory, selectMembership, selectPerson } from './queries.ts'

export { cancelDeletion, previewDeletion, requestDeletion } from './deletion.ts'
export { deleteDueEnterprises } from './due-deletion.ts'
export { findLogo, removeLogo, saveLogo } from './logo.ts'

/** The enterprise accounts of which the user is an active member. */
export async function listEnterprises(server: Server, who: Who): Promise<OutputOf<typeof enterprise.list>> {
  const items: enterprise.Membership[] = []
  for (const id of await selectDirectory(server.db.global, who.userId, enterprise.ENTERPRISES_MAX)) {
    const at = server.clock.now()
    const found = await server.db.tenantTx(id, async (db) => {
      const membership = await selectMembership(db, who.userId)
      return membership && { ...membership, plan: (await readEntitlement(server, db, { enterpriseId: id, at })).plan }
    })
    if (!found) continue
    items.push({
      id,
      name: found.name,
      plan: found.plan,
      roleName: found.own_role ?? found.built_in_role ?? '',
      logoUrl: found.logo_id && logoPath(id, found.logo_id),
      suspended: found.enterprise_state !== 'ACTIVE',
      deletionAt: found.deletion_at?.toISOString() ?? null,
      current: id === who.enterpriseId,
    })
  }
  return { items: items.sort((a, b) => a.name.localeCompare(b.name, 'en') || a.id.localeCompare(b.id)) }
}

/**
 * Replaces the session by one in another enterprise account of the user, with the same expiry and the same time of the
 * last proof of identity.
 * @throws Problem not_found when the user is not an active member there; sso_bound, sso_only
 */
export async function switchEnterprise(
  server: Server,
  who: Who,
  { id, from }: { id: string; from: { address: string; userAgent: string } },
): Promise<SessionCookies> {
  const found = await server.db.tenantRead(id, (db) => selectMembership(db, who.userId))
  const person = await selectPerson(server.db.global, who.sessionId)
  if (!found || !person) throw new Problem('not_found')
  await requireSwitchAllowed(server, who, id)
  return await openSession(
    server,
    {
      userId: who.userId,
      enterpriseId: id,
      firstName: person.first_name,
      lastName: person.last_name,
      companyName: person.company_name,
      email: person.email,
    },
    from,
    { provedAt: who.provedAt, expiresAt: person.expires_at },
  )
}

/** The states of the enterprise accounts that the user owns. */
async function ownedStates(server: Server, { userId }: Who, ids: readonly string[]): Promise<string[]> {
  const states: string[] = []
  for (const id of ids) {
    const found = await server.db.tenantRead(id, (db) => selectMembership(db, userId))
    if (found?.built_in_role === 'Owner') states.push(found.enterprise_state)
  }
  return states
}

/**
 * Opens another enterprise account, with the DEMO plan. It has no free trial if the user already owns one.
 * @throws Problem enterprises_too_many; owner_suspended while one that the user owns is suspended
 */
export async function addEnterprise(
  server: Server,
  who: Who,
  { input: { name }, once }: OnceCall<typeof enterprise.add>,
): OnceAnswer<typeof enterprise.add> {
  const max = enterprise.ENTERPRISES_MAX
  const person = await selectPerson(server.db.global, who.sessionId)
  if (!person) throw new Problem('not_found')
  const memberships = await selectDirectory(server.db.global, who.userId, max)
  if (memberships.length >= max) throw new Problem('enterprises_too_many', { max })
  const owned = await ownedStates(server, who, memberships)
  if (owned.includes('SUSPENDED')) throw new Problem('owner_suspended')
  const id = server.random.uuid()
  const at = server.clock.now()
  return await once.tenantTx(id, async (db) => {
    await insertEnterprise(db, {
      name,
      platformId: person.platform_id,
      ownerId: who.userId,
      memberId: server.random.uuid(),
      plan: 'DEMO',
      ...(owned.length > 0 ? { trialOffer: 'WITHHELD' } : {}),
      at,
    })
    await createSamples(server, db, { enterpriseId: id, at })
    const opened = { enterpriseId: id, object: { id, name }, after: { name, plan: 'DEMO' } }
    await recordAudit(server, db, { action: 'enterprise.opened', ...opened })
    return { id }
  })
}

export async function readSettings(server: Server, who: Who): Promise<OutputOf<typeof enterprise.settings>> {
  const { enterpriseId } = who
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const found = await findEnterprise(db)
    if (!found) throw new Problem('not_found')
    return {
      id: enterpriseId,
      version: found.version,
      fields: fieldsOf(found),
      logoUrl: found.logo_id && logoPath(enterpriseId, found.logo_id),
      createdAt: found.created_at.toISOString(),
      lastOwner: who.isOwner && (await countOwners(db)) === 1,
    }
  })
}

export async function editSettings(
  server: Server,
  who: Who,
  { version, fields }: ParsedInputOf<typeof enterprise.edit>,
): Promise<OutputOf<typeof enterprise.edit>> {
  const { enterpriseId } = who
  await server.db.tenantTx(enterpriseId, async (db) => {
    const found = await findEnterprise(db)
    const saved = await updateSettings(db, { version, ...fields })
    if (!saved || !found) throw new Problem('changed_meanwhile')
    const object = { id: enterpriseId, name: fields.name }
    const before = fieldsOf(found)
    await recordAudit(server, db, { enterpriseId, action: 'enterprise.edited', object, before, after: fields })
  })
  return { version: version + 1 }
}

function fieldsOf({ name, time_zone: timeZone, address, billing }: EnterpriseRecord): EnterpriseFields {
  return EnterpriseFields.parse({ name, timeZone, address: address ?? {}, billing: billing ?? {} })
}

/** Ends the user's membership, and with it the session. @throws Problem last_owner */
export async function leaveEnterprise(server: Server, who: Who): Promise<OutputOf<typeof enterprise.leave>> {
  const { enterpriseId, userId } = who
  await server.db.tenantTx(enterpriseId, async (db) => {
    const own = await selectMembership(db, userId)
    if (!own) throw new Problem('not_found')
    await requireOtherOwner(db, own)
    await deleteMember(db, { id: own.member_id, userId })
    await recordAudit(server, db, {
      enterpriseId,
      action: 'member.left',
      object: { id: own.member_id, name: who.email },
      before: { role: who.role, state: 'ACTIVE' },
    })
  })
  return {}
}
