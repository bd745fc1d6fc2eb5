import type { BuiltInRole } from '@simwright/contract'
import type { TenantDb } from '../../../db/database.ts'
import type { UserId } from '../../../db/row-id.ts'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import type { AccountsServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { linkOf, type PlatformRecord } from '../../platform/brand/service.ts'
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
  const person = { firstName: 'Platform', lastName: role === 'Platform admin' ? 'Admin' : 'Support' }
  const account = await prepareAccount(server, { email, platform, companyName: platform.app_name, ...person })
  const { userId } = account
  const at = server.clock.now()
  await server.db.tenantTx(STAFF_ENTERPRISE_ID, async (db) => {
    await account.insert(db)
    await upsertStaffEnterprise(db, { platformId: platform.id, at })
    await upsertMember(db, { id: server.random.uuid(), userId, role, at })
    const object = { id: userId, name: email }
    await recordAudit(server, db, { enterpriseId: STAFF_ENTERPRISE_ID, action: 'staff.added', object, after: { role } })
  })
  return { userId, ...(await account.makeLink()) }
}

/** The account of an address, which may not exist yet. */
export type PreparedAccount = {
  userId: UserId
  /** Creates it, or activates it, unless it is in use. */
  insert(db: TenantDb): Promise<void>
  /** After that: a link that sets the first password, once; none if the account is in use and has a password. */
  makeLink(): Promise<{ link?: string }>
}

/** Prepares an account for an address. Nobody is ever given a password. */
export async function prepareAccount(
  server: Pick<Server, 'db' | 'clock' | 'random' | 'config'>,
  { email, platform, ...person }: PreparedPerson,
): Promise<PreparedAccount> {
  const known = await selectAccount(server.db.global, { email, platformId: platform.id })
  const at = server.clock.now()
  const userId = known?.id ?? server.random.uuid()
  const isInUse = known?.state === 'ACTIVE'
  const passwordHash = `none ${server.random.uuid()}`
  return {
    userId,
    insert: async (db) => {
      if (!known) {
        await insertActiveUser(db, { id: userId, email, ...person, passwordHash, at, platformId: platform.id })
      } else if (!isInUse) {
        // it waits for activation: anyone may have registered the address
        const { firstName, lastName } = person
        await activateUser(db, userId, { passwordHash, firstName, lastName, survey: null, at })
        await deleteTokens(db, userId)
      }
    },
    makeLink: async () => {
      if (isInUse && hasPassword(known)) return {}
      const token = newLinkToken(server.random)
      await insertToken(server.db.global, linkTo(userId, token, at))
      return { link: `${linkOf(server, platform, '/sign/reset')}?token=${token}` }
    },
  }
}

type PreparedPerson = {
  email: string
  platform: PlatformRecord
  firstName: string
  lastName: string
  companyName: string
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
