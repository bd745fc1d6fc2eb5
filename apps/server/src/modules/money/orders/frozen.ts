import type { Frozen } from '@simwright/contract/money/order'
import { type PlanFeature, type PlanLimits, planFeatureNames, planFeatures } from '@simwright/contract/platform/plan'
import { type Built, built } from '@simwright/contract/unbuilt'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { type FieldBeyond, fieldsBeyond } from '../../platform/plans/service.ts'

const NAMES_MAX = 10

const StoredFields = z.record(z.string(), z.unknown())

/** Everything that does not work with a plan's limits, although it exists. Nothing of it is deleted. */
export async function frozenBy(db: TenantDb, enterpriseId: EnterpriseId, limits: PlanLimits): Promise<Frozen[]> {
  const configurations = await selectConfigurations(db, enterpriseId)
  const found = configurations.flatMap(({ name, fields }) =>
    fieldsBeyond(limits, StoredFields.parse(fields)).map((beyond) => ({ name, ...beyond })),
  )
  const names = configurations.map(({ name }) => name)
  return [
    ...beyond('configurations', names, limits.configurations),
    ...beyond('members', await selectMemberNames(db, enterpriseId), limits.members),
    ...beyond('configurationTypes', namesWith(found, 'configurationTypes'), 0),
    ...tooLong('oplmn', found, limits),
    ...tooLong('fplmn', found, limits),
    ...beyond('features', await lostFeatures(db, enterpriseId, { limits, found }), 0),
  ]
}

type Found = FieldBeyond & { name: string }

const namesWith = (found: readonly Found[], of: Found['limit']['of']) =>
  found.filter(({ limit }) => limit.of === of).map(({ name }) => name)

function beyond(what: Frozen['what'], names: readonly string[], max: number | null): Frozen[] {
  if (max === null || names.length <= max) return []
  return [{ what, used: names.length, max, names: names.slice(max, max + NAMES_MAX) }]
}

/** Configurations with too long a list; `used` is the length of the longest. */
function tooLong(what: 'oplmn' | 'fplmn', found: readonly Found[], limits: PlanLimits): Frozen[] {
  const lists = found.filter(({ limit }) => limit.of === what)
  const used = Math.max(...lists.map(({ value }) => (Array.isArray(value) ? value.length : 0)))
  const names = lists.slice(0, NAMES_MAX).map(({ name }) => name)
  return lists.length === 0 ? [] : [{ what, used, max: limits[what] ?? used, names }]
}

type Losing = { limits: PlanLimits; found: readonly Found[] }

/** The names of features that are in use and that the limits do not include. */
async function lostFeatures(db: TenantDb, enterpriseId: EnterpriseId, { limits, found }: Losing): Promise<string[]> {
  const lost: string[] = []
  for (const feature of built('planFeatures', planFeatures)) {
    if (limits.features.includes(feature)) continue
    const isUsed =
      feature === 'DEVICE_CHANGE' ? namesWith(found, feature).length > 0 : await usesFeature(db, enterpriseId, feature)
    if (isUsed) lost.push(planFeatureNames[feature])
  }
  return lost
}

/** Rows that a feature leaves behind. */
const rowsOf: Readonly<Record<Exclude<Built<'planFeatures', PlanFeature>, 'DEVICE_CHANGE'>, RawBuilder<unknown>>> = {
  EID_PUSH: sql`eid_push`,
  BLOCK: sql`block_rule`,
  QR_LOGO: sql`(select enterprise_id from qr_preset where logo_id is not null) presets`,
  AC_LINK: sql`activation_code`,
}

async function usesFeature(db: TenantDb, enterpriseId: EnterpriseId, feature: keyof typeof rowsOf): Promise<boolean> {
  const { rows } = await sql`select from ${rowsOf[feature]} where enterprise_id = ${enterpriseId} limit 1`.execute(db)
  return rows.length > 0
}

/** The newest versions of the configurations, the oldest first, which are frozen last. */
async function selectConfigurations(db: TenantDb, enterpriseId: EnterpriseId) {
  return await db
    .selectFrom('profile_configuration as c')
    .innerJoin('profile_configuration_version as v', (join) =>
      join
        .onRef('v.enterprise_id', '=', 'c.enterprise_id')
        .onRef('v.configuration_id', '=', 'c.id')
        .onRef('v.version', '=', 'c.version'),
    )
    .select(['c.name', 'v.fields'])
    .where('c.enterprise_id', '=', enterpriseId)
    .where('c.deleted_at', 'is', null)
    .where('c.sample', '=', false)
    .orderBy('c.created_at')
    .orderBy('c.id')
    .execute()
}

/** Active members in the order in which they have room: owners first, then as they joined. */
async function selectMemberNames(db: TenantDb, enterpriseId: EnterpriseId): Promise<string[]> {
  const members = await db
    .selectFrom('member as m')
    .innerJoin('user_account as u', 'u.id', 'm.user_id')
    .select(['u.first_name', 'u.last_name', 'u.email', 'm.built_in_role'])
    .where('m.enterprise_id', '=', enterpriseId)
    .where('m.state', '=', 'ACTIVE')
    .orderBy('m.created_at')
    .orderBy('m.id')
    .execute()
  const owners = members.filter(({ built_in_role: role }) => role === 'Owner')
  const byRank = [...owners, ...members.filter((member) => !owners.includes(member))]
  return byRank.map(({ first_name, last_name, email }) => `${first_name} ${last_name}`.trim() || email)
}
