import * as configuration from '@simwright/contract/profiles/configuration'
import * as source from '@simwright/contract/profiles/source'
import * as batch from '@simwright/contract/provisioning/batch'
import { Client as Database } from 'pg'
import { copyIn } from '../../apps/server/src/seed/copy.ts'
import { subscriberCsv, subscribers } from '../../apps/server/src/testing/subscriber.ts'
import type { Figure } from './figure.ts'
import { type Portal, peakMemoryMb, startPortal } from './portal.ts'

const ROWS = 100_000
const TIMES_COPY = 10
const MEMORY_LIMIT_MB = 512

/**
 * Time from the first byte of a CSV of 100,000 rows to its completed batch, and the memory of the server's process
 * meanwhile. The reference is COPY of the finished rows into a table `like profile including all`.
 */
export async function benchGenerate(): Promise<Figure[]> {
  const portal = await startPortal()
  try {
    const seconds = await generateSeconds(portal)
    const memory = peakMemoryMb(portal.pid)
    const copySeconds = await bestCopySeconds(portal)
    const figures: Figure[] = [
      {
        name: 'generate',
        value: seconds,
        unit: 's',
        limit: copySeconds * TIMES_COPY,
        ratio: seconds / copySeconds,
      },
    ]
    if (memory !== undefined)
      figures.push({
        name: 'generate.memory',
        value: memory,
        unit: 'MB',
        limit: MEMORY_LIMIT_MB,
        ratio: memory / MEMORY_LIMIT_MB,
      })
    return figures
  } finally {
    await portal.stop()
  }
}

async function generateSeconds({ client }: Portal): Promise<number> {
  const { id: configurationId } = await client.ask(configuration.add, {
    fields: {
      name: 'Bench',
      type: 'Regular',
      profileName: 'Bench',
      serviceProviderName: 'Bench',
      algorithm: 'MILENAGE',
      hplmn: [{ plmn: '99970', access: ['E-UTRAN'] }],
      confirmationCode: { mode: 'none' },
    },
  })
  const content = Buffer.from(subscriberCsv(subscribers(ROWS)))
  const begin = performance.now()
  const staged = await client.upload(source.upload, { configurationId }, { name: 'bench.csv', content })
  const stagedAt = performance.now()
  const { batchId } = await client.ask(batch.start, { sourceId: staged.id })
  let last: batch.Batch | undefined
  for await (const event of client.events(batch.progress, { id: batchId })) last = event
  const end = performance.now()
  if (last?.succeeded !== ROWS) throw new Error(`${last?.succeeded} of ${ROWS} rows were generated`)
  console.error(
    `staged in ${((stagedAt - begin) / 1000).toFixed(2)} s, generated in ${((end - stagedAt) / 1000).toFixed(2)} s`,
  )
  return (end - begin) / 1000
}

/** The best of three runs, into the truncated table. */
async function bestCopySeconds({ databaseUrl, enterpriseId }: Portal): Promise<number> {
  const database = new Database({ connectionString: databaseUrl })
  await database.connect()
  try {
    const text = await finishedRows(database, enterpriseId)
    await database.query('create table copied (like profile including all)')
    const seconds: number[] = []
    for (let run = 0; run < 3; run++) {
      await database.query('truncate copied')
      const begin = performance.now()
      await copyIn(database, { command: 'copy copied from stdin', text })
      seconds.push((performance.now() - begin) / 1000)
    }
    await database.query('drop table copied')
    return Math.min(...seconds)
  } finally {
    await database.end()
  }
}

/** The rows in COPY text format. */
async function finishedRows(database: Database, enterpriseId: string): Promise<Buffer> {
  await database.query('begin')
  await database.query(`select set_config('role', 'simwright_tenant', true), set_config('app.enterprise', $1, true)`, [
    enterpriseId,
  ])
  const { rows } = await database.query<{ line: string }>(
    `select concat_ws(E'\\t', ${await columnTexts(database)}) as line from profile`,
  )
  await database.query('commit')
  return Buffer.from(rows.map(({ line }) => `${line}\n`).join(''))
}

async function columnTexts(database: Database): Promise<string> {
  const { rows } = await database.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = 'profile'::regclass and attnum > 0 and not attisdropped order by attnum`,
  )
  return rows.map(({ name }) => `coalesce(${name}::text, '\\N')`).join(', ')
}
