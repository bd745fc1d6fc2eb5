import { NO_ENTERPRISE_ID } from '@simwright/contract/people/session'
import { type AuditAction, auditActions } from '@simwright/contract/platform/audit'
import type { Kysely } from 'kysely'
import type { SystemDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'
import type { Who } from '../../../http/call.ts'
import type { AuditServer as Server } from '../../../port/module.ts'
import { type Actor, actorOf, type Person } from './actor.ts'
import { type FactsOf, factsOf } from './fact.ts'
import { insertWaiting, selectEnterpriseIds } from './queries.ts'

/** The handle of any transaction: entries can be recorded in all of them. */
export type AnyDb = SystemDb | Kysely<GlobalTables>

type Recorder = Pick<Server, 'clock' | 'random'>

type Details<D extends AuditAction> = {
  action: D
  before?: FactsOf<D>
  after?: FactsOf<D>
  /** The actor, if the session does not name one. */
  by?: Person
}

export type Entry<D extends AuditAction> = Details<D> & {
  enterpriseId: EnterpriseId
  /** The object of the action, with its name as shown. */
  object: { id: string | null; name: string }
}

/**
 * Records an action in the transaction that performs it: actor, time and address come from the call. An edit that changed
 * nothing leaves no entry.
 */
export async function recordAudit<D extends AuditAction>(server: Recorder, db: AnyDb, entry: Entry<D>): Promise<void> {
  await insertEntry(server, db, { ...entry, actor: actorOf(entry.by) })
}

/** Records an action on a person's account, in the log of each enterprise account that the person belongs to. */
export async function recordForPerson<D extends AuditAction>(
  server: Recorder,
  db: AnyDb,
  { person, ...details }: Details<D> & { person: Person },
): Promise<void> {
  const actor = actorOf(details.by ?? person)
  const ids = await selectEnterpriseIds(db as Kysely<GlobalTables>, person.id)
  for (const enterpriseId of ids.length > 0 ? ids : [STAFF_ENTERPRISE_ID]) {
    await insertEntry(server, db, { ...details, enterpriseId, object: { id: person.id, name: person.email }, actor })
  }
}

/** Records an action on the signed-in user's own account. */
export async function recordOwnAction<D extends AuditAction>(
  server: Recorder,
  db: AnyDb,
  { userId: id, name, email }: Pick<Who, 'userId' | 'name' | 'email'>,
  details: Omit<Details<D>, 'by'>,
): Promise<void> {
  await recordForPerson(server, db, { ...details, person: { id, name, email } })
}

async function insertEntry<D extends AuditAction>(
  { clock, random }: Recorder,
  db: AnyDb,
  { action, enterpriseId, object, actor, ...details }: Omit<Entry<D>, 'by'> & { actor: Actor },
): Promise<void> {
  const facts = factsOf(action, details)
  if (!facts) return
  await insertWaiting(db as Kysely<GlobalTables>, {
    id: random.uuid(),
    enterprise_id: enterpriseId === NO_ENTERPRISE_ID ? STAFF_ENTERPRISE_ID : enterpriseId,
    at: clock.now(),
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_name: actor.name,
    actor_email: actor.email,
    address: actor.address,
    request_id: actor.requestId,
    action,
    object_kind: auditActions[action].object,
    object_id: object.id,
    object_name: object.name,
    before: facts.before && JSON.stringify(facts.before),
    after: facts.after && JSON.stringify(facts.after),
  })
}
