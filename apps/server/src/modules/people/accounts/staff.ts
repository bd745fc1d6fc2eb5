import type { BuiltInRole } from '@simwright/contract'
import type { UserId } from '../../../db/row-id.ts'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import type { AccountsServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { linkOf } from '../../platform/brand/service.ts'
import {
  activateUser,
  deleteMemberByUser,
  insertActiveUser,
  upsertMember,
  upsertStaffEnterprise,
} from '../../platform/tenancy/service.ts'
import { linkTokenHash, newLinkToken } from './link-token.ts'
import { hasPassword } from './password.ts'
import { deleteTokens, insertToken, selectAccount } from './queries.ts'

export type StaffRole = Extract<BuiltInRole, 'Platform admin' | 'Platform support'>

/** Enough time to go from the terminal to a browser. */
const LINK_LIFE_MS = 24 * 60 * 60_000

export type AddedStaff = {
  userId: UserId
  /** Sets the first password, once; absent when the account is in use and has a password. */
  link?: string
}

/**
 * Makes a person a member of the platform's staff. An account in use keeps its other memberships; an address without one
 * gets an account. Nobody is ever given a password.
 */
export async function addStaff(
  server: Server,
  { email, role }: { email: string; role: StaffRole },
): Promise<AddedStaff> {
  const platform = server.platforms.standard
  const known = await selectAccount(server.db.global, { email, platformId: server.platforms.standard.id })
  const at = server.clock.now()
  const token = newLinkToken(server.random)
  const userId = known?.id ?? server.random.uuid()
  const isInUse = known?.state === 'ACTIVE'
  const passwordHash = `none ${server.random.uuid()}`
  const person = { firstName: 'Platform', lastName: role === 'Platform admin' ? 'Admin' : 'Support' }
  await server.db.tenantTx(STAFF_ENTERPRISE_ID, async (db) => {
    if (!known) {
      const user = { id: userId, email, ...person, companyName: platform.app_name, passwordHash, at }
      await insertActiveUser(db, { ...user, platformId: platform.id })
    } else if (!isInUse) {
      // it waits for activation: anyone may have registered the address
      await activateUser(db, userId, { passwordHash, ...person, survey: null, at })
      await deleteTokens(db, userId)
    }
    await upsertStaffEnterprise(db, { platformId: platform.id, at })
    await upsertMember(db, { id: server.random.uuid(), userId, role, at })
    const object = { id: userId, name: email }
    await recordAudit(server, db, { enterpriseId: STAFF_ENTERPRISE_ID, action: 'staff.added', object, after: { role } })
  })
  if (isInUse && hasPassword(known)) return { userId }
  await insertToken(server.db.global, linkTo(userId, token, at))
  return { userId, link: `${linkOf(server, platform, '/sign/reset')}?token=${token}` }
}

const linkTo = (userId: UserId, token: string, at: Date) => ({
  token_hash: linkTokenHash(token),
  user_id: userId,
  purpose: 'RESET' as const,
  registration: null,
  created_at: at,
  expires_at: new Date(at.getTime() + LINK_LIFE_MS),
})

/** Ends the membership in the staff; the account remains. @returns whether there was one */
export async function removeStaff(
  server: Pick<Server, 'db' | 'clock' | 'random' | 'platforms'>,
  email: string,
): Promise<boolean> {
  const account = await selectAccount(server.db.global, { email, platformId: server.platforms.standard.id })
  if (!account) return false
  return await server.db.tenantTx(STAFF_ENTERPRISE_ID, async (db) => {
    if (!(await deleteMemberByUser(db, account.id))) return false
    const object = { id: account.id, name: email }
    await recordAudit(server, db, { enterpriseId: STAFF_ENTERPRISE_ID, action: 'staff.removed', object })
    return true
  })
}
