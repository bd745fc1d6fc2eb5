import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as fleet from '@simwright/contract/fleet'
import { formatActivationCode, parseMatchingId } from '@simwright/ids'
import { capTotal, cutPage, readCursor, writeCursor } from '../../db/page.ts'
import type { Server, Who } from '../../server.ts'
import { countCurrent } from '../rollup/service.ts'
import {
  countLog,
  countProfiles,
  type EventRecord,
  type ProfileRecord,
  selectCodeAndOrder,
  selectLog,
  selectProfile,
  selectProfiles,
  selectPublicCode,
  selectTimeline,
} from './queries.ts'

type In<E> = ParsedInputOf<E>
type Out<E> = OutputOf<E>

export async function listProfiles(
  server: Server,
  who: Who,
  input: In<typeof fleet.list>,
): Promise<Out<typeof fleet.list>> {
  const sort = input.sort ?? { by: 'createdAt', direction: 'desc' }
  const scope = [input.filter, sort]
  const keyset = readCursor(input.cursor, scope)
  const { rows, counted } = await server.db.tenantTx(who.enterpriseId, async (db) => ({
    rows: await selectProfiles(db, who.enterpriseId, { filter: input.filter, sort, limit: input.limit, keyset }),
    counted: await countProfiles(db, who.enterpriseId, input.filter),
  }))
  const sortValue = (row: ProfileRecord) =>
    sort.by === 'iccid' ? row.iccid : (sort.by === 'statusAt' ? row.status_at : row.created_at).toISOString()
  const page = cutPage(rows, input.limit, (last) => writeCursor({ value: sortValue(last), id: last.id }, scope))
  return { items: page.items.map((row) => profileRow(server, row)), next: page.next, ...capTotal(counted) }
}

export async function readProfile(server: Server, who: Who, id: string): Promise<Out<typeof fleet.detail>> {
  return await server.db.tenantTx(who.enterpriseId, async (db) => {
    const row = await selectProfile(db, who.enterpriseId, id)
    const code = row && (await selectCodeAndOrder(db, who.enterpriseId, row.activation_code_id))
    if (!row || !code) throw new Problem('not_found')
    return {
      ...profileRow(server, row),
      configurationVersion: row.configuration_version,
      confirmationCodeRequired: row.confirmation_needed,
      attempts: code.attempts,
      maxAttempts: code.max_attempts,
      redownloads: Math.max(0, Number(code.orders) - 1),
      maxRedownloads: code.max_redownloads,
      confirmationFailures: code.confirmation_failures,
      expiresAt: code.expires_at?.toISOString() ?? null,
      link: `${server.config.publicUrl}/ac/${code.slug}`,
      smdpAddress: server.smdp.address,
      testDevicesOnly: code.device_trust === 'test',
    }
  })
}

export async function readTimeline(
  server: Server,
  who: Who,
  input: In<typeof fleet.timeline>,
): Promise<Out<typeof fleet.timeline>> {
  const scope = ['timeline', input.id]
  const before = readCursor(input.cursor, scope)?.id
  const rows = await server.db.tenantTx(who.enterpriseId, async (db) => {
    if (!(await selectProfile(db, who.enterpriseId, input.id))) throw new Problem('not_found')
    return await selectTimeline(db, who.enterpriseId, { profileId: input.id, before, limit: input.limit })
  })
  const page = cutPage(rows, input.limit, (last) => writeCursor({ value: '', id: last.id }, scope))
  return { items: page.items.map(profileEvent), next: page.next }
}

export async function listLog(
  server: Server,
  who: Who,
  input: In<typeof fleet.profileLog>,
): Promise<Out<typeof fleet.profileLog>> {
  const scope = ['log', input.filter]
  const keyset = readCursor(input.cursor, scope)
  const { rows, counted } = await server.db.tenantTx(who.enterpriseId, async (db) => ({
    rows: await selectLog(db, who.enterpriseId, { filter: input.filter, keyset, limit: input.limit }),
    counted: await countLog(db, who.enterpriseId, input.filter),
  }))
  const page = cutPage(rows, input.limit, (last) => writeCursor({ value: last.at.toISOString(), id: last.id }, scope))
  return { items: page.items.map(profileEvent), next: page.next, ...capTotal(counted) }
}

export async function listBrands(server: Server, who: Who): Promise<Out<typeof fleet.brands>> {
  const counts = await server.db.tenantTx(who.enterpriseId, (db) => countCurrent(db, who.enterpriseId, 'brand'))
  return { brands: counts.map((count) => count.dimension).sort() }
}

/** Found by its slug in the directory; answers the same for a slug that never was and one that is closed. */
export async function readPublicCode(server: Server, slug: string): Promise<Out<typeof fleet.publicCode>> {
  const entry = await server.db.global
    .selectFrom('activation_code_directory')
    .select(['enterprise_id', 'activation_code_id'])
    .where('slug', '=', slug)
    .executeTakeFirst()
  const code =
    entry &&
    (await server.db.tenantTx(entry.enterprise_id, (db) =>
      selectPublicCode(db, entry.enterprise_id, entry.activation_code_id),
    ))
  if (code?.state !== 'LIVE' || code.status === 'REMOVED') throw new Problem('code_gone')
  return {
    activationCode: activationCode(server, code.matching_id, code.confirmation_needed),
    smdpAddress: server.smdp.address,
    matchingId: code.matching_id,
    confirmationCodeRequired: code.confirmation_needed,
    serviceProviderName: code.spn,
    state: publicState(code.status, code.expires_at, server.clock.now()),
    expiresAt: code.expires_at?.toISOString() ?? null,
  }
}

function publicState(status: string, expiresAt: Date | null, now: Date): Out<typeof fleet.publicCode>['state'] {
  if (status === 'EXPIRED' || (status === 'AVAILABLE' && expiresAt && expiresAt <= now)) return 'expired'
  if (status === 'AVAILABLE') return 'ready'
  if (status === 'DOWNLOADED') return 'downloaded'
  if (status === 'INSTALLED' || status === 'DISABLED') return 'installed'
  return status === 'ENABLED' ? 'enabled' : 'used'
}

function activationCode(server: Server, matchingId: string, confirmationCodeRequired: boolean): string {
  return formatActivationCode({
    host: server.smdp.address,
    matchingId: parseMatchingId(matchingId),
    confirmationCodeRequired,
  })
}

function profileRow(server: Server, row: ProfileRecord): fleet.ProfileRow {
  return {
    id: row.id,
    iccid: row.iccid,
    imsi: row.imsi,
    msisdn: row.msisdn,
    eid: row.eid,
    spn: row.spn,
    status: row.status as fleet.ProfileRow['status'],
    statusAt: row.status_at.toISOString(),
    orderState: row.order_state as fleet.ProfileRow['orderState'],
    orderStateAt: row.order_state_at.toISOString(),
    matchingId: row.matching_id,
    activationCode: activationCode(server, row.matching_id, row.confirmation_needed),
    protection: row.protection as fleet.ProfileRow['protection'],
    region: row.region,
    deviceBrand: row.device_brand,
    deviceModel: row.device_model,
    notes: row.notes,
    configurationId: row.configuration_id,
    configurationName: row.configuration_name,
    configurationType: row.configuration_type,
    batchId: row.batch_id,
    batchCode: row.batch_code,
    downloads: row.downloads,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by_name,
  }
}

function profileEvent(row: EventRecord): fleet.ProfileEvent {
  return {
    id: row.id,
    profileId: row.profile_id,
    iccid: row.iccid,
    type: row.type as fleet.ProfileEvent['type'],
    at: row.at.toISOString(),
    actor: row.actor as fleet.ProfileEvent['actor'],
    actorName: row.actor_name,
    address: row.address,
    eid: row.eid,
    device: row.device,
    subjectCode: row.subject_code,
    reasonCode: row.reason_code,
    text: row.detail,
  }
}
