import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/provisioning/recycle'
import type { SystemDb } from '../../../db/database.ts'
import { capTotal, cutPage, readCursor, writeCursor } from '../../../db/page.ts'
import type { RecycleServer as Server } from '../../../port/module.ts'
import { type AppletMessage, appletKey, decodeMessage, isGenuine, segmentsOf } from './message.ts'
import {
  countMessages,
  type MessageRecord,
  selectMessage,
  selectMessageClients,
  selectMessages,
} from './message-queries.ts'
import { selectRecycleState } from './queries.ts'
import { findProfile } from './receive.ts'

/** All received messages, of all enterprise accounts, for the platform's staff. */
export async function listMessages(
  server: Server,
  { filter, cursor, limit }: ParsedInputOf<typeof contract.messages>,
): Promise<OutputOf<typeof contract.messages>> {
  const scope = ['bip messages', filter]
  const before = readCursor(cursor, scope)?.id
  const { rows, counted } = await server.db.systemTx(async (db) => ({
    rows: await selectMessages(db, { filter, before, limit }),
    counted: await countMessages(db, filter),
  }))
  const page = cutPage(rows, limit, (last) => writeCursor({ value: '', id: last.id }, scope))
  return { items: page.items.map(messageOf), next: page.next, ...capTotal(counted) }
}

export async function listMessageClients(
  server: Server,
  { chosen }: ParsedInputOf<typeof contract.messageClients>,
): Promise<OutputOf<typeof contract.messageClients>> {
  return { items: await server.db.systemTx((db) => selectMessageClients(db, chosen)) }
}

/** @throws Problem not_found */
export async function readStaffMessage(server: Server, id: string): Promise<contract.BipMessage> {
  return messageOf(await server.db.systemTx((db) => recordOf(db, id)))
}

/** Decodes a stored message again with the current decoder. Changes nothing. @throws Problem not_found */
export async function decodeAgain(server: Server, id: string): Promise<contract.DecodedMessage> {
  const record = await server.db.systemTx((db) => recordOf(db, id))
  const decoded = decodeMessage(record.raw)
  const { iccid, counter, reason } = messageOf(record)
  const stored = { iccid, counter, reason }
  const segments = segmentsOf(record.raw).map(({ name, bytes }) => ({ name, hex: hexOf(bytes) }))
  if (typeof decoded === 'string') {
    const now = { iccid: null, counter: null, reason: null }
    return { stored, now, fault: decoded, segments, isGenuine: null }
  }
  return { stored, now: decoded, fault: null, segments, isGenuine: await hasRightCmac(server, record.raw, decoded) }
}

/** Checks the CMAC with the key of the profile's current download order. @returns null for an unknown profile */
async function hasRightCmac(server: Server, raw: Uint8Array, message: AppletMessage): Promise<boolean | null> {
  const profile = await findProfile(server, message)
  if (!profile) return null
  const { enterpriseId, profileId } = profile
  const state = await server.db.tenantRead(enterpriseId, (db) => selectRecycleState(db, profileId))
  return state ? isGenuine(raw, appletKey(server.keys.recycle, state.order_id)) : null
}

async function recordOf(db: SystemDb, id: string): Promise<MessageRecord> {
  const record = await selectMessage(db, id)
  if (!record) throw new Problem('not_found')
  return record
}

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').toUpperCase()

function messageOf(row: MessageRecord): contract.BipMessage {
  const { id, address, iccid, counter, outcome, simulated, enterprise_id, enterprise_name } = row
  return {
    id,
    at: row.at.toISOString(),
    address,
    raw: hexOf(row.raw),
    iccid,
    counter,
    reason: row.reason as contract.BipMessage['reason'],
    outcome,
    simulated,
    client: enterprise_id && enterprise_name !== null ? { id: enterprise_id, name: enterprise_name } : null,
  }
}
