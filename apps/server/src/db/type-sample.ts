import { isDeepStrictEqual } from 'node:util'
import { type Kysely, sql } from 'kysely'
import type { GlobalTables } from './tables.gen.ts'

type Sample = { type: string; text: string; value: unknown }

/** A value of each type of the tables, as SQL text and as the driver returns it. */
const SAMPLES: readonly Sample[] = [
  { type: 'timestamptz', text: '2026-02-01T03:04:05.678+09:00', value: new Date('2026-01-31T18:04:05.678Z') },
  { type: 'date', text: '2026-02-01', value: '2026-02-01' },
  { type: 'bytea', text: '\\x00ff5c', value: Buffer.from([0x00, 0xff, 0x5c]) },
  { type: 'bigint', text: '9007199254740991', value: Number.MAX_SAFE_INTEGER },
  { type: 'integer', text: '-7', value: -7 },
  { type: 'smallint', text: '7', value: 7 },
  { type: 'double precision', text: '0.1', value: 0.1 },
  { type: 'numeric', text: '0.10', value: '0.10' },
  { type: 'boolean', text: 'true', value: true },
  { type: 'uuid', text: '01900000-0000-7000-8000-000000000001', value: '01900000-0000-7000-8000-000000000001' },
  { type: 'inet', text: '192.0.2.1', value: '192.0.2.1' },
  { type: 'text', text: 'a\\b', value: 'a\\b' },
  { type: 'text[]', text: '{"a,b",NULL}', value: ['a,b', null] },
  { type: 'bigint[]', text: '{1,2}', value: [1, 2] },
  { type: 'timestamptz[]', text: '{2026-01-31T18:04:05.678Z}', value: [new Date('2026-01-31T18:04:05.678Z')] },
  { type: 'jsonb', text: '{"a": [1]}', value: { a: [1] } },
]

/** @throws Error naming the types that are not read as they were written */
export async function readEachType(db: Kysely<GlobalTables>): Promise<void> {
  const columns = SAMPLES.map(({ type, text }) => sql`${text}::${sql.raw(type)} as ${sql.ref(type)}`)
  const { rows } = await sql`select ${sql.join(columns)}`.$castTo<Record<string, unknown>>().execute(db)
  const wrong = SAMPLES.filter(({ type, value }) => !isDeepStrictEqual(rows[0]?.[type], value))
  if (wrong.length > 0) throw new Error(`values of ${wrong.map(({ type }) => type).join(', ')} are not read as written`)
}
