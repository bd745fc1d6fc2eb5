import type { Frozen } from '@simwright/contract/money/order'
import { type PlanFeature, type PlanLimits, planFeatureNames, planFeatures } from '@simwright/contract/platform/plan'
import { type FieldBeyond, fieldsBeyond } from '@simwright/contract/profiles/plan-limit'
import { z } from 'zod'
import type { TenantDb } from '../../../db/database.ts'
import { selectActiveNames } from '../../people/team/service.ts'
import { selectNewestVersions } from '../../profiles/configurations/service.ts'
import { hasCodes } from '../../profiles/lifecycle/service.ts'
import { hasKeys } from '../../programs/keys/service.ts'
import { hasWebhooks } from '../../programs/webhooks/service.ts'
import { hasBlocks } from '../../provisioning/block/service.ts'
import { usesLogo } from '../../provisioning/delivery/service.ts'
import { hasPushes } from '../../provisioning/pushes/service.ts'

const NAMES_MAX = 10

const StoredFields = z.record(z.string(), z.unknown())

/** Everything that does not work with a plan's limits, although it exists. Nothing of it is deleted. */
export async function frozenBy(db: TenantDb, limits: PlanLimits): Promise<Frozen[]> {
  const configurations = await selectNewestVersions(db)
  const found = configurations.flatMap(({ name, fields }) =>
    fieldsBeyond(limits, StoredFields.parse(fields)).map((beyond) => ({ name, ...beyond })),
  )
  const names = configurations.map(({ name }) => name)
  return [
    ...beyond('configurations', names, limits.configurations),
    ...beyond('members', await selectActiveNames(db), limits.members),
    ...beyond('configurationTypes', namesWith(found, 'configurationTypes'), 0),
    ...tooLong('oplmn', found, limits),
    ...tooLong('fplmn', found, limits),
    ...beyond('features', await lostFeatures(db, { limits, found }), 0),
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
async function lostFeatures(db: TenantDb, { limits, found }: Losing): Promise<string[]> {
  const lost: string[] = []
  for (const feature of planFeatures) {
    if (limits.features.includes(feature)) continue
    const isUsed = feature === 'DEVICE_CHANGE' ? namesWith(found, feature).length > 0 : await usesFeature[feature](db)
    if (isUsed) lost.push(planFeatureNames[feature])
  }
  return lost
}

type Uses = (db: TenantDb) => Promise<boolean>

/** Whether anything exists that works only with the feature. */
const usesFeature: Readonly<Record<Exclude<PlanFeature, 'DEVICE_CHANGE'>, Uses>> = {
  OPEN_API: hasKeys,
  WEBHOOK: hasWebhooks,
  EID_PUSH: hasPushes,
  BLOCK: hasBlocks,
  QR_LOGO: usesLogo,
  AC_LINK: hasCodes,
}
