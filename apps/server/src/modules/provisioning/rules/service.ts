import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import * as contract from '@simwright/contract/provisioning/rule'
import type { RuleEventType } from '@simwright/contract/provisioning/rule-event'
import { ruleSentence } from '@simwright/contract/provisioning/rule-text'
import type { TenantDb } from '../../../db/database.ts'
import { capTotal, cutPage, readCursor, writeCursor } from '../../../db/page.ts'
import { isUniqueViolation } from '../../../db/unique-violation.ts'
import type { OnceAnswer, OnceCall, Who } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import type { RulesServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { readEntitlement, requireWithinLimit } from '../../platform/plans/service.ts'
import { openFeed } from './feed-queries.ts'
import { mayAct } from './owner.ts'
import {
  countOtherActive,
  countRules,
  insertRule,
  type LockedRule,
  lockRule,
  markRemoved,
  type RuleRecord,
  type Saver,
  selectNames,
  selectRule,
  selectRules,
  updateRule,
  updateState,
} from './queries.ts'
import { countRuns, dropWaiting, type RunRecord, selectRuns } from './run-queries.ts'
import { idsUsed } from './uses.ts'

const isoOf = (at: Date | null) => at?.toISOString() ?? null

export async function listRules(
  server: Server,
  { enterpriseId }: Who,
  { filter, sort, cursor, limit }: ParsedInputOf<typeof contract.list>,
): Promise<OutputOf<typeof contract.list>> {
  const direction = sort?.direction ?? 'asc'
  const scope = ['rules', filter, direction]
  const keyset = readCursor(cursor, scope)
  const at = server.clock.now()
  return await server.db.tenantRead(enterpriseId, async (db) => {
    const rows = await selectRules(db, { at, filter, direction, keyset, limit })
    const counted = await countRules(db, filter)
    const page = cutPage(rows, limit, (last) => writeCursor({ value: last.name.toLowerCase(), id: last.id }, scope))
    return { items: await shown(db, page.items), next: page.next, ...capTotal(counted) }
  })
}

export async function readRule(server: Server, { enterpriseId }: Who, id: string): Promise<contract.Rule> {
  return await server.db.tenantRead(enterpriseId, async (db) => {
    const row = await selectRule(db, { id, at: server.clock.now() })
    if (!row) throw new Problem('not_found')
    return (await shown(db, [row]))[0]!
  })
}

async function shown(db: TenantDb, rows: readonly RuleRecord[]): Promise<contract.Rule[]> {
  const names = await selectNames(
    db,
    rows.flatMap(({ uses }) => uses),
  )
  return rows.map((row) => {
    const definition = contract.RuleDefinition.parse(row.definition)
    return {
      ...definition,
      id: row.id,
      name: row.name,
      hourlyLimit: row.hourly_limit,
      version: row.version,
      state: row.state as contract.RuleState,
      stopReason: row.stop_reason as contract.RuleStopReason | null,
      stoppedAt: isoOf(row.stopped_at),
      sentence: ruleSentence(definition, names),
      actedToday: row.acted_today,
      waiting: row.waiting,
      lastActedAt: isoOf(row.last_acted_at),
      createdAt: row.created_at.toISOString(),
      createdBy: row.created_by_name,
      savedBy: row.saved_by_name,
      savedKey: row.saved_key_name ?? (row.saved_key === null ? null : ''),
      savedAt: row.saved_at.toISOString(),
    }
  })
}

const saverOf = ({ userId, key }: Who): Saver => ({ userId, keyId: key?.id ?? null })

/** What the audit log shows of a rule. */
const factsOf = (fields: contract.RuleFields, names: ReadonlyMap<string, string>) => ({
  name: fields.name,
  sentence: ruleSentence(fields, names),
  hourlyLimit: fields.hourlyLimit,
})

/** @throws Problem `forbidden` without a permission that an action needs, `invalid` if something does not exist */
async function requireUsable(db: TenantDb, { permissions }: Who, fields: contract.RuleFields) {
  if (!mayAct(fields, permissions)) throw new Problem('forbidden')
  const uses = idsUsed(fields)
  const names = await selectNames(db, uses)
  if (uses.some((id) => !names.has(id)))
    throw fault('fields', 'not_found', 'A tag, attribute, group or configuration of the rule does not exist any more.')
  return { uses, names }
}

/** @throws Problem `plan_refused`, `plan_none` if the plan has no room for one more active rule */
async function requireRoom(server: Server, db: TenantDb, id: string): Promise<void> {
  const at = server.clock.now()
  const entitlement = await readEntitlement(server, db, { enterpriseId: db.enterpriseId, at, lock: 'locked' })
  await requireWithinLimit(db, entitlement, { what: 'rules', number: (await countOtherActive(db, id)) + 1 })
}

async function withFreeName<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isUniqueViolation(error, 'rule_name')) throw new Problem('rule_name_used', { name }, { cause: error })
    throw error
  }
}

export async function addRule(
  server: Server,
  who: Who,
  { input: { fields }, once }: OnceCall<typeof contract.add>,
): OnceAnswer<typeof contract.add> {
  const { enterpriseId } = who
  const id = server.random.uuid()
  const at = server.clock.now()
  return await withFreeName(fields.name, () =>
    once.tenantTx(enterpriseId, async (db) => {
      if ((await countRules(db)) >= contract.RULES_MAX) throw new Problem('rules_too_many', { max: contract.RULES_MAX })
      const { uses, names } = await requireUsable(db, who, fields)
      await requireRoom(server, db, id)
      await insertRule(db, { id, fields, uses, saver: saverOf(who), at })
      await openFeed(db, at)
      const object = { id, name: fields.name }
      await recordAudit(server, db, { action: 'rule.added', enterpriseId, object, after: factsOf(fields, names) })
      return { id }
    }),
  )
}

/** @throws Problem not_found */
async function lockExisting(db: TenantDb, id: string): Promise<LockedRule> {
  const rule = await lockRule(db, id)
  if (!rule) throw new Problem('not_found')
  return rule
}

export async function editRule(
  server: Server,
  who: Who,
  { id, version, fields }: ParsedInputOf<typeof contract.edit>,
): Promise<OutputOf<typeof contract.edit>> {
  const { enterpriseId } = who
  const at = server.clock.now()
  await withFreeName(fields.name, () =>
    server.db.tenantTx(enterpriseId, async (db) => {
      const rule = await lockExisting(db, id)
      if (rule.version !== version) throw new Problem('changed_meanwhile')
      const before = contract.RuleDefinition.parse(rule.definition)
      const { uses, names } = await requireUsable(db, who, fields)
      if (rule.state === 'STOPPED') await requireRoom(server, db, id)
      const oldNames = await selectNames(db, rule.uses)
      await updateRule(db, { id, fields, uses, saver: saverOf(who), at, wasStopped: rule.state === 'STOPPED' })
      await openFeed(db, at)
      await recordAudit(server, db, {
        action: 'rule.edited',
        enterpriseId,
        object: { id, name: fields.name },
        before: factsOf({ ...before, name: rule.name, hourlyLimit: rule.hourly_limit }, oldNames),
        after: factsOf(fields, names),
      })
    }),
  )
  return { version: version + 1 }
}

export async function pauseRule(server: Server, { enterpriseId }: Who, id: string): Promise<Record<never, never>> {
  const at = server.clock.now()
  await server.db.tenantTx(enterpriseId, async (db) => {
    const { name, state } = await lockExisting(db, id)
    if (state === 'PAUSED') return
    await updateState(db, id, { state: 'PAUSED', at })
    await dropWaiting(db, id)
    await openFeed(db, at)
    await recordAudit(server, db, { action: 'rule.paused', enterpriseId, object: { id, name } })
  })
  return {}
}

/** @throws Problem `forbidden` if the caller lacks what an action needs, `invalid` if something was deleted */
export async function resumeRule(server: Server, who: Who, id: string): Promise<Record<never, never>> {
  const { enterpriseId } = who
  const at = server.clock.now()
  await server.db.tenantTx(enterpriseId, async (db) => {
    const { name, state, hourly_limit: hourlyLimit, definition } = await lockExisting(db, id)
    if (state === 'ACTIVE') return
    await requireUsable(db, who, { name, hourlyLimit, ...contract.RuleDefinition.parse(definition) })
    await requireRoom(server, db, id)
    await updateState(db, id, { state: 'ACTIVE', saver: saverOf(who), at })
    await openFeed(db, at)
    await recordAudit(server, db, { action: 'rule.resumed', enterpriseId, object: { id, name } })
  })
  return {}
}

export async function removeRule(
  server: Server,
  { enterpriseId }: Who,
  { id, version }: ParsedInputOf<typeof contract.remove>,
): Promise<OutputOf<typeof contract.remove>> {
  const at = server.clock.now()
  await server.db.tenantTx(enterpriseId, async (db) => {
    const rule = await lockExisting(db, id)
    if (rule.version !== version) throw new Problem('changed_meanwhile')
    await markRemoved(db, id, at)
    await dropWaiting(db, id)
    await openFeed(db, at)
    await recordAudit(server, db, { action: 'rule.removed', enterpriseId, object: { id, name: rule.name } })
  })
  return {}
}

export async function listRuns(
  server: Server,
  { enterpriseId }: Who,
  { filter, sort, cursor, limit }: ParsedInputOf<typeof contract.log>,
): Promise<OutputOf<typeof contract.log>> {
  const direction = sort?.direction ?? 'desc'
  const scope = ['rule log', filter, direction]
  const keyset = readCursor(cursor, scope)
  const { rows, counted } = await server.db.tenantRead(enterpriseId, async (db) => ({
    rows: await selectRuns(db, { filter, direction, keyset, limit }),
    counted: await countRuns(db, filter),
  }))
  const page = cutPage(rows, limit, (last) => writeCursor({ value: last.matched_at.toISOString(), id: last.id }, scope))
  return { items: page.items.map(runOf), next: page.next, ...capTotal(counted) }
}

const runOf = (row: RunRecord): contract.RuleRun => ({
  id: row.id,
  ruleId: row.rule_id,
  ruleName: row.rule_name,
  profileId: row.profile_id,
  iccid: row.iccid,
  batchId: row.batch_code === null ? null : row.event_id,
  batchCode: row.batch_code,
  eventId: row.event_id,
  event: row.event_type as RuleEventType,
  happenedAt: row.happened_at.toISOString(),
  state: row.state as contract.RuleRunState,
  depth: row.depth,
  matchedAt: row.matched_at.toISOString(),
  actedAt: isoOf(row.acted_at),
  reasons: row.reasons,
})
