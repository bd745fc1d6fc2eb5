import { type RawBuilder, sql } from 'kysely'
import { readBeyondGroups, type TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { shapedStatement } from '../../../db/statement.ts'

type Columns = {
  table: 'profile' | 'profile_event'
  /** The generated column with the hash of the others. */
  hash: 'origin' | 'handling'
  of: readonly string[]
  /** The column by which the index sorts the rows of a combination, newest first. */
  time: 'created_at' | 'at'
  isIndexed: RawBuilder<unknown>
  /** The values of nearly all rows: the index does not have a row in which all columns have them. */
  usual?: Readonly<Record<string, string | null>>
}

/**
 * Columns that share an index: their hash, then the order of the list. An enterprise has few distinct combinations of
 * their values. The migration that adds a hash lists its columns.
 */
export const combinations = {
  origin: {
    table: 'profile',
    hash: 'origin',
    of: ['configuration_id', 'configuration_version', 'created_by', 'protection', 'region'],
    time: 'created_at',
    isIndexed: sql`not p.removed`,
  },
  handling: {
    table: 'profile',
    hash: 'handling',
    of: ['campaign_id', 'ac_format', 'recycle_status', 'recycle_reason'],
    time: 'created_at',
    isIndexed: sql`not p.removed and p.handling is not null`,
    usual: { campaign_id: null, ac_format: 'AC_LINK', recycle_status: 'NONE', recycle_reason: null },
  },
  eventOrigin: {
    table: 'profile_event',
    hash: 'origin',
    of: ['configuration_id', 'configuration_version', 'member_id', 'region', 'campaign_id', 'device_brand'],
    time: 'at',
    isIndexed: sql`true`,
  },
} as const satisfies Record<string, Columns>

type Name = keyof typeof combinations

/** The combinations of columns of `profile`, by the names of their hashes. */
export const profileCombinations = ['origin', 'handling'] as const satisfies Name[]
export type ProfileCombination = (typeof profileCombinations)[number]

/** Whether the index of the combination has all profiles in which the column has one of the values. */
export function isIndexComplete(
  name: ProfileCombination,
  { column, values }: { column: string; values: readonly (string | null)[] },
): boolean {
  const { usual }: Columns = combinations[name]
  return usual === undefined || !values.includes(usual[column]!)
}

/**
 * The distinct combinations of an enterprise, as a query with the hash, the columns and `newest`, the time of the newest
 * row of each. Skips from one to the next in the index, so the time depends on their number, not on that of rows.
 */
export function distinctCombinations(enterpriseId: EnterpriseId, name: Name): RawBuilder<unknown> {
  const { table, hash: hashName, of, time: timeName, isIndexed } = combinations[name]
  const hash = sql.ref(`p.${hashName}`)
  const time = sql.ref(`p.${timeName}`)
  const columns = sql`${hash}, ${sql.join(of.map((column) => sql.ref(`p.${column}`)))}, ${time} as newest`
  const next = (after: RawBuilder<unknown>) => sql`
    select ${columns} from ${sql.table(table)} p
    where p.enterprise_id = ${enterpriseId} and ${isIndexed} ${after}
    order by ${hash} desc, ${time} desc, p.id desc limit 1`
  return sql`
    with recursive distinct_one as (
      (${next(sql``)})
      union all
      select p.* from distinct_one d cross join lateral (${next(sql`and ${hash} < ${sql.ref(`d.${hashName}`)}`)}) p
    )
    select * from distinct_one`
}

type FoundCombination = { hash: string; newest: Date }
type Wanted = { enterpriseId: EnterpriseId; name: Name; condition: RawBuilder<unknown> }

const combinationsStatement = shapedStatement(
  'select combinations',
  ({ enterpriseId, name, condition }: Wanted) => sql`
    select ${sql.ref(`p.${combinations[name].hash}`)} as hash, p.newest
    from (${distinctCombinations(enterpriseId, name)}) p
    where ${condition} order by p.newest desc`,
  {
    present: ['hash', 'newest'],
    shapes: [
      { name: 'origin', condition: sql`true` },
      { name: 'handling', condition: sql`true` },
      { name: 'eventOrigin', condition: sql`true` },
    ],
  },
)

/**
 * The combinations that meet the condition on `p`, newest first. A limited member gets those of all profiles: they are
 * conditions, and the policies still decide which rows the member sees.
 */
export async function selectCombinations(
  db: TenantDb,
  wanted: Omit<Wanted, 'enterpriseId'>,
): Promise<FoundCombination[]> {
  return await readBeyondGroups(db, () => combinationsStatement(db, { ...wanted, enterpriseId: db.enterpriseId }))
}
