import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/people/account'
import type { Who } from '../../../http/call.ts'
import type { AccountsServer as Server } from '../../../port/module.ts'
import { recordOwnAction } from '../../platform/audit/service.ts'
import { updatePerson } from '../../platform/tenancy/service.ts'
import { renewToken } from '../sessions/service.ts'
import { hasPassword } from './password.ts'
import { type PersonRecord, selectPerson } from './queries.ts'

export async function readMe(server: Server, who: Who): Promise<OutputOf<typeof contract.me>> {
  const person = await personOf(server, who)
  return {
    email: person.email,
    firstName: person.first_name,
    lastName: person.last_name,
    companyName: person.company_name,
    timeZone: person.time_zone,
    hasPassword: hasPassword(person),
    passwordChangedAt: person.password_changed_at?.toISOString() ?? null,
    createdAt: person.created_at.toISOString(),
    deletionAt: person.deletion_at?.toISOString() ?? null,
  }
}

/** @returns a new token of the session, because the token contains the names */
export async function editMe(server: Server, who: Who, input: ParsedInputOf<typeof contract.edit>): Promise<string> {
  const { first_name: firstName, last_name: lastName, time_zone: timeZone } = await personOf(server, who)
  await server.db.globalTx(async (db) => {
    await updatePerson(db, who.userId, input)
    const before = { firstName, lastName, timeZone }
    const after = { firstName: input.firstName, lastName: input.lastName, timeZone: input.timeZone }
    await recordOwnAction(server, db, who, { action: 'account.edited', before, after })
  })
  return await renewToken(server, who)
}

export async function personOf(server: Server, { userId }: Who): Promise<PersonRecord> {
  const person = await selectPerson(server.db.global, userId)
  if (!person) throw new Problem('not_found')
  return person
}
