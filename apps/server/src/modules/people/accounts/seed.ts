import type { BuiltInRole } from '@simwright/contract'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'
import type { AccountsServer as Server } from '../../../port/module.ts'
import { findPlatform } from '../../platform/brand/service.ts'
import {
  insertActiveUser,
  insertEnterprise,
  insertMember,
  updatePasswordByEmail,
} from '../../platform/tenancy/service.ts'
import { hashOf } from './password.ts'

/** A user created by a command, active at once and without a mail. */
export type SeededUser = {
  userId: UserId
  enterpriseId: EnterpriseId
  firstName: string
  lastName: string
  companyName: string
  email: string
}

type NewEnterprise = {
  name: string
  plan: 'DEMO' | 'LAB'
  email: string
  password?: string
  owner?: { firstName: string; lastName: string }
  /** Short name of its platform; the default platform if absent. */
  sys?: string
}

/** Creates an enterprise account with its owner, for the demo, the bench and tests. Without a password nobody can sign in. */
export async function createEnterprise(
  server: Server,
  { name, plan, email, password, sys, owner = { firstName: 'Sample', lastName: 'Owner' } }: NewEnterprise,
): Promise<SeededUser> {
  const enterpriseId = server.random.uuid()
  const user = seededUser(server, { enterpriseId, email, ...owner, companyName: name })
  const hash = await seededHash(server, password)
  const platform = findPlatform(server, sys)
  const at = server.clock.now()
  await server.db.tenantTx(enterpriseId, async (db) => {
    await insertActiveUser(db, { ...user, id: user.userId, passwordHash: hash, platformId: platform.id, at })
    const ids = { ownerId: user.userId, memberId: server.random.uuid(), platformId: platform.id }
    await insertEnterprise(db, { name, plan, at, ...ids })
  })
  return user
}

/** Creates another member of an enterprise account. */
export async function createMember(
  server: Server,
  enterpriseId: EnterpriseId,
  { role, email, password, sys }: { role: BuiltInRole; email: string; password?: string; sys?: string },
): Promise<SeededUser> {
  const user = seededUser(server, { enterpriseId, email, lastName: role, companyName: 'Simwright' })
  const hash = await seededHash(server, password)
  const platform = findPlatform(server, sys)
  const at = server.clock.now()
  await server.db.tenantTx(enterpriseId, async (db) => {
    await insertActiveUser(db, { ...user, id: user.userId, passwordHash: hash, platformId: platform.id, at })
    await insertMember(db, { id: server.random.uuid(), userId: user.userId, role, at })
  })
  return user
}

function seededUser(
  server: Server,
  fields: Pick<SeededUser, 'enterpriseId' | 'email' | 'lastName' | 'companyName'> & { firstName?: string },
): SeededUser {
  return { userId: server.random.uuid(), firstName: 'Sample', ...fields }
}

async function seededHash(server: Server, password: string | undefined): Promise<string> {
  return password === undefined ? `none ${server.random.uuid()}` : await hashOf(password, server.passwordCost)
}

/** Sets the password of an account, by command. @returns whether there is such an account */
export async function setPassword(
  server: Pick<Server, 'db' | 'passwordCost'>,
  { email, password }: { email: string; password: string },
): Promise<boolean> {
  return await updatePasswordByEmail(server.db.global, {
    email,
    passwordHash: await hashOf(password, server.passwordCost),
  })
}
