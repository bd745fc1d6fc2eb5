import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import * as block from '@simwright/contract/provisioning/block'
import type { TenantDb } from '../../../db/database.ts'
import { capTotal, cutPage, readCursor, writeCursor } from '../../../db/page.ts'
import type { UserId } from '../../../db/row-id.ts'
import type { UploadedFile, Who } from '../../../http/call.ts'
import type { BlockServer as Server } from '../../../port/module.ts'
import { demandApproval } from '../../platform/approval/service.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { readEntitlement, requireFeature } from '../../platform/plans/service.ts'
import { type ListedDevice, readList } from './file.ts'
import {
  type BlockRecord,
  countBlocks,
  countHits,
  deleteBlocks,
  type HitRecord,
  insertBlocks,
  selectBlock,
  selectBlocks,
  selectBlocksOf,
  selectDevice,
  selectHits,
  selectProfilesOf,
  updateFields,
} from './queries.ts'

export {
  type BlockColumns,
  type BlockedDevice,
  type BlockValues,
  blockJoin,
  blockValuesOf,
  hasBlocks,
  hitWrites,
  isBlocked,
} from './queries.ts'

export async function listBlocks(
  server: Server,
  { enterpriseId }: Who,
  { filter, sort = { by: 'createdAt', direction: 'desc' }, cursor, limit }: ParsedInputOf<typeof block.list>,
): Promise<OutputOf<typeof block.list>> {
  const scope = ['block', filter, sort]
  const keyset = readCursor(cursor, scope)
  const { rows, counted } = await server.db.tenantTx(enterpriseId, async (db) => ({
    rows: await selectBlocks(db, { filter, sort, keyset, limit }),
    counted: await countBlocks(db, filter),
  }))
  const sortValue = (row: BlockRecord) => (sort.by === 'value' ? row.value : row.created_at.toISOString())
  const page = cutPage(rows, limit, (last) => writeCursor({ value: sortValue(last), id: last.id }, scope))
  return { items: page.items.map(shown), next: page.next, ...capTotal(counted) }
}

function shown(row: BlockRecord): block.Block {
  const { id, kind, value, hits, version } = row
  const lastHitAt = row.last_hit_at?.toISOString() ?? null
  return {
    id,
    kind,
    value,
    ...fieldsOf(row),
    hits,
    version,
    lastHitAt,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by_name,
  }
}

const fieldsOf = (row: block.BlockFields) =>
  Object.fromEntries(block.blockFieldNames.map((name) => [name, row[name]])) as block.BlockFields

export async function addBlocks(
  server: Server,
  who: Who,
  { values, ...rule }: ParsedInputOf<typeof block.add>,
): Promise<OutputOf<typeof block.add>> {
  return await blockDevices(
    server,
    who,
    values.map((value) => ({ ...rule, value })),
  )
}

async function blockDevices(
  server: Server,
  { enterpriseId, userId }: Who,
  listed: readonly ListedDevice[],
): Promise<OutputOf<typeof block.add>> {
  return await server.db.tenantTx(enterpriseId, (db) => blockIn(server, db, { userId, listed }))
}

type Blocking = { userId: UserId; listed: readonly ListedDevice[]; by?: { id: UserId; name: string; email: string } }

/**
 * Blocks devices in the caller's transaction. @param by the actor, if no call has one
 * @throws Problem plan_refused, plan_none
 */
export async function blockIn(
  server: Pick<Server, 'clock' | 'random'>,
  db: TenantDb,
  { userId, listed, by }: Blocking,
): Promise<OutputOf<typeof block.add>> {
  const { enterpriseId } = db
  const devices = [...new Map(listed.map((device) => [`${device.kind} ${device.value}`, device])).values()]
  const ids = devices.map(() => server.random.uuid())
  const at = server.clock.now()
  await requireFeature(db, await readEntitlement(server, db, { enterpriseId, at }), 'BLOCK')
  await demandApproval(server, db, blockDemand(userId, devices))
  const added = await insertBlocks(db, { devices, ids, userId, at })
  const [first] = devices
  const after = devices.length === 1 ? first : { count: added }
  const object = { id: devices.length === 1 ? ids[0]! : null, name: first?.value ?? '' }
  const entry = { enterpriseId, object, after, ...(by ? { by } : {}) }
  if (added > 0) await recordAudit(server, db, { action: 'block.added', ...entry })
  return { added, existing: devices.length - added }
}

/** Fields that a way of blocking does not have are empty in others. */
const blockDemand = (userId: UserId, devices: readonly ListedDevice[]) => ({
  operation: 'BLOCK' as const,
  userId,
  facts: devices.map((device) => [
    device.kind,
    device.value,
    ...block.blockFieldNames.map((name) => device[name] ?? ''),
  ]),
  sentence:
    devices.length === 1
      ? `Block ${devices[0]!.kind === 'EID' ? 'the EID' : 'the device model'} ${devices[0]!.value}`
      : `Block ${devices.length.toLocaleString('en')} devices`,
  amount: devices.length,
})

const FAULTS_SHOWN = 100

/** Blocks the devices of a file; faulty lines are skipped and reported. */
export async function blockFromFile(
  server: Server,
  who: Who,
  { file, ...fields }: ParsedInputOf<typeof block.upload> & { file: UploadedFile },
): Promise<OutputOf<typeof block.upload>> {
  const { devices, faulty } = await readList(file)
  const added = await blockDevices(
    server,
    who,
    devices.map((device) => ({ ...device, ...orElse(device, fields) })),
  )
  return { ...added, faulty: faulty.length, faults: faulty.slice(0, FAULTS_SHOWN) }
}

/** A line of a file without a value has that of the form. */
const orElse = (line: block.BlockFields, form: block.BlockFields) =>
  Object.fromEntries(block.blockFieldNames.map((name) => [name, line[name] || form[name]])) as block.BlockFields

export async function blockDeviceOfProfile(
  server: Server,
  who: Who,
  { profileId, ...rule }: ParsedInputOf<typeof block.device>,
): Promise<OutputOf<typeof block.device>> {
  const found = await server.db.tenantRead(who.enterpriseId, (db) => selectDevice(db, profileId))
  if (!found) throw new Problem('not_found')
  const value = rule.kind === 'EID' ? found.eid : found.tac
  if (value === null) throw new Problem('device_unknown')
  return { ...(await blockDevices(server, who, [{ ...rule, value }])), value }
}

export async function editBlock(
  server: Server,
  { enterpriseId }: Who,
  { id, version, fields }: ParsedInputOf<typeof block.edit>,
): Promise<OutputOf<typeof block.edit>> {
  await server.db.tenantTx(enterpriseId, async (db) => {
    const found = await selectBlock(db, id)
    if (!found) throw new Problem('not_found')
    const edited = await updateFields(db, { id, version, fields })
    if (!edited) throw new Problem('changed_meanwhile')
    const entry = { enterpriseId, object: { id, name: found.value }, before: fieldsOf(found), after: fields }
    await recordAudit(server, db, { action: 'block.edited', ...entry })
  })
  return { version: version + 1 }
}

export async function removeBlocks(
  server: Server,
  { enterpriseId }: Who,
  { ids }: ParsedInputOf<typeof block.remove>,
): Promise<OutputOf<typeof block.remove>> {
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const removed = await deleteBlocks(db, ids)
    if (removed.length === 0) throw new Problem('not_found')
    for (const { id, kind, value } of removed) {
      const entry = { enterpriseId, object: { id, name: value }, before: { kind, value } }
      await recordAudit(server, db, { action: 'block.freed', ...entry })
    }
    return { removed: removed.length }
  })
}

export async function listHits(
  server: Server,
  { enterpriseId }: Who,
  { filter, cursor, limit }: ParsedInputOf<typeof block.hits>,
): Promise<OutputOf<typeof block.hits>> {
  const scope = ['block hits', filter]
  const keyset = readCursor(cursor, scope)
  const { rows, counted } = await server.db.tenantTx(enterpriseId, async (db) => ({
    rows: await selectHits(db, { filter, keyset, limit }),
    counted: await countHits(db, filter),
  }))
  const page = cutPage(rows, limit, (last) => writeCursor({ value: '', id: last.id }, scope))
  return { items: page.items.map(shownHit), next: page.next, ...capTotal(counted) }
}

function shownHit({ profile_id, iccid, at, ...hit }: HitRecord): block.BlockHit {
  const { id, kind, value, eid, tac, device, address } = hit
  // the profile may be gone by now
  const profileId = iccid === null ? null : profile_id
  return { id, kind, value, at: at.toISOString(), eid, tac, device, address, profileId, iccid }
}

export async function listBlocksOf(
  server: Server,
  { enterpriseId }: Who,
  { profileIds }: ParsedInputOf<typeof block.ofProfiles>,
): Promise<OutputOf<typeof block.ofProfiles>> {
  const rows = await server.db.tenantRead(enterpriseId, (db) => selectBlocksOf(db, profileIds))
  const items = rows.map(({ id, kind, value, profile_id: profileId, created_at: at, created_by_name: createdBy }) => ({
    id,
    kind,
    value,
    profileId,
    createdAt: at.toISOString(),
    createdBy,
  }))
  return { items }
}

export async function listProfilesOf(
  server: Server,
  { enterpriseId }: Who,
  { id }: ParsedInputOf<typeof block.profiles>,
): Promise<OutputOf<typeof block.profiles>> {
  const limit = block.PROFILES_SHOWN
  const rows = await server.db.tenantRead(enterpriseId, async (db) => {
    const rule = await selectBlock(db, id)
    if (!rule) throw new Problem('not_found')
    const kind = rule.kind as block.BlockKind
    return await selectProfilesOf(db, { kind, value: rule.value, limit })
  })
  return { items: rows.slice(0, limit), more: rows.length > limit }
}
