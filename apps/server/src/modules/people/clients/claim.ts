import type { OutputOf, ParsedInputOf } from '@simwright/contract'
import type * as contract from '@simwright/contract/people/client'
import { type CardIccid, IdError, iccidAt, iccidKey, readIccid } from '@simwright/ids'
import type { SystemDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import { fault } from '../../../http/input.ts'
import type { ClientsServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import {
  assignIccids,
  type Cause,
  isAllowed,
  lockProfiles,
  move,
  ON_A_DEVICE,
} from '../../profiles/lifecycle/service.ts'
import { type ClaimRecord, type IccidRange, selectClaims } from './claim-queries.ts'
import { clientOf } from './record.ts'

/*
 * Staff assign ICCIDs to the enterprise account that has proved that they are its own. The accounts that held them lose
 * the profiles; neither they nor the new owner see who the other is.
 */

/** @throws Problem invalid naming the field */
function rangeOf(sent: string, count: number): IccidRange {
  const first = idOrFault('firstIccid', () => readIccid(sent, { nineteenDigits: 'complete' }).value.card)
  return { first, last: idOrFault('count', () => iccidAt(first, count - 1)) }
}

function idOrFault(field: string, read: () => CardIccid): CardIccid {
  try {
    return read()
  } catch (error) {
    if (error instanceof IdError) throw fault(`fields.${field}`, error.code, error.message)
    throw error
  }
}

/** Who holds the ICCIDs of a range, for staff. @throws Problem not_found, invalid */
export async function findIccids(
  server: Server,
  { id, fields }: ParsedInputOf<typeof contract.findIccids>,
): Promise<OutputOf<typeof contract.findIccids>> {
  const range = rangeOf(fields.firstIccid, fields.count)
  const rows = await server.db.systemTx(async (db) => {
    await clientOf(db, id)
    return await selectClaims(db, range)
  })
  const own = rows.filter(({ enterprise_id: holder }) => holder === id).length
  const holders = [...Map.groupBy(rows, ({ enterprise_id: holder }) => holder)]
    .filter(([holder]) => holder !== id)
    .map(([holder, held]) => ({
      id: holder,
      name: held[0]!.name,
      count: held.length,
      onDevices: held.filter((row) => row.is_on_device).length,
    }))
  return { firstIccid: range.first, lastIccid: range.last, own, free: fields.count - rows.length, holders }
}

/** ICCIDs that one transaction moves. */
const CHUNK_SIZE = 500

/**
 * Assigns the ICCIDs of a range that other enterprise accounts hold. Each chunk is complete with its audit entries; after an
 * interruption the same call moves the rest. @throws Problem not_found, invalid
 */
export async function moveIccids(
  server: Server,
  { id, fields }: ParsedInputOf<typeof contract.moveIccids>,
): Promise<OutputOf<typeof contract.moveIccids>> {
  const range = rangeOf(fields.firstIccid, fields.count)
  const rows = await server.db.systemTx(async (db) => {
    await clientOf(db, id)
    return (await selectClaims(db, range)).filter(({ enterprise_id: holder }) => holder !== id)
  })
  let moved = 0
  for (const [holder, held] of Map.groupBy(rows, ({ enterprise_id }) => enterprise_id))
    for (let at = 0; at < held.length; at += CHUNK_SIZE) {
      const chunk = { from: holder, to: id, rows: held.slice(at, at + CHUNK_SIZE), fields }
      moved += await server.db.systemTx((db) => moveChunk(server, db, chunk))
    }
  return { moved, left: rows.length - moved }
}

type MovedChunk = {
  from: EnterpriseId
  to: EnterpriseId
  rows: readonly ClaimRecord[]
  fields: ParsedInputOf<typeof contract.moveIccids>['fields']
}

async function moveChunk(server: Server, db: SystemDb, { from, to, rows, fields }: MovedChunk): Promise<number> {
  const holder = await clientOf(db, from, 'locked')
  const owner = await clientOf(db, to)
  const deleted = await deleteHeld(server, db, { from, rows, downloaded: fields.downloaded })
  const unused = rows.flatMap(({ iccid, profile_id: id }) => (id === null ? iccid : []))
  const assigned = await assignIccids(
    db,
    { from, to },
    {
      iccids: [...deleted.map(({ iccid }) => iccidKey(iccid)), ...unused],
      deleted: deleted.map(({ profile_id: profileId }) => profileId),
    },
  )
  const iccids = assigned.toSorted()
  if (iccids.length === 0) return 0
  const facts = { iccids: iccids.length, first: iccids[0], last: iccids.at(-1) }
  const entry = (enterpriseId: EnterpriseId, { name }: { name: string }) => ({
    enterpriseId,
    object: { id: enterpriseId, name },
  })
  await recordAudit(server, db, {
    ...entry(from, holder),
    action: 'enterprise.iccidsReleased',
    after: { ...facts, reason: 'They belong to another enterprise account.' },
  })
  await recordAudit(server, db, { ...entry(to, owner), action: 'enterprise.iccidsAssigned', after: facts })
  await recordAudit(server, db, {
    ...entry(to, owner),
    enterpriseId: STAFF_ENTERPRISE_ID,
    action: 'enterprise.iccidsMoved',
    before: { holder: `${holder.name} (${from})` },
    after: { ...facts, proof: fields.proof, downloaded: fields.downloaded },
  })
  return iccids.length
}

type Held = { from: EnterpriseId; rows: readonly ClaimRecord[]; downloaded: 'leave' | 'move' }

/** Deletes the profiles that hold the ICCIDs. @returns them; with `leave`, without those that are on devices */
async function deleteHeld(server: Server, db: SystemDb, { from, rows, downloaded }: Held) {
  const ids = rows.flatMap(({ profile_id: id }) => id ?? [])
  const cause: Cause = {
    enterpriseId: from,
    at: server.clock.now(),
    actor: { kind: 'system' },
    newId: server.random.uuid,
  }
  const locked = await lockProfiles(db, from, ids)
  const onDevices = locked.filter(({ status }) => ON_A_DEVICE.includes(status))
  const lost =
    downloaded === 'leave'
      ? []
      : (
          await move(
            db,
            cause,
            onDevices.map((row) => ({ row, transition: { kind: 'lost', next: null } as const })),
          )
        ).rows
  const elsewhere = [...locked.filter((row) => !onDevices.includes(row)), ...lost]
  const waiting = elsewhere.filter((row) => isAllowed('removed', row))
  await move(
    db,
    cause,
    waiting.map((row) => ({ row, transition: { kind: 'removed', why: 'claim' } as const })),
  )
  return elsewhere
}
