import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/platform/notice'
import { kindsOfAllGroups, noticeKindRow } from '@simwright/contract/platform/notice-kind'
import {
  defaultThreshold,
  type ThresholdFields,
  type ThresholdKind,
  thresholdKinds,
  thresholdRow,
} from '@simwright/contract/platform/threshold'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import type { Who } from '../../../http/call.ts'
import type { NoticesServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../audit/service.ts'
import {
  deleteCrossings,
  insertCrossings,
  selectCrossings,
  selectThresholds,
  upsertThreshold,
} from './threshold-queries.ts'

/** The thresholds whose notifications the user can get, or that the user can set. */
export async function listThresholds(
  server: Pick<Server, 'db'>,
  who: Who,
): Promise<OutputOf<typeof contract.listThresholds>> {
  const stored = await server.db.tenantRead(who.enterpriseId, (db) => selectThresholds(db))
  const items = thresholdKinds
    .filter((kind) => canSee(who, kind))
    .map((kind) => {
      const own = stored.find((one) => one.kind === kind)
      return { ...(own ?? { kind, version: 0, ...defaultThreshold(kind) }), mayEdit: mayEdit(who, kind) }
    })
  return { items }
}

/**
 * @throws Problem not_found for a threshold that the user cannot set, changed_meanwhile, enterprise_suspended: the
 * permission to pay stays while the enterprise account is suspended, but does not allow this
 */
export async function setThreshold(
  server: Server,
  who: Who,
  { kind, version, fields }: ParsedInputOf<typeof contract.setThreshold>,
): Promise<OutputOf<typeof contract.setThreshold>> {
  if (who.suspended) throw new Problem('enterprise_suspended')
  if (!canSee(who, kind) || !mayEdit(who, kind)) throw new Problem('not_found')
  const { enterpriseId } = who
  await server.db.tenantTx(enterpriseId, async (db) => {
    const before = await readThreshold(db, kind)
    const levels = [...fields.levels].sort((a, b) => a - b)
    if (!(await upsertThreshold(db, { kind, version, ...fields, levels }))) throw new Problem('changed_meanwhile')
    const object = { id: null, name: thresholdRow(kind).label }
    const after = { ...fields, levels }
    await recordAudit(server, db, { enterpriseId, action: 'enterprise.thresholdSet', object, before, after })
  })
  return { version: version + 1 }
}

/** What applies: the values of the enterprise account, or the defaults. */
export async function readThreshold(db: TenantDb, kind: ThresholdKind): Promise<ThresholdFields> {
  const own = (await selectThresholds(db)).find((one) => one.kind === kind)
  if (!own) return defaultThreshold(kind)
  const { levels, unit, hours, minimum } = own
  return { levels, unit, hours, minimum }
}

type Measured = {
  enterpriseId: EnterpriseId
  kind: ThresholdKind
  /** What was measured: the id of an order or campaign, a certificate; empty for the enterprise account. */
  subject: string
  threshold: ThresholdFields
  value: number
  at: Date
}

/**
 * Compares a value with the levels of its threshold. Each level that is crossed is recorded until the value has gone
 * back beyond it by the margin of the kind, so that it notifies once. Concurrent calls wait for each other.
 * @returns the furthest level that was crossed since the last call; undefined if none was
 */
export async function crossLevels(db: TenantDb, measured: Measured): Promise<number | undefined> {
  const { kind, value, threshold } = measured
  const { direction, margin } = thresholdRow(kind)
  const { levels, unit } = threshold
  const isCrossed = (level: number) => (direction === 'rises' ? value >= level : value < level)
  const isBack = (level: number) =>
    direction === 'rises' ? value <= level - margin(level, unit) : value >= level + margin(level, unit)
  const recorded = await selectCrossings(db, measured)
  const over = recorded.filter((one) => one.unit !== unit || !levels.includes(one.level) || isBack(one.level))
  if (over.length > 0) await deleteCrossings(db, measured, over)
  const crossed = levels.filter(
    (level) => isCrossed(level) && !recorded.some((one) => one.level === level && one.unit === unit),
  )
  const news = await insertCrossings(db, measured, crossed)
  if (news.length === 0) return undefined
  return direction === 'rises' ? Math.max(...news) : Math.min(...news)
}

function canSee(who: Who, kind: ThresholdKind): boolean {
  if (who.groups !== null && kindsOfAllGroups.includes(kind)) return false
  const { audience, permission } = noticeKindRow(kind)
  if ((audience === 'staff') !== (who.enterpriseId === STAFF_ENTERPRISE_ID)) return false
  return permission === undefined || who.permissions.has(permission) || mayEdit(who, kind)
}

const mayEdit = ({ permissions }: Who, kind: ThresholdKind) => permissions.has(thresholdRow(kind).edit)
