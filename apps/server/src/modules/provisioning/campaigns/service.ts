import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as campaign from '@simwright/contract/provisioning/campaign'
import type { CampaignFields } from '@simwright/contract/provisioning/campaign'
import { formatActivationCode, parseMatchingId } from '@simwright/ids'
import type { TenantDb } from '../../../db/database.ts'
import { capTotal, cutPage, readCursor, writeCursor } from '../../../db/page.ts'
import type { ActivationCodeId, EnterpriseId } from '../../../db/row-id.ts'
import { isUniqueViolation } from '../../../db/unique-violation.ts'
import type { OnceAnswer, OnceCall, Who } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import type { CampaignsServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { originOf, platformOf, smdpAddressOf } from '../../platform/brand/service.ts'
import { hasFeature, readEntitlement, requireAttempts } from '../../platform/plans/service.ts'
import { readForGenerating, requireOwnOrders } from '../../profiles/configurations/service.ts'
import { sealConfirmation } from '../generate/service.ts'
import { countsOf } from './figure-queries.ts'
import {
  type CampaignRecord,
  countCampaigns,
  insertCampaign,
  lockCampaign,
  selectCampaign,
  selectCampaigns,
  updateCampaign,
} from './queries.ts'
import { stateOf } from './state.ts'

export { addResources } from './fill.ts'
export { handOutProfile, lockSource, readSource, type VoucherSource } from './hand-out.ts'
export { selectCampaignNames as readCampaignNames } from './queries.ts'

export async function listCampaigns(
  server: Server,
  { enterpriseId }: Who,
  { filter, sort, cursor, limit }: ParsedInputOf<typeof campaign.list>,
): Promise<OutputOf<typeof campaign.list>> {
  const direction = sort?.direction ?? 'desc'
  const scope = ['campaigns', filter, direction]
  const keyset = readCursor(cursor, scope)
  const at = server.clock.now()
  const { rows, counted } = await server.db.tenantTx(enterpriseId, async (db) => ({
    rows: await selectCampaigns(db, { filter, at, direction, keyset, limit }),
    counted: await countCampaigns(db, { filter, at }),
  }))
  const page = cutPage(rows, limit, (last) => writeCursor({ value: last.created_at.toISOString(), id: last.id }, scope))
  return { items: page.items.map((row) => rowOf(row, at)), next: page.next, ...capTotal(counted) }
}

const isoOf = (at: Date | null) => at?.toISOString() ?? null

function rowOf(row: CampaignRecord, at: Date): campaign.CampaignRow {
  const { id, name, configuration_id: configurationId, configuration_name: configurationName } = row
  const { profiles, taken, cap } = row
  return {
    id,
    name,
    state: stateOf(row, at),
    configurationId,
    configurationName,
    startsAt: isoOf(row.starts_at),
    endsAt: isoOf(row.ends_at),
    profiles,
    taken,
    cap,
    createdAt: row.created_at.toISOString(),
  }
}

export async function readCampaign(
  server: Server,
  { enterpriseId, platformId }: Who,
  id: string,
): Promise<campaign.Campaign> {
  const platform = platformOf(server, platformId)
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const row = await selectCampaign(db, id)
    if (!row) throw new Problem('not_found')
    const isLinked = row.public_page && (await hasPages(server, db))
    const { title, welcome, notes, version } = row
    return {
      ...rowOf(row, server.clock.now()),
      title,
      welcome,
      notes,
      version,
      deviceLimit: row.device_limit,
      maxAttempts: row.max_attempts,
      confirmationCodeRequired: row.confirmation_needed,
      atEnd: row.at_end,
      recycling: recyclingOf(row),
      publicPage: row.public_page,
      activationCode: codeOf(smdpAddressOf(server, platform, row.issuer), row),
      link: isLinked ? `${originOf(server, platform)}/c/${row.slug}` : null,
      startedAt: isoOf(row.started_at),
      endedAt: isoOf(row.ended_at),
      leftOver: row.left_over,
      createdBy: row.created_by_name,
      counts: await countsOf(db, row),
    }
  })
}

function recyclingOf(row: CampaignRecord): campaign.Campaign['recycling'] {
  const { recycle_begun_at: begun, recycle_done_at: done, recycle_count: profiles } = row
  return begun && { profiles, begunAt: begun.toISOString(), doneAt: isoOf(done) }
}

/** Whether the plan includes public pages. */
async function hasPages(server: Server, db: TenantDb): Promise<boolean> {
  return hasFeature(
    await readEntitlement(server, db, { enterpriseId: db.enterpriseId, at: server.clock.now() }),
    'AC_LINK',
  )
}

/** The shared activation code of a campaign. */
export function codeOf(host: string, row: { matching_id: string; confirmation_needed: boolean }): string {
  const confirmationCodeRequired = row.confirmation_needed
  return formatActivationCode({ host, matchingId: parseMatchingId(row.matching_id), confirmationCodeRequired })
}

const MATCHING_ID_BYTES = 16
const SLUG_BYTES = 16

export async function addCampaign(
  server: Server,
  { enterpriseId, userId }: Who,
  { input: { fields }, once }: OnceCall<typeof campaign.add>,
): OnceAnswer<typeof campaign.add> {
  const id = server.random.uuid()
  const activationCodeId = server.random.uuid()
  const sealed = sealNew(server, { enterpriseId, activationCodeId }, fields)
  if (sealed === 'unchanged') throw fault('fields.confirmationCode.code', 'required', 'Required')
  const newCampaign = {
    id,
    activationCodeId,
    matchingId: Buffer.from(server.random.bytes(MATCHING_ID_BYTES)).toString('hex').toUpperCase(),
    slug: Buffer.from(server.random.bytes(SLUG_BYTES)).toString('base64url'),
    fields,
    sealedConfirmation: sealed,
    userId,
    at: server.clock.now(),
  }
  return await withFreeName(fields.name, () =>
    once.tenantTx(enterpriseId, async (db) => {
      await requireConfiguration(server, db, { enterpriseId, id: fields.configurationId })
      await requireWithinPlan(server, db, { fields })
      await insertCampaign(db, newCampaign)
      const entry = { enterpriseId, object: { id, name: fields.name }, after: factsOf(fields) }
      await recordAudit(server, db, { action: 'campaign.added', ...entry })
      return { id }
    }),
  )
}

async function withFreeName<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isUniqueViolation(error, 'campaign_name')) throw new Problem('campaign_name_used', { name }, { cause: error })
    throw error
  }
}

/** @throws Problem if codes cannot be generated from the configuration, or the enterprise does not have it */
async function requireConfiguration(server: Server, db: TenantDb, key: { enterpriseId: EnterpriseId; id: string }) {
  requireOwnOrders(await readForGenerating(server, db, key))
}

/** @throws Problem of the plan, at the field that exceeds it */
async function requireWithinPlan(server: Server, db: TenantDb, { fields }: { fields: CampaignFields }) {
  const entitlement = await readEntitlement(server, db, { enterpriseId: db.enterpriseId, at: server.clock.now() })
  await requireAttempts(db, entitlement, { path: 'fields.maxAttempts', attempts: fields.maxAttempts })
}

type ActivationCodeRef = { enterpriseId: EnterpriseId; activationCodeId: ActivationCodeId }

/** Seals the confirmation code of the input; `unchanged` if one is required but the input has none. */
function sealNew(
  server: Server,
  code: ActivationCodeRef,
  { confirmationCode }: CampaignFields,
): Buffer | null | 'unchanged' {
  const { mode, code: text } = confirmationCode
  if (mode === 'none') return null
  return text === undefined ? 'unchanged' : sealConfirmation(server.vault, code, text)
}

export async function editCampaign(
  server: Server,
  { enterpriseId }: Who,
  { id, version, fields }: ParsedInputOf<typeof campaign.edit>,
): Promise<OutputOf<typeof campaign.edit>> {
  await withFreeName(fields.name, () =>
    server.db.tenantTx(enterpriseId, async (db) => {
      const record = await lockVersion(db, { id, version })
      mustBeEditable(server, record, fields)
      if (record.max_attempts !== fields.maxAttempts) await requireWithinPlan(server, db, { fields })
      if (record.configuration_id !== fields.configurationId)
        await requireConfiguration(server, db, { enterpriseId, id: fields.configurationId })
      const sealed = sealNew(server, { enterpriseId, activationCodeId: record.activation_code_id }, fields)
      if (sealed === 'unchanged' && !record.confirmation_needed)
        throw fault('fields.confirmationCode.code', 'required', 'Required')
      await updateCampaign(db, { record, fields, sealed })
      const change = { before: factsBefore(record), after: factsOf(fields) }
      await recordAudit(server, db, {
        action: 'campaign.edited',
        enterpriseId,
        object: { id, name: fields.name },
        ...change,
      })
    }),
  )
  return { version: version + 1 }
}

/** @throws Problem not_found, changed_meanwhile */
export async function lockVersion(
  db: TenantDb,
  { id, version }: { id: string; version: number },
): Promise<CampaignRecord> {
  const record = await lockCampaign(db, id)
  if (!record) throw new Problem('not_found')
  if (record.version !== version) throw new Problem('changed_meanwhile')
  return record
}

/** @throws Problem if the state of the campaign does not allow these changes */
function mustBeEditable(server: Server, record: CampaignRecord, fields: CampaignFields): void {
  const state = stateOf(record, server.clock.now())
  if (state === 'ENDED') throw new Problem('campaign_unfit', { state })
  if (record.profiles > 0 && record.configuration_id !== fields.configurationId)
    throw fault(
      'fields.configurationId',
      'rule',
      'The campaign holds profiles of its configuration. Take them out first.',
    )
  const hasBegun = state !== 'DRAFT' && state !== 'SCHEDULED'
  if (hasBegun && isoOf(record.starts_at) !== plain(fields.startsAt))
    throw fault('fields.startsAt', 'rule', 'The campaign has begun.')
  if (fields.cap !== null && fields.cap < record.taken)
    throw fault('fields.cap', 'rule', `${record.taken} profiles are handed out already.`)
}

const plain = (at: string | null) => (at === null ? null : new Date(at).toISOString())

function factsOf(fields: CampaignFields) {
  const { confirmationCode, startsAt, endsAt, ...same } = fields
  return { ...same, startsAt: plain(startsAt), endsAt: plain(endsAt), confirmationMode: confirmationCode.mode }
}

function factsBefore(row: CampaignRecord): ReturnType<typeof factsOf> {
  const { name, title, welcome, notes, cap } = row
  return {
    name,
    title,
    welcome,
    notes,
    cap,
    configurationId: row.configuration_id,
    startsAt: isoOf(row.starts_at),
    endsAt: isoOf(row.ends_at),
    deviceLimit: row.device_limit,
    maxAttempts: row.max_attempts,
    publicPage: row.public_page,
    atEnd: row.at_end,
    confirmationMode: row.confirmation_needed ? 'fixed' : 'none',
  }
}
