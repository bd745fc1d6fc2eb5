import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as campaign from '@simwright/contract/provisioning/campaign'
import { COUNT_CAP, capTotal, cutPage, readCursor, writeCursor } from '../../../db/page.ts'
import type { Who } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import type { CampaignsServer as Server } from '../../../port/module.ts'
import { platformOf, smdpAddressOf, type Visited } from '../../platform/brand/service.ts'
import { opensPublicPages, readEntitlement } from '../../platform/plans/service.ts'
import { daysBetween } from '../../profiles/rollup/service.ts'
import { readEndUserLook, standardQrStyle } from '../delivery/service.ts'
import {
  selectDays,
  selectHours,
  selectPublicCampaign,
  selectRefusals,
  sumRecycling,
  sumRefusals,
  sumStatuses,
} from './figure-queries.ts'
import { selectCampaign } from './queries.ts'
import { codeOf } from './service.ts'
import { stateOf } from './state.ts'

const HOUR_MS = 60 * 60_000
const HOURS = 48
const DAYS_MAX = 366

export async function readTrend(
  server: Server,
  { enterpriseId }: Who,
  { input: { id, by }, timeZone }: { input: ParsedInputOf<typeof campaign.trend>; timeZone: string },
): Promise<OutputOf<typeof campaign.trend>> {
  const points = await server.db.tenantTx(enterpriseId, async (db) => {
    const row = await selectCampaign(db, id)
    if (!row) throw new Problem('not_found')
    const to = row.ended_at ?? server.clock.now()
    const from = row.started_at ?? row.created_at
    const earliest = new Date(to.getTime() - (by === 'hour' ? (HOURS - 1) * HOUR_MS : DAYS_MAX * 24 * HOUR_MS))
    if (by === 'hour') return await selectHours(db, { id, from: earliest, to })
    const starts = daysBetween(from > earliest ? from : earliest, to, timeZone)
    return await selectDays(db, { id, starts })
  })
  return { points: points.map(({ at, count }) => ({ at: at.toISOString(), count })) }
}

export async function listRefusals(
  server: Server,
  { enterpriseId }: Who,
  { filter: { id }, cursor, limit }: ParsedInputOf<typeof campaign.refusals>,
): Promise<OutputOf<typeof campaign.refusals>> {
  if (id === undefined) throw fault('filter.id', 'required', 'Required')
  const scope = ['campaign refusals', id]
  const keyset = readCursor(cursor, scope)
  const { rows, counted } = await server.db.tenantTx(enterpriseId, async (db) => {
    const row = await selectCampaign(db, id)
    if (!row) throw new Problem('not_found')
    return { rows: await selectRefusals(db, { id, keyset, limit }), counted: row.refused }
  })
  const page = cutPage(rows, limit, (last) => writeCursor({ value: '', id: last.id }, scope))
  const items = page.items.map(({ at, subject_code: subjectCode, reason_code: reasonCode, detail: text, ...row }) => {
    const { id, eid, device, tac, address } = row
    return { id, eid, device, tac, address, at: at.toISOString(), subjectCode, reasonCode, text }
  })
  return { items, next: page.next, ...capTotal(Math.min(counted, COUNT_CAP + 1)) }
}

/** Maximum number of refusals that are summed up. */
const SUMMED_MAX = 100_000

export async function readOutcome(
  server: Server,
  { enterpriseId }: Who,
  id: string,
): Promise<OutputOf<typeof campaign.outcome>> {
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const row = await selectCampaign(db, id)
    if (!row) throw new Problem('not_found')
    const refusals = await sumRefusals(db, { id, most: SUMMED_MAX })
    return {
      statuses: await sumStatuses(db, id),
      recycling: await sumRecycling(db, id),
      refusals: refusals.map(({ subject_code: subjectCode, reason_code: reasonCode, detail: text, ...rest }) => ({
        subjectCode,
        reasonCode,
        text,
        ...rest,
      })),
      looked: row.refused > SUMMED_MAX ? SUMMED_MAX : null,
    }
  })
}

/**
 * The public page with this slug.
 * @throws Problem `campaign_gone` both for an unknown slug and a closed page, so that slugs cannot be probed
 */
export async function readPublicCampaign(
  server: Server,
  slug: string,
  visited: Visited,
): Promise<OutputOf<typeof campaign.publicCampaign>> {
  const entry = await server.db.global
    .selectFrom('activation_code_directory')
    .select(['enterprise_id', 'activation_code_id'])
    .where('slug', '=', slug)
    .executeTakeFirst()
  const found =
    entry &&
    (await server.db.tenantTx(entry.enterprise_id, async (db) => {
      const account = { enterpriseId: entry.enterprise_id, at: server.clock.now() }
      if (!opensPublicPages(await readEntitlement(server, db, account))) return undefined
      const campaign = await selectPublicCampaign(db, entry.activation_code_id)
      if (!campaign) return undefined
      const look = await standardQrStyle(server, db)
      return { ...campaign, look, page: await readEndUserLook(db) }
    }))
  if (!found || (visited.byHost && found.platform_id !== visited.platform.id)) throw new Problem('campaign_gone')
  const platform = platformOf(server, found.platform_id)
  const host = smdpAddressOf(server, platform, found.issuer)
  const state = publicStates[stateOf(found, server.clock.now())]
  const visibleState = state === 'open' && !found.is_left ? 'taken' : state
  return {
    sys: platform.sys,
    title: found.title,
    welcome: found.welcome,
    serviceProviderName: found.service_provider_name ?? '',
    state: visibleState,
    startsAt: found.starts_at?.toISOString() ?? null,
    endsAt: found.ends_at?.toISOString() ?? null,
    activationCode: visibleState === 'open' ? codeOf(host, found) : null,
    smdpAddress: host,
    matchingId: visibleState === 'open' ? found.matching_id : null,
    confirmationCodeRequired: found.confirmation_needed,
    look: visibleState === 'open' ? found.look : null,
    page: found.page,
    testDevicesOnly: server.smdp.testIssuerOnly,
  }
}

const publicStates = {
  DRAFT: 'soon',
  SCHEDULED: 'soon',
  ACTIVE: 'open',
  PAUSED: 'paused',
  ENDED: 'ended',
} as const
