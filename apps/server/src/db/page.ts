import { createHash } from 'node:crypto'
import { Problem } from '@simwright/contract'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'

/** Where a page of a list ended: the value of the sort column and the id of its last row. */
export type Keyset = { value: string; id: string }

const Cursor = z.object({ v: z.string(), i: z.uuid(), h: z.string() })

/** Exact totals up to here; beyond, a list says "10,000+". */
export const COUNT_CAP = 10_000

const scopeHash = (scope: unknown) =>
  createHash('sha256').update(JSON.stringify(scope)).digest('base64url').slice(0, 16)

/** An opaque cursor. `scope` is what the list was asked for (filter and sort): a cursor fits no other list. */
export function writeCursor(last: Keyset, scope: unknown): string {
  return Buffer.from(JSON.stringify({ v: last.value, i: last.id, h: scopeHash(scope) })).toString('base64url')
}

/** @throws Problem `invalid` for a cursor that is malformed or belongs to another filter or sort. */
export function readCursor(cursor: string | undefined, scope: unknown): Keyset | undefined {
  if (cursor === undefined) return undefined
  const parsed = Cursor.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString('utf8')))
  if (!parsed.success || parsed.data.h !== scopeHash(scope))
    throw new Problem(
      'invalid',
      {},
      { faults: [{ path: 'cursor', rule: 'foreign', text: 'This page belongs to another list. Start again.' }] },
    )
  return { value: parsed.data.v, id: parsed.data.i }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Splits `limit + 1` rows into a page and the cursor of the next one. */
export function cutPage<R>(
  rows: R[],
  limit: number,
  cursorOf: (last: R) => string,
): { items: R[]; next: string | null } {
  if (rows.length <= limit) return { items: rows, next: null }
  const items = rows.slice(0, limit)
  return { items, next: cursorOf(items[items.length - 1] as R) }
}

export const capTotal = (counted: number) => ({ total: Math.min(counted, COUNT_CAP), capped: counted > COUNT_CAP })

/**
 * The half-open range of all texts that begin with `prefix`, for columns with collation "C": under row-level security
 * only leakproof comparisons may use an index, and LIKE is none.
 */
export function prefixRange(column: RawBuilder<unknown>, prefix: string): RawBuilder<boolean> {
  const last = prefix.charCodeAt(prefix.length - 1)
  const next = prefix.slice(0, -1) + String.fromCharCode(last + 1)
  return sql<boolean>`(${column} >= ${prefix} and ${column} < ${next})`
}
