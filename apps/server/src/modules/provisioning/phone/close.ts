import type { TenantDb } from '../../../db/database.ts'
import type { PhoneServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { type Actor, type Cause, lockProfiles, move } from '../../profiles/lifecycle/service.ts'
import { deleteTrial } from '../smdp/service.ts'
import { deletePhone, lockPhone, type PhoneRecord } from './queries.ts'

type Needs = Pick<Server, 'clock' | 'random'>

/**
 * Closes a phone: the state of the try is deleted, so that the profile is as it was, and its timeline has one event that
 * says what was tried. A phone that did nothing leaves no event.
 */
export async function closeIn(
  server: Needs,
  db: TenantDb,
  { enterprise_id: enterpriseId, id, profile_id: profileId, created_by: userId }: PhoneRecord,
): Promise<void> {
  // the order of locks: the profile first
  const [profile] = await lockProfiles(db, enterpriseId, [profileId])
  const phone = await lockPhone(db)
  if (phone?.id !== id) return
  await deleteTrial(db, { enterpriseId, id })
  await deletePhone(db)
  const steps = (phone.screen.steps ?? []).join(', ')
  if (!profile) return
  const actor: Actor = { kind: 'user', userId }
  const cause: Cause = { enterpriseId, at: server.clock.now(), actor, newId: () => server.random.uuid() }
  if (steps !== '') await move(db, cause, [{ row: profile, transition: { kind: 'tried', steps } }])
  await recordAudit(server, db, {
    action: 'virtualPhone.closed',
    enterpriseId,
    object: { id: profileId, name: profile.iccid },
    after: { eid: phone.eid, outcome: steps },
  })
}
