import type { OutputOf } from '@simwright/contract'
import type * as contract from '@simwright/contract/people/invitation'
import { invitationRefusalTexts } from '@simwright/contract/people/invitation'
import type { InvitationRefusal } from '@simwright/contract/people/invitation-code'
import type { Db, TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, PlatformId } from '../../../db/row-id.ts'
import { fault } from '../../../http/input.ts'
import type { InvitationsServer as Server } from '../../../port/module.ts'
import { type Person, recordAudit } from '../../platform/audit/service.ts'
import { givePlanIn } from '../../platform/plans/service.ts'
import { updateTrialDays } from '../../platform/tenancy/service.ts'
import { countUse, type GiftRecord, insertUse, selectGift } from './queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000

type InvitationOutcome = 'ACCEPTED' | InvitationRefusal

type Code = { code: string; platformId: PlatformId }

/** What a code gives. @throws Problem invalid, at the field `invitation`, if it cannot be used */
export async function requireInvitation(
  server: Pick<Server, 'clock'> & { db: Pick<Db, 'global'> },
  { code, platformId }: Code,
): Promise<OutputOf<typeof contract.check>> {
  const found = await selectGift(server.db.global, { code, platformId, at: server.clock.now() })
  const state = found?.state ?? 'UNKNOWN'
  if (!found || state !== 'OPEN') throw refusalFault(state === 'OPEN' ? 'UNKNOWN' : state)
  return { plan: found.plan, planDays: found.plan_days, trialDays: found.trial_days }
}

export const refusalFault = (refusal: InvitationRefusal) =>
  fault('invitation', refusal.toLowerCase(), invitationRefusalTexts[refusal])

type Taking = Code & { enterpriseId: EnterpriseId; by: Person }

/**
 * Uses a code for a new enterprise account, in the transaction that inserts it: counts the use, and gives the plan and
 * the trial days. A code that cannot be used changes nothing.
 */
export async function takeInvitation(
  server: Server,
  db: TenantDb,
  { code, platformId, by }: Taking,
): Promise<InvitationOutcome> {
  const at = server.clock.now()
  const link = await countUse(db, { code, platformId, at })
  if (!link) {
    const state = (await selectGift(db, { code, platformId, at }))?.state ?? 'UNKNOWN'
    return state === 'OPEN' ? 'UNKNOWN' : state
  }
  await insertUse(db, { linkId: link.id, at })
  const after = { plan: link.plan, planDays: link.plan_days, trialDays: link.trial_days }
  const object = { id: link.id, name: `${code.slice(0, 5)}…` }
  await recordAudit(server, db, { enterpriseId: db.enterpriseId, action: 'invitation.used', object, after, by })
  await give(server, db, { link, at, by })
  return 'ACCEPTED'
}

async function give(
  server: Server,
  db: TenantDb,
  { link, at, by }: { link: GiftRecord; at: Date; by: Person },
): Promise<void> {
  if (link.trial_days !== null) await updateTrialDays(db, link.trial_days)
  const { plan, plan_days: days } = link
  if (days === null || (plan !== 'BASIC' && plan !== 'PRO' && plan !== 'PREMIUM')) return
  await givePlanIn(server, db, {
    enterpriseId: db.enterpriseId,
    plan,
    endsAt: new Date(at.getTime() + days * DAY_MS),
    by,
  })
}
