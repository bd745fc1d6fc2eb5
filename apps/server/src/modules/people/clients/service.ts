import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import { Survey } from '@simwright/contract/people/account'
import type * as contract from '@simwright/contract/people/client'
import type { SystemDb } from '../../../db/database.ts'
import { capTotal, cutPage, readCursor, writeCursor } from '../../../db/page.ts'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import type { OnceAnswer, OnceCall } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import type { ClientsServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { platformOf } from '../../platform/brand/service.ts'
import {
  addTrialDays,
  countUsed,
  type Entitlement,
  enterprisePlans,
  givePlanIn,
  readEntitlement,
  usageOf,
} from '../../platform/plans/service.ts'
import { selectOwners, updateSuspension, updateTrialOffer } from '../../platform/tenancy/service.ts'
import { resetOwnTexts } from '../../provisioning/delivery/service.ts'
import { type ClientRecord, countClients, selectClientMembers, selectClients, selectSurvey } from './queries.ts'
import { clientOf } from './record.ts'

export { releaseIdleIccids } from './idle.ts'

const OWNERS_SHOWN = 10

/** The enterprise accounts of all platforms, for platform staff. */
export async function listClients(
  server: Server,
  { filter: given, cursor, limit }: ParsedInputOf<typeof contract.list>,
): Promise<OutputOf<typeof contract.list>> {
  const scope = ['clients', given]
  const keyset = readCursor(cursor, scope)
  const filter = { search: given.search, states: given.state, plans: given.plan, at: server.clock.now() }
  return await server.db.systemTx(async (db) => {
    const rows = await selectClients(db, { filter, keyset, limit })
    const counted = await countClients(db, filter)
    const page = cutPage(rows, limit, (last) =>
      writeCursor({ value: last.created_at.toISOString(), id: last.enterprise_id }, scope),
    )
    const items = await withPlans(server, db, page.items)
    return { items, next: page.next, ...capTotal(counted) }
  })
}

async function withPlans(server: Server, db: SystemDb, rows: readonly ClientRecord[]): Promise<contract.ClientRow[]> {
  const ids = rows.map((row) => row.enterprise_id)
  const plans = await enterprisePlans(server, db, ids)
  return rows.map((row) => {
    const current = plans.get(row.enterprise_id)!
    return {
      id: row.enterprise_id,
      name: row.name,
      platform: platformOf(server, row.platform_id).app_name,
      state: stateOf(row),
      plan: current.plan,
      kind: current.kind,
      endsAt: current.ends_at?.toISOString() ?? null,
      members: row.members,
      usage: usageOf(current),
      createdAt: row.created_at.toISOString(),
    }
  })
}

function stateOf({ state, deletion_at }: ClientRecord): contract.ClientState {
  return state === 'ACTIVE' && deletion_at !== null ? 'CLOSING' : state
}

/** @throws Problem not_found */
export async function readClient(server: Server, id: string): Promise<contract.Client> {
  return await server.db.systemTx(async (db) => {
    const record = await clientOf(db, id)
    const [row] = await withPlans(server, db, [record])
    const { state, suspension_reason: reason, suspended_at: at, deletion_at: deletionAt } = record
    const entitlement = await readEntitlement(server, db, { enterpriseId: id, at: server.clock.now() })
    const survey = await selectSurvey(db, id)
    const used = await countUsed(db, id)
    const owners = await selectOwners(db, id)
    const { configurations, iccids, members } = entitlement
    return {
      ...row!,
      owners: owners
        .slice(0, OWNERS_SHOWN)
        .map(({ first_name, last_name, email }) => ({ name: `${first_name} ${last_name}`, email })),
      configurations: used.configurations,
      iccids: used.iccids,
      installations: entitlement.installations,
      limits: { configurations, iccids, members },
      survey: survey ? { name: survey.name, answers: Survey.parse(survey.survey) } : null,
      trial: trialOf(entitlement),
      suspension: state === 'ACTIVE' ? null : { reason, at: at?.toISOString() ?? null },
      deletionAt: deletionAt?.toISOString() ?? null,
    }
  })
}

const DAY_MS = 24 * 60 * 60 * 1000

/** The longest time for which staff can give a plan. */
const GIFT_DAYS_MAX = 3660

/** Gives a plan until the end of the day `until` (UTC). @throws Problem not_found, invalid */
export async function giveClientPlan(
  server: Server,
  { input, once }: OnceCall<typeof contract.givePlan>,
): OnceAnswer<typeof contract.givePlan> {
  const { id, fields } = input
  const { plan, until } = fields
  const endsAt = new Date(Date.parse(`${until}T00:00:00Z`) + DAY_MS)
  const daysLeft = (endsAt.getTime() - server.clock.now().getTime()) / DAY_MS
  if (daysLeft <= 0) throw fault('fields.until', 'past', 'Enter a day in the future.')
  if (daysLeft > GIFT_DAYS_MAX) throw fault('fields.until', 'far', 'Enter a day within the next ten years.')
  if (id === STAFF_ENTERPRISE_ID) throw new Problem('not_found')
  return await once.tenantTx(id, async (db) => {
    await givePlanIn(server, db, { enterpriseId: id, plan, endsAt })
    return { endsAt: endsAt.toISOString() }
  })
}

/** Suspends an enterprise account. Its members see the reason on each page and in their audit log. @throws Problem not_found, changed_meanwhile */
export async function suspendClient(
  server: Server,
  { id, fields: { reason } }: ParsedInputOf<typeof contract.suspend>,
): Promise<OutputOf<typeof contract.suspend>> {
  await server.db.tenantTx(id, async (db) => {
    const { state, name } = await clientOf(db, id, 'locked')
    if (state !== 'ACTIVE') throw new Problem('changed_meanwhile')
    await updateSuspension(db, { reason, at: server.clock.now() })
    const facts = { before: { state: 'ACTIVE' }, after: { state: 'SUSPENDED', reason } }
    await recordAudit(server, db, { enterpriseId: id, action: 'enterprise.suspended', object: { id, name }, ...facts })
  })
  return {}
}

/** @throws Problem not_found, changed_meanwhile */
export async function resumeClient(server: Server, id: string): Promise<OutputOf<typeof contract.resume>> {
  await server.db.tenantTx(id, async (db) => {
    const { state, suspension_reason: reason, name } = await clientOf(db, id, 'locked')
    if (state !== 'SUSPENDED') throw new Problem('changed_meanwhile')
    await updateSuspension(db, null)
    const facts = { before: { state, reason }, after: { state: 'ACTIVE' } }
    await recordAudit(server, db, { enterpriseId: id, action: 'enterprise.resumed', object: { id, name }, ...facts })
  })
  return {}
}

/** Deletes the own texts on public pages and in mails to end users. @throws Problem not_found */
export async function resetEndUserTexts(
  server: Server,
  id: string,
): Promise<OutputOf<typeof contract.resetEndUserTexts>> {
  await server.db.tenantTx(id, async (db) => {
    const { name } = await clientOf(db, id)
    const texts = await resetOwnTexts(db)
    if (texts === undefined) return
    const action = 'enterprise.endUserTextsReset'
    await recordAudit(server, db, { enterpriseId: id, action, object: { id, name }, before: { texts: { ...texts } } })
  })
  return {}
}

const trialOf = ({ trial_ends_at, trial_offer }: Entitlement): contract.Client['trial'] =>
  trial_ends_at === null ? trial_offer : 'USED'

/** Who signed in last comes first. @throws Problem not_found */
export async function listClientMembers(server: Server, id: string): Promise<OutputOf<typeof contract.members>> {
  const rows = await server.db.systemTx(async (db) => {
    await clientOf(db, id)
    return await selectClientMembers(db, id)
  })
  const items = rows.map(({ total: _, second_factor: secondFactor, signed_in_at: signedInAt, ...row }) => ({
    ...row,
    secondFactor,
    signedInAt: signedInAt?.toISOString() ?? null,
  }))
  return { items, total: rows[0]?.total ?? 0 }
}

/** Allows the free trial. @throws Problem not_found, trial_refused when the enterprise account has used it */
export async function offerTrial(server: Server, id: string): Promise<OutputOf<typeof contract.grantTrial>> {
  await server.db.tenantTx(id, async (db) => {
    const { name } = await clientOf(db, id, 'locked')
    const entitlement = await readEntitlement(server, db, { enterpriseId: id, at: server.clock.now() })
    if (trialOf(entitlement) === 'USED') throw new Problem('trial_refused')
    await updateTrialOffer(db, 'GRANTED')
    await recordAudit(server, db, { enterpriseId: id, action: 'order.trialGranted', object: { id: null, name } })
  })
  return {}
}

/** Extends the free trial, also one that has ended or not started. @throws Problem not_found */
export async function extendClientTrial(
  server: Server,
  { input, once }: OnceCall<typeof contract.extendTrial>,
): OnceAnswer<typeof contract.extendTrial> {
  const { id, fields } = input
  return await once.tenantTx(id, async (db) => {
    await clientOf(db, id, 'locked')
    const endsAt = await addTrialDays(server, db, { days: fields.days })
    return { endsAt: endsAt?.toISOString() ?? null }
  })
}
