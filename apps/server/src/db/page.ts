import { createHash } from 'node:crypto'
import { Problem } from '@simwright/contract'
import { digitsPrefix, iccidPrefix, msisdnPrefix } from '@simwright/ids'
import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { SystemDb } from './database.ts'
import { condition } from './expression.ts'
import { shapedStatement } from './statement.ts'
import type { GlobalTables } from './tables.gen.ts'

/** The sort value and ID of the last row of a page; with `back`, of its first row. */
export type Keyset = { value: string; id: string; back?: true }

const Cursor = z.object({ v: z.string(), i: z.uuid(), h: z.string(), b: z.literal(true).optional() })

/** Totals are counted up to here; beyond, a list shows "10,000+". */
export const COUNT_CAP = 10_000

/** Binds a cursor to its list, and detects a changed cursor. */
const hashOf = ({ value, id, back }: Keyset, scope: unknown) =>
  createHash('sha256')
    .update(JSON.stringify([scope, value, id, back === true]))
    .digest('base64url')
    .slice(0, 16)

/** An opaque cursor. `scope` is the list's filter and sort; the cursor is valid for no other list. */
export function writeCursor(last: Keyset, scope: unknown): string {
  const cursor = { v: last.value, i: last.id, h: hashOf(last, scope), ...(last.back ? { b: true } : {}) }
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

/** @throws Problem `invalid` if the cursor is malformed or belongs to another filter or sort */
export function readCursor(cursor: string | undefined, scope: unknown): Keyset | undefined {
  if (cursor === undefined) return undefined
  const parsed = Cursor.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString('utf8')))
  const read = parsed.success ? keysetOfCursor(parsed.data) : undefined
  if (!read || parsed.data?.h !== hashOf(read, scope))
    throw new Problem(
      'invalid',
      {},
      { faults: [{ path: 'cursor', rule: 'foreign', text: 'This page belongs to another list. Start again.' }] },
    )
  return read
}

const keysetOfCursor = ({ v, i, b }: z.infer<typeof Cursor>): Keyset => ({
  value: v,
  id: i,
  ...(b ? { back: true } : {}),
})

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Splits up to `limit + 1` rows into a page and the cursor of the next page. */
export function cutPage<R>(
  rows: R[],
  limit: number,
  cursorOf: (last: R) => string,
): { items: R[]; next: string | null } {
  if (rows.length <= limit) return { items: rows, next: null }
  const items = rows.slice(0, limit)
  return { items, next: cursorOf(items[items.length - 1] as R) }
}

/**
 * {@link cutPage} for a list read in both directions: up to `limit + 1` rows in the order they were read from the
 * keyset.
 */
export function cutPageBothWays<R>(
  rows: R[],
  { limit, keyset, keysetOf }: { limit: number; keyset: Keyset | undefined; keysetOf: (row: R) => Keyset },
): { items: R[]; next: Keyset | null; previous: Keyset | null } {
  const isMore = rows.length > limit
  const items = rows.slice(0, limit)
  if (keyset?.back) items.reverse()
  const [first, last] = [items[0], items.at(-1)]
  if (!first || !last) return { items, next: null, previous: null }
  const hasNext = keyset?.back ? true : isMore
  const hasPrevious = keyset?.back ? isMore : keyset !== undefined
  return {
    items,
    next: hasNext ? keysetOf(last) : null,
    previous: hasPrevious ? { ...keysetOf(first), back: true } : null,
  }
}

const countStatement = shapedStatement(
  'count rows up to the cap',
  ({ rows }: { rows: Expression<unknown> }) => sql`
    select count(*) as counted from (${rows} limit ${COUNT_CAP + 1}) capped`,
  { present: ['counted'], shapes: [{ rows: sql`select` }] },
)

/** The number of rows that a query without a limit has, at most one more than the cap. */
export async function countCapped(db: Kysely<GlobalTables> | SystemDb, rows: Expression<unknown>): Promise<number> {
  return (await countStatement(db, { rows }))[0]!.counted
}

export const capTotal = (counted: number) => ({ total: Math.min(counted, COUNT_CAP), capped: counted > COUNT_CAP })

/**
 * A condition for texts that begin with `prefix`, as a half-open range, for columns with collation "C". Not LIKE: under
 * row-level security only leakproof operators can use an index, and LIKE is not leakproof.
 */
export function prefixRange(column: RawBuilder<unknown>, prefix: string): RawBuilder<boolean> {
  const next = nextPrefix(prefix)
  return condition`(${column} >= ${prefix} ${next === undefined ? sql`` : sql`and ${column} < ${next}`})`
}

/** Like `prefixRange`, for ICCIDs in the form of their card: finds them by the beginning of any notation. */
export const iccidRange = (column: RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
  prefixRange(column, iccidPrefix(text))

const prefixOf: Readonly<Record<string, (text: string) => string>> = {
  iccid: iccidPrefix,
  imsi: digitsPrefix,
  eid: digitsPrefix,
  msisdn: msisdnPrefix,
}

/** Like `prefixRange`, for a column of this name: finds numbers by the beginning of any notation. */
export const numberRange = (name: string, column: RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
  prefixRange(column, prefixOf[name]?.(text) ?? text)

const LAST_CHARACTER = 0x10ffff

/** The smallest text after all texts with the prefix; undefined if there is none. */
function nextPrefix(prefix: string): string | undefined {
  const characters = [...prefix]
  for (let last = characters.pop(); last !== undefined; last = characters.pop()) {
    const code = last.codePointAt(0)!
    // U+D800 to U+DFFF are surrogates, which are not characters
    if (code < LAST_CHARACTER) return characters.join('') + String.fromCodePoint(code === 0xd7ff ? 0xe000 : code + 1)
  }
  return undefined
}
