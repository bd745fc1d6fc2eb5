import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as fleet from '@simwright/contract/profiles/fleet'
import type { FleetFilter } from '@simwright/contract/profiles/fleet-filter'
import type { TenantDb } from '../../../db/database.ts'
import {
  COUNT_CAP,
  capTotal,
  cutPage,
  cutPageBothWays,
  type Keyset,
  readCursor,
  writeCursor,
} from '../../../db/page.ts'
import type { ProfileId } from '../../../db/row-id.ts'
import type { Who } from '../../../http/call.ts'
import type { FleetServer as Server } from '../../../port/module.ts'
import { originOf, platformOf } from '../../platform/brand/service.ts'
import { countCurrent } from '../rollup/service.ts'
import { activationCode, codeHost, hasPages } from './code.ts'
import { countConditions, groupsOf } from './condition.ts'
import { resolveFilter } from './filter.ts'
import { countLog, type EventRecord, resolveLog, selectLog, selectTimeline, selectTimelinePage } from './log-queries.ts'
import { type FleetSort, joinMatch, type PageOfProfiles } from './page.ts'
import {
  areSurelyCapped,
  costOfCount,
  countMatch,
  countProfiles,
  selectCodeAndOrder,
  selectMakers,
  selectProfiles,
} from './queries.ts'
import { type ProfileRecord, selectProfile } from './record.ts'
import { findMatches } from './selection.ts'
import { sentenceOf } from './sentence.ts'
import { type ShownTraits, shownTraits } from './shown-trait.ts'

export { activationCode, codeHost, hasPages } from './code.ts'
export { type CodeFitness, whyNoCode } from './code-fit.ts'
export { exportFacts, exportRows } from './export.ts'
export { demandExport, exportCheck } from './export-approval.ts'
export { selectByIccid } from './queries.ts'
export { conditionOf, countSelected, findMatches } from './selection.ts'

type ListRequest = { input: ParsedInputOf<typeof fleet.list>; timeZone: string }

export async function listProfiles(
  server: Server,
  who: Who,
  { input, timeZone }: ListRequest,
): Promise<OutputOf<typeof fleet.list>> {
  const { limit } = input
  const sort: FleetSort = input.sort ?? { by: 'createdAt', direction: 'desc' }
  const scope = [input.filter, sort]
  const keyset = readCursor(input.cursor, scope)
  const { enterpriseId } = who
  const now = server.clock.now()
  const resolved = Promise.withResolvers<ListQuery & { isCapped: boolean }>()
  const reading = server.db.tenantRead(enterpriseId, async (db) => {
    const query = await resolveQuery(db, who, { filter: input.filter, now, timeZone })
    const groups = groupsOf(query.filter)
    const capping = groups ? areSurelyCapped(db, groups) : Promise.resolve(false)
    const selecting = selectProfiles(db, { ...query, sort, limit, keyset })
    const capped = capping.then((isCapped) => resolved.resolve({ ...query, isCapped }))
    // both statements are sent at once
    const [rows] = await Promise.all([selecting, capped])
    return { rows, traitsOf: await shownTraits(db, rows) }
  })
  // counts in parallel with the page, on its own connection: both take about as long
  const counting = resolved.promise.then(({ isCapped, ...query }) =>
    isCapped ? COUNT_CAP + 1 : server.db.tenantRead(enterpriseId, async (db) => await countIfCheap(db, query)),
  )
  reading.catch(resolved.reject)
  const [{ rows, traitsOf }, counted] = await Promise.all([reading, counting])
  const total = keyset === undefined && rows.length <= limit ? rows.length : counted
  const isSearch = rows.some(({ matched }) => matched !== '')
  const keysetOf = (row: ProfileRecord): Keyset => ({
    value: isSearch ? joinMatch(row.match, row.matched) : sortValue(row, sort),
    id: row.id,
  })
  const { items, next, previous } = cutPageBothWays(rows, { limit, keyset, keysetOf })
  return {
    items: items.map((row) => profileRow(server, who, row, traitsOf(row.id))),
    next: next && writeCursor(next, scope),
    previous: previous && writeCursor(previous, scope),
    ...(total === undefined ? { total: null, capped: false } : capTotal(total)),
  }
}

type ListQuery = Pick<PageOfProfiles, 'filter' | 'matched'>

type Asked = { filter: FleetFilter; now: Date; timeZone: string }

/**
 * What a filter means. In a visit it cannot search activation codes: they are hidden, and a search by their first
 * characters would find them out. @throws Problem invalid, visit_hidden
 */
async function resolveQuery(db: TenantDb, { visit }: Who, asked: Asked): Promise<ListQuery> {
  const filter = await resolveFilter(db, { enterpriseId: db.enterpriseId, ...asked })
  const matched = await findMatches(db, filter)
  if (!visit) return { filter, matched }
  if (filter.prefixes.some(({ column }) => column === 'matching_id')) throw new Problem('visit_hidden')
  return { filter, matched: matched.filter((name) => name !== 'matching_id') }
}

const sortValue = (row: ProfileRecord, { by }: FleetSort) =>
  by === 'iccid' ? row.iccid : (by === 'statusAt' ? row.status_at : row.created_at).toISOString()

/**
 * In the planner's cost units. An index-only scan of 10,000 rows costs about 500; several conditions with few common
 * rows need a table scan, for 5,000 and more.
 */
const COUNT_COST_LIMIT = 2_000

/** The capped count; undefined when it would take much longer than the page. The browser then calls `fleet.count`. */
async function countIfCheap(db: TenantDb, query: ListQuery): Promise<number | undefined> {
  const { search } = query.filter
  const conditions = countConditions(query.filter)
  if (search !== undefined && conditions === 1) {
    for (const name of query.matched) {
      const counted = await countMatch(db, { name, text: search })
      if (counted > COUNT_CAP || query.matched.length === 1) return counted
    }
  }
  const counting = { ...query, cap: 'capped' } as const
  if (conditions > 1 && (await costOfCount(db, counting)) > COUNT_COST_LIMIT) return undefined
  return await countProfiles(db, counting)
}

export async function countMatches(
  server: Server,
  who: Who,
  { input, timeZone }: { input: ParsedInputOf<typeof fleet.count>; timeZone: string },
): Promise<OutputOf<typeof fleet.count>> {
  const { enterpriseId } = who
  const { exact } = input
  const total = await server.db.tenantRead(enterpriseId, async (db) => {
    const query = await resolveQuery(db, who, { filter: input.filter, now: server.clock.now(), timeZone })
    return await countProfiles(db, { ...query, cap: exact ? 'exact' : 'capped' })
  })
  return exact ? { total, capped: false } : capTotal(total)
}

export async function readProfile(server: Server, who: Who, id: string): Promise<OutputOf<typeof fleet.detail>> {
  return await server.db.tenantRead(who.enterpriseId, async (db) => {
    const row = await selectProfile(db, id)
    const code = row && (await selectCodeAndOrder(db, row.activation_code_id))
    if (!row || !code) throw new Problem('not_found')
    const traitsOf = await shownTraits(db, [row])
    const hasLink = !row.sample && (await hasPages(server, db))
    return {
      ...profileRow(server, who, row, traitsOf(row.id)),
      configurationVersion: row.configuration_version,
      confirmationCodeRequired: row.confirmation_needed,
      attempts: code.attempts,
      maxAttempts: code.max_attempts,
      redownloads: Math.max(0, Number(code.orders) - 1),
      maxRedownloads: code.max_redownloads,
      confirmationFailures: code.confirmation_failures,
      expiresAt: code.expires_at?.toISOString() ?? null,
      link: hasLink ? `${originOf(server, platformOf(server, who.platformId))}/ac/${code.slug}` : null,
      smdpAddress: codeHost(server, who, row),
      testDevicesOnly: code.device_trust === 'test',
      deviceRelease: row.device_release,
      keysErasedAt: row.keys_erased_at?.toISOString() ?? null,
    }
  })
}

export async function readTimeline(
  server: Server,
  who: Who,
  input: ParsedInputOf<typeof fleet.timeline>,
): Promise<OutputOf<typeof fleet.timeline>> {
  const scope = ['timeline', input.id]
  const before = readCursor(input.cursor, scope)?.id
  const rows = await server.db.tenantRead(who.enterpriseId, async (db) => {
    if (!(await selectProfile(db, input.id))) throw new Problem('not_found')
    return await selectTimeline(db, { profileId: input.id, before, limit: input.limit })
  })
  const page = cutPage(rows, input.limit, (last) => writeCursor({ value: '', id: last.id }, scope))
  return { items: page.items.map(profileEvent), next: page.next }
}

/** A page of a profile's events by its number, for the open API. */
export async function readTimelinePage(
  server: Server,
  { enterpriseId }: Who,
  { profileId, pageNum, pageSize }: { profileId: ProfileId; pageNum: number; pageSize: number },
): Promise<{ items: fleet.ProfileEvent[]; total: number }> {
  const page = { profileId, offset: (pageNum - 1) * pageSize, limit: pageSize }
  const { rows, total } = await server.db.tenantRead(enterpriseId, (db) => selectTimelinePage(db, page))
  return { items: rows.map(profileEvent), total }
}

export async function listLog(
  server: Server,
  who: Who,
  input: ParsedInputOf<typeof fleet.profileLog>,
): Promise<OutputOf<typeof fleet.profileLog>> {
  const scope = ['log', input.filter]
  const keyset = readCursor(input.cursor, scope)
  const { rows, counted } = await server.db.tenantRead(who.enterpriseId, async (db) => {
    const listed = await resolveLog(db, input.filter)
    return {
      rows: await selectLog(db, { ...listed, keyset, limit: input.limit }),
      counted: await countLog(db, listed),
    }
  })
  const page = cutPage(rows, input.limit, (last) => writeCursor({ value: last.at.toISOString(), id: last.id }, scope))
  return { items: page.items.map(profileEvent), next: page.next, ...capTotal(counted) }
}

export async function listBrands(server: Server, who: Who): Promise<OutputOf<typeof fleet.brands>> {
  const counts = await server.db.tenantRead(who.enterpriseId, (db) => countCurrent(db, { metric: 'brand' }))
  return { brands: counts.map((count) => count.dimension).sort() }
}

export async function listMakers(server: Server, who: Who): Promise<OutputOf<typeof fleet.makers>> {
  return { items: await server.db.tenantRead(who.enterpriseId, (db) => selectMakers(db)) }
}

function profileRow(server: Server, who: Who, row: ProfileRecord, traits: ShownTraits): fleet.ProfileRow {
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
    activationCode: activationCode(codeHost(server, who, row), row.matching_id, row.confirmation_needed),
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
    groupId: row.group_name === null ? null : row.group_id,
    groupName: row.group_name,
    groupColor: row.group_color,
    tags: traits.tags,
    attributes: traits.attributes,
    campaignId: row.campaign_name === null ? null : row.campaign_id,
    campaignName: row.campaign_name,
    acFormat: row.ac_format as fleet.ProfileRow['acFormat'],
    downloads: row.downloads,
    recycleStatus: row.recycle_status as fleet.ProfileRow['recycleStatus'],
    recycleReason: row.recycle_reason as fleet.ProfileRow['recycleReason'],
    recycleAt: row.recycle_at?.toISOString() ?? null,
    sample: row.sample,
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
    ruleId: row.rule_name === '' ? null : row.rule_id,
    ruleName: row.rule_name || null,
    address: row.address,
    eid: row.eid,
    device: row.device,
    subjectCode: row.subject_code,
    reasonCode: row.reason_code,
    text: sentenceOf(row),
    messageId: row.message_id,
  }
}
