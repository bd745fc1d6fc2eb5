import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SystemDb } from '../../../db/database.ts'
import { makeMonths } from '../../../db/month.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { AuditServer as Server } from '../../../port/module.ts'
import { canonical } from './fact.ts'
import {
  type ActionRecord,
  type EntryRecord,
  insertEntries,
  isWaiting,
  type LinkRecord,
  lockChain,
  selectWaitingChains,
  takeWaiting,
  updateChain,
} from './queries.ts'

/** The key that links entries. It is sealed under a key outside the database, so the database alone can't make a link. */
export type Chainer = Pick<Server, 'db' | 'keys'>

type Link = Pick<LinkRecord, 'number' | 'hash'>

const ENTRIES_PER_TRANSACTION = 500
const CHAINS_PER_RUN = 100

export const EMPTY_CHAIN: Link = { number: 0, hash: Buffer.alloc(32) }

/** The link of an entry: over its content, its number, and the previous link. */
export function linkOf(
  { keys }: Pick<Server, 'keys'>,
  enterpriseId: EnterpriseId,
  action: ActionRecord,
  previous: Link,
): Buffer {
  const { id, at, actor_kind, actor_id, actor_name, actor_email, address, request_id } = action
  const content = [
    [enterpriseId, previous.number + 1, previous.hash.toString('hex'), id, at.toISOString()],
    [actor_kind, actor_id, actor_name, actor_email, address, request_id],
    [action.action, action.object_kind, action.object_id, action.object_name, action.before, action.after],
  ]
  return createHmac('sha256', keys.audit.reveal()).update(canonical(content)).digest()
}

/** Seals a link as the last one of a chain (`head`), or as the last deleted one (`checkpoint`). */
export function sealLink(
  { keys }: Pick<Server, 'keys'>,
  enterpriseId: EnterpriseId,
  { number, hash, of }: Link & { of: 'head' | 'checkpoint' },
): LinkRecord {
  const sealed = canonical([of, enterpriseId, number, hash.toString('hex')])
  return { number, hash, seal: createHmac('sha256', keys.audit.reveal()).update(sealed).digest() }
}

export function isSealed(
  server: Pick<Server, 'keys'>,
  enterpriseId: EnterpriseId,
  { of, ...link }: LinkRecord & { of: 'head' | 'checkpoint' },
): boolean {
  const { seal } = sealLink(server, enterpriseId, { ...link, of })
  return seal.length === link.seal.length && timingSafeEqual(seal, link.seal)
}

/** Chains the waiting entries of all enterprise accounts. */
export async function chainAudit(server: Chainer): Promise<void> {
  for (const id of await server.db.systemTx((db) => selectWaitingChains(db, CHAINS_PER_RUN))) {
    await chainWaiting(server, id)
  }
}

/**
 * Chains the waiting entries of one enterprise account. The lock of the chain's head lets one process do so at a time, and
 * ends with the connection of a process that dies. Each batch is one transaction, so it can be repeated.
 * @throws Error when the head was altered: nothing is appended to a broken chain, and waiting entries remain
 */
export async function chainWaiting(server: Chainer, enterpriseId: EnterpriseId): Promise<void> {
  while ((await server.db.systemTx((db) => chainBatch(server, db, enterpriseId))) === ENTRIES_PER_TRANSACTION);
}

async function chainBatch(server: Chainer, db: SystemDb, enterpriseId: EnterpriseId): Promise<number> {
  if (!(await isWaiting(db, enterpriseId))) return 0
  const head = await lockChain(db, enterpriseId, sealLink(server, enterpriseId, { ...EMPTY_CHAIN, of: 'head' }))
  if (!isSealed(server, enterpriseId, { ...head, of: 'head' })) {
    throw new Error(`the head of the audit log of ${enterpriseId} was altered`)
  }
  const waiting = await takeWaiting(db, enterpriseId, ENTRIES_PER_TRANSACTION)
  if (waiting.length === 0) return 0
  let last: Link = head
  const entries: EntryRecord[] = []
  for (const action of waiting) {
    last = { number: last.number + 1, hash: linkOf(server, enterpriseId, action, last) }
    entries.push({ ...action, ...last })
  }
  await makeMonths(db, 'audit_entry', new Date(Math.max(...entries.map(({ at }) => at.getTime()))))
  await insertEntries(db, enterpriseId, entries)
  await updateChain(db, enterpriseId, sealLink(server, enterpriseId, { ...last, of: 'head' }))
  return waiting.length
}
