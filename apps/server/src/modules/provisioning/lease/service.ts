import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as lease from '@simwright/contract/provisioning/lease'
import { type Iccid, IdError, parseIccid } from '@simwright/ids'
import type { TenantDb } from '../../../db/database.ts'
import { capTotal, cutPage, readCursor, writeCursor } from '../../../db/page.ts'
import type { Who } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import type { LeaseServer as Server } from '../../../port/module.ts'
import { demandApproval } from '../../platform/approval/service.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { type Cause, type LockedProfile, lockProfiles } from '../../profiles/lifecycle/service.ts'
import { recycleNow, setRecycleTime, stockStateOf } from '../recycle/service.ts'
import {
  countLeases,
  insertLease,
  type LeaseRecord,
  type ListSort,
  lockLease,
  selectLease,
  selectLeases,
  selectProfileId,
  updateLease,
} from './queries.ts'

export async function listLeases(
  server: Server,
  { enterpriseId }: Who,
  { filter, sort, cursor, limit }: ParsedInputOf<typeof lease.list>,
): Promise<OutputOf<typeof lease.list>> {
  const by: ListSort = sort ?? { by: 'endsAt', direction: 'asc' }
  const scope = ['lease', filter, by]
  const keyset = readCursor(cursor, scope)
  const { rows, counted } = await server.db.tenantTx(enterpriseId, async (db) => ({
    rows: await selectLeases(db, { filter, sort: by, keyset, limit }),
    counted: await countLeases(db, filter),
  }))
  const sortValue = (row: LeaseRecord) => (by.by === 'endsAt' ? row.ends_at : row.created_at).toISOString()
  const page = cutPage(rows, limit, (last) => writeCursor({ value: sortValue(last), id: last.id }, scope))
  return { items: page.items.map(shown), next: page.next, ...capTotal(counted) }
}

function shown(row: LeaseRecord): lease.Lease {
  const { id, iccid, status, eid, borrower, notes, version } = row
  const state = row.ended_at ? 'ENDED' : row.is_failed ? 'FAILED' : row.is_waiting ? 'WAITING' : 'LENT'
  return {
    id,
    profileId: row.profile_id,
    iccid,
    status,
    deviceBrand: row.device_brand,
    eid,
    borrower,
    notes,
    endsAt: row.ends_at.toISOString(),
    state,
    endedAt: row.ended_at?.toISOString() ?? null,
    version,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by_name,
  }
}

const causeOf = (server: Server, { enterpriseId, userId }: Who): Cause => ({
  enterpriseId,
  at: server.clock.now(),
  actor: { kind: 'user', userId },
  newId: server.random.uuid,
})

/** The reason why a profile cannot be lent; undefined when it can. */
function unfitReason(profile: LockedProfile): string | undefined {
  const stockState = stockStateOf(profile)
  if (stockState === 'removed') return 'it was deleted in the portal.'
  if (stockState === 'in stock') return 'it has no activation code. Generate it again first.'
  const works = stockState === 'held' || (profile.status === 'AVAILABLE' && profile.order_state === 'Released')
  return works ? undefined : 'its activation code does not work any more. Generate it again first.'
}

function parseFutureTime(server: Server, text: string): Date {
  const endsAt = new Date(text)
  if (endsAt <= server.clock.now()) throw fault('fields.endsAt', 'past', 'This time has passed.')
  return endsAt
}

function iccidOf(text: string): Iccid {
  try {
    return parseIccid(text)
  } catch (error) {
    if (error instanceof IdError) throw fault('iccid', error.code, `Invalid ICCID. ${error.message}`)
    throw error
  }
}

/** Lends a profile until a date, when it is recycled. @throws Problem `lease_unfit`, `not_found` */
export async function lend(
  server: Server,
  who: Who,
  { iccid, fields }: ParsedInputOf<typeof lease.lend>,
): Promise<OutputOf<typeof lease.lend>> {
  const { enterpriseId, userId } = who
  const wanted = iccidOf(iccid)
  const values = { ...fields, endsAt: parseFutureTime(server, fields.endsAt) }
  const id = server.random.uuid()
  const cause = causeOf(server, who)
  const profileId = await server.db.tenantTx(enterpriseId, async (db) => {
    const found = await selectProfileId(db, wanted)
    const [profile] = found ? await lockProfiles(db, enterpriseId, [found]) : []
    if (!profile) throw new Problem('not_found')
    const reason = unfitReason(profile)
    if (reason) throw new Problem('lease_unfit', { reason })
    await demandRecycling(server, db, { who, profile, facts: ['lend', values] })
    await setRecycleTime(db, cause, { ids: [profile.profile_id], recycleAt: values.endsAt })
    const isNew = await insertLease(db, {
      ...values,
      id,
      profileId: profile.profile_id,
      userId,
      at: cause.at,
    })
    if (!isNew) throw new Problem('lease_unfit', { reason: 'it is lent already.' })
    await recordAudit(server, db, {
      action: 'lease.lent',
      enterpriseId,
      object: { id, name: profile.iccid },
      after: values,
    })
    return profile.profile_id
  })
  return { id, profileId }
}

type Recycling = { who: Who; profile: LockedProfile; facts: unknown }

/** A lease is a date at which a profile is recycled. @throws ApprovalNeeded */
async function demandRecycling(server: Server, db: TenantDb, { who, profile, facts }: Recycling): Promise<void> {
  const sentence = `Recycle the profile ${profile.iccid}, now or at the end of a lease`
  const { userId } = who
  await demandApproval(server, db, { operation: 'RECYCLE', userId, facts: [profile.profile_id, facts], sentence })
}

type OpenLease = NonNullable<Awaited<ReturnType<typeof lockLease>>>

/**
 * Locks the profile first and then the lease, in the same order as recycling.
 * @throws Problem `not_found`, `changed_meanwhile`, `lease_over`
 */
async function lockOpenLease(
  db: TenantDb,
  { id, version }: { id: string; version: number },
): Promise<{ held: OpenLease; profile: LockedProfile }> {
  const found = await selectLease(db, id)
  const [profile] = found ? await lockProfiles(db, db.enterpriseId, [found.profile_id]) : []
  const held = await lockLease(db, id)
  if (!held || !profile) throw new Problem('not_found')
  if (held.version !== version) throw new Problem('changed_meanwhile')
  if (held.ended_at) throw new Problem('lease_over')
  return { held, profile }
}

export async function editLease(
  server: Server,
  who: Who,
  { id, version, fields }: ParsedInputOf<typeof lease.edit>,
): Promise<OutputOf<typeof lease.edit>> {
  const { enterpriseId } = who
  await server.db.tenantTx(enterpriseId, async (db) => {
    const { held, profile } = await lockOpenLease(db, { id, version })
    const { borrower, notes, ends_at: endsAt } = held
    const isSameTime = new Date(fields.endsAt).getTime() === endsAt.getTime()
    const values = { ...fields, endsAt: isSameTime ? endsAt : parseFutureTime(server, fields.endsAt) }
    if (!isSameTime) {
      await demandRecycling(server, db, { who, profile, facts: ['edit lease', id, version, values] })
      await setRecycleTime(db, causeOf(server, who), { ids: [profile.profile_id], recycleAt: values.endsAt })
    }
    await updateLease(db, { ...values, id, version: version + 1 })
    const before = { borrower, notes, endsAt }
    const object = { id, name: profile.iccid }
    await recordAudit(server, db, { action: 'lease.edited', enterpriseId, object, before, after: values })
  })
  return { version: version + 1 }
}

/** Recycles the profile. A lease whose profile is on a device stays open until the device confirms the deletion. */
export async function endLease(
  server: Server,
  who: Who,
  { id, version }: ParsedInputOf<typeof lease.end>,
): Promise<OutputOf<typeof lease.end>> {
  const { enterpriseId } = who
  await server.db.tenantTx(enterpriseId, async (db) => {
    const { held, profile } = await lockOpenLease(db, { id, version })
    await demandRecycling(server, db, { who, profile, facts: ['end lease', id, version] })
    await recycleNow(db, causeOf(server, who), { ids: [profile.profile_id], reason: 'MANUAL' })
    const object = { id, name: profile.iccid }
    await recordAudit(server, db, { action: 'lease.ended', enterpriseId, object, before: { borrower: held.borrower } })
  })
  return {}
}
