import type { OutputOf } from '@simwright/contract'
import type * as contract from '@simwright/contract/platform/audit'
import type { SystemDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { Who } from '../../../http/call.ts'
import type { AuditServer as Server } from '../../../port/module.ts'
import { chainWaiting, EMPTY_CHAIN, isSealed, linkOf, sealLink } from './chain.ts'
import { type EntryRecord, type LinkRecord, lockChain, selectChain, selectCheckpoint } from './queries.ts'

type Check = OutputOf<typeof contract.verify>
type Bad = NonNullable<Check['firstBad']>
type Verifier = Pick<Server, 'db' | 'keys'>

const PAGE = 1_000

/** Verifies each link of the chain of an enterprise account, and its seals. */
export async function verifyAudit(server: Verifier, { enterpriseId }: Pick<Who, 'enterpriseId'>): Promise<Check> {
  let broken = false
  const check = await server.db.bookkeeping(async () => {
    await chainWaiting(server, enterpriseId).catch(() => {
      broken = true
    })
    return await server.db.systemTx((db) => verifyChain(server, db, enterpriseId))
  })
  if (!broken || check.firstBad) return check
  return { ...check, firstBad: { number: check.from + check.checked, at: null, fault: 'END' } }
}

async function verifyChain(server: Verifier, db: SystemDb, enterpriseId: EnterpriseId): Promise<Check> {
  const head = await lockChain(db, enterpriseId, sealLink(server, enterpriseId, { ...EMPTY_CHAIN, of: 'head' }))
  const checkpoint = await selectCheckpoint(db, enterpriseId)
  const start = checkpoint ?? EMPTY_CHAIN
  const check: Check = { checked: 0, from: start.number + 1, last: null, firstBad: null }
  if (checkpoint && !isSealed(server, enterpriseId, { ...checkpoint, of: 'checkpoint' })) {
    return { ...check, firstBad: { number: checkpoint.number, at: null, fault: 'ALTERED' } }
  }
  let previous: Pick<LinkRecord, 'number' | 'hash'> & { at?: Date } = start
  for (;;) {
    const page = await selectChain(db, enterpriseId, { after: previous.number, limit: PAGE })
    for (const entry of page) {
      const firstBad = faultOf(server, enterpriseId, { entry, previous })
      if (firstBad) return { ...check, last: lastOf(previous), firstBad }
      previous = entry
      check.checked += 1
    }
    if (page.length < PAGE) break
  }
  const isEnd = previous.number === head.number && previous.hash.equals(head.hash)
  const isWhole = isEnd && isSealed(server, enterpriseId, { ...head, of: 'head' })
  const end: Bad = { number: previous.number + 1, at: null, fault: 'END' }
  return { ...check, last: lastOf(previous), firstBad: isWhole ? null : end }
}

function faultOf(
  server: Verifier,
  enterpriseId: EnterpriseId,
  { entry, previous }: { entry: EntryRecord; previous: Pick<LinkRecord, 'number' | 'hash'> },
): Bad | undefined {
  const at = entry.at.toISOString()
  if (entry.number !== previous.number + 1) return { number: previous.number + 1, at, fault: 'MISSING' }
  if (!linkOf(server, enterpriseId, entry, previous).equals(entry.hash)) {
    return { number: entry.number, at, fault: 'ALTERED' }
  }
  return undefined
}

function lastOf({ number, hash, at }: { number: number; hash: Buffer; at?: Date }): Check['last'] {
  return at ? { number, hash: hash.toString('hex'), at: at.toISOString() } : null
}
