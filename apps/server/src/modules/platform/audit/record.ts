import { NO_ENTERPRISE_ID } from '@simwright/contract/people/session'
import { type Deed, deeds } from '@simwright/contract/platform/audit'
import type { Kysely } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'
import type { Who } from '../../../http/call.ts'
import { type Doer, doerOf, type Person } from './doer.ts'
import { type FactsOf, factsOf } from './fact.ts'
import type { Server } from './port.ts'
import { insertWaiting, selectEnterpriseIds } from './queries.ts'

/** Any transaction; the log takes entries in all of them. */
export type AnyDb = TenantDb | Kysely<GlobalTables>

type Recorder = Pick<Server, 'clock' | 'random'>

type Told<D extends Deed> = {
  deed: D
  before?: FactsOf<D>
  after?: FactsOf<D>
  /** Who did it, where the session does not say so. */
  by?: Person
}

export type Entry<D extends Deed> = Told<D> & {
  enterpriseId: string
  /** What it was done to, as people know it. */
  object: { id: string | null; name: string }
}

/**
 * Writes a deed down, in the transaction that does it: who, when and from where come from the call. An edit that changed
 * nothing leaves no entry.
 */
export async function recordAudit<D extends Deed>(server: Recorder, db: AnyDb, entry: Entry<D>): Promise<void> {
  await insertEntry(server, db, { ...entry, doer: doerOf(entry.by) })
}

/** A deed on a person's account: it stands in the log of each enterprise account that the person belongs to. */
export async function recordForPerson<D extends Deed>(
  server: Recorder,
  db: AnyDb,
  { person, ...told }: Told<D> & { person: Person },
): Promise<void> {
  const doer = doerOf(told.by ?? person)
  const ids = await selectEnterpriseIds(db as Kysely<GlobalTables>, person.id)
  for (const enterpriseId of ids.length > 0 ? ids : [STAFF_ENTERPRISE_ID]) {
    await insertEntry(server, db, { ...told, enterpriseId, object: { id: person.id, name: person.email }, doer })
  }
}

/** The same of the signed-in user's own account. */
export async function recordOwn<D extends Deed>(
  server: Recorder,
  db: AnyDb,
  { userId: id, name, email }: Pick<Who, 'userId' | 'name' | 'email'>,
  told: Omit<Told<D>, 'by'>,
): Promise<void> {
  await recordForPerson(server, db, { ...told, person: { id, name, email } })
}

async function insertEntry<D extends Deed>(
  { clock, random }: Recorder,
  db: AnyDb,
  { deed, enterpriseId, object, doer, ...told }: Omit<Entry<D>, 'by'> & { doer: Doer },
): Promise<void> {
  const facts = factsOf(deed, told)
  if (!facts) return
  await insertWaiting(db as Kysely<GlobalTables>, {
    id: random.uuid(),
    enterprise_id: enterpriseId === NO_ENTERPRISE_ID ? STAFF_ENTERPRISE_ID : enterpriseId,
    at: clock.now(),
    actor_kind: doer.kind,
    actor_id: doer.id,
    actor_name: doer.name,
    actor_email: doer.email,
    address: doer.address,
    request_id: doer.requestId,
    deed,
    object_kind: deeds[deed].object,
    object_id: object.id,
    object_name: object.name,
    before: facts.before && JSON.stringify(facts.before),
    after: facts.after && JSON.stringify(facts.after),
  })
}
