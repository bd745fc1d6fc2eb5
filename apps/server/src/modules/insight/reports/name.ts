import { dimensionLabels, dimensionNone, type ReportDimension } from '@simwright/contract/insight/report-kind'
import type { TenantDb } from '../../../db/database.ts'
import type { NamedQuery, NamedValue } from '../../../db/named-value.ts'
import { fault } from '../../../http/input.ts'
import { selectUserNames } from '../../platform/tenancy/service.ts'
import { readConfigurationNames } from '../../profiles/configurations/service.ts'
import { readGroupNames } from '../../profiles/groups/service.ts'
import { readCampaignNames } from '../../provisioning/campaigns/service.ts'
import type { ReportReader } from './reader.ts'

type ReadNames = (db: TenantDb, query: NamedQuery) => Promise<NamedValue[]>

/** Dimensions whose values are ids, and who knows their names. */
const readers = {
  configuration: readConfigurationNames,
  group: readGroupNames,
  campaign: readCampaignNames,
  member: selectUserNames,
} as const satisfies Partial<Record<ReportDimension, ReadNames>>
type NamedDimension = keyof typeof readers

export const readNames = (by: NamedDimension): ReadNames => readers[by]

export type DimensionName = { name: string; isDeleted: boolean }

/** Looks up the names of a dimension's values and remembers them. */
export type NameReader = (values: Iterable<string>) => Promise<ReadonlyMap<string, DimensionName>>

const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' })

export const regionName = (region: string): string =>
  /^[A-Z]{2}$/.test(region) ? (regions.of(region) ?? region) : region

/** Whether the values are ids. */
export const isNamed = (by: ReportDimension): by is NamedDimension => by in readers

export function openNames(reader: ReportReader, by: ReportDimension): NameReader {
  const known = new Map<string, DimensionName>([['', { name: dimensionNone[by], isDeleted: false }]])
  return async (values) => {
    const missing = [...new Set(values)].filter((value) => !known.has(value))
    if (missing.length === 0) return known
    const found = isNamed(by)
      ? await reader.read((db) => readers[by](db, { ids: missing }))
      : missing.map((value) => ({ id: value, name: by === 'region' ? regionName(value) : value, isDeleted: false }))
    for (const { id, name, isDeleted } of found) known.set(id, { name, isDeleted })
    const unknown = { name: `Unknown ${dimensionLabels[by].toLowerCase()}`, isDeleted: true }
    for (const value of missing) if (!known.has(value)) known.set(value, unknown)
    return known
  }
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Refuses ids that are not of the enterprise account, or outside the caller's limit to groups. Members are not checked,
 * because those who left have no row in the enterprise account.
 * @throws Problem `invalid`
 */
export async function requireKnown(reader: ReportReader, by: ReportDimension, only: readonly string[]): Promise<void> {
  if (!isNamed(by)) return
  const ids = new Set(only.filter((value) => value !== ''))
  const valid = [...ids].filter((id) => ID.test(id))
  const found = await reader.read((db) => readers[by](db, { ids: valid }))
  if (found.length === ids.size || (by === 'member' && valid.length === ids.size)) return
  throw fault(
    'parameters.only',
    'unknown',
    `This ${noun[by]} does not exist, or you may not see it. Choose another one.`,
  )
}

const noun: Readonly<Record<NamedDimension, string>> = {
  configuration: 'profile configuration',
  group: 'group',
  campaign: 'campaign',
  member: 'member',
}
