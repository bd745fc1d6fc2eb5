import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { MOVED } from '../../apps/server/src/modules/people/moves/move-table.ts'
import { openCardKeys } from '../../apps/server/src/modules/platform/vault/service.ts'
import type { OpenServer } from '../../apps/server/src/server.ts'

/** The rows of an enterprise account in a table, without what is sealed or left empty. */
export type TableDigest = { table: string; rows: number; digest: string }

export async function digestTables(server: OpenServer, enterpriseId: string): Promise<TableDigest[]> {
  const found: TableDigest[] = []
  for (const { table, as, sealed = [], blank = {} } of MOVED) {
    if (as !== 'moved') continue
    const dropped = [...sealed.map(({ column }) => column), ...Object.keys(blank)]
    const { rows } = await server.db.systemTx((db) =>
      sql<Omit<TableDigest, 'table'>>`
        select count(*)::int as rows, coalesce(md5(string_agg(one, ',' order by one)), '') as digest
        from (select (to_jsonb(t) - ${dropped}::text[])::text as one from ${sql.table(table)} t
          where enterprise_id = ${enterpriseId}::uuid) one`.execute(db),
    )
    found.push({ table, ...rows[0]! })
  }
  return found
}

/** Tables of which an import changes some rows. */
const CHANGED = [
  'enterprise',
  'program',
  'voucher',
  'eid_push',
  'webhook_endpoint',
  'batch',
  'operation',
  'rule',
  'planned_delivery',
]

export type Comparison = { equal: number; changed: number; rows: number; differing: string[]; lines: string[] }

export function compareTables(first: readonly TableDigest[], second: readonly TableDigest[]): Comparison {
  const pairs = first.map((one, index) => ({ ...one, other: second[index]! }))
  const isSame = ({ rows, digest, other }: (typeof pairs)[number]) => rows === other.rows && digest === other.digest
  const differing = pairs.filter((pair) => !isSame(pair) && !CHANGED.includes(pair.table))
  const changed = pairs.filter((pair) => !isSame(pair) && CHANGED.includes(pair.table))
  const filled = pairs.filter((pair) => isSame(pair) && pair.rows > 0)
  const namesOf = (some: readonly TableDigest[]) => some.map(({ table, rows }) => `${table} ${rows}`).join(', ')
  return {
    equal: filled.length,
    changed: changed.length,
    rows: filled.reduce((sum, { rows }) => sum + rows, 0),
    differing: differing.map(({ table }) => table),
    lines: [
      `equal: ${namesOf(filled)}`,
      `differ as they must: ${namesOf(changed)}`,
      `empty: ${namesOf(pairs.filter((pair) => isSame(pair) && pair.rows === 0)).replaceAll(' 0', '')}`,
      ...(differing.length > 0
        ? [`DIFFER: ${differing.map(({ table, rows, other }) => `${table} ${rows}/${other.rows}`).join(', ')}`]
        : []),
    ],
  }
}

/** A digest of the card keys of each profile, by ID. */
export async function keysOf(server: OpenServer, enterpriseId: string): Promise<string[]> {
  const rows = await server.db.tenantRead(enterpriseId, (db) =>
    db
      .selectFrom('profile_key')
      .select(['profile_id', 'sealed'])
      .where('enterprise_id', '=', enterpriseId)
      .orderBy('profile_id')
      .execute(),
  )
  return rows.map(({ profile_id: profileId, sealed }) => {
    const keys = openCardKeys(server.vault, { enterpriseId, profileId }, sealed)
    const text = JSON.stringify(keys, (_, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
    )
    return `${profileId} ${createHash('sha256').update(text).digest('hex')}`
  })
}
