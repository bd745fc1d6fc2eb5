import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Client as DatabaseClient } from 'pg'
import { readConfig } from '../../apps/server/src/config.ts'
import { loginClient } from '../../apps/server/src/db/connection.ts'
import { FREE_PORTS } from '../../apps/server/src/free-ports.ts'
import { serve } from '../../apps/server/src/listeners.ts'
import { createEnterprise } from '../../apps/server/src/modules/people/accounts/seed.ts'
import { openSession } from '../../apps/server/src/modules/people/sessions/service.ts'
import { type OpenServer, openServer } from '../../apps/server/src/server.ts'
import { stopServer } from '../../apps/server/src/shutdown.ts'
import { Client } from '../../apps/server/src/testing/client.ts'
import { configured, generated } from '../../apps/server/src/testing/generated.ts'
import { openMailServer } from '../../apps/server/src/testing/mail-server.ts'
import { newSubscribers } from '../../apps/server/src/testing/subscriber.ts'

const MINUTES = '10'
const STATEMENTS_A_SECOND = 5
const WAL_BYTES_A_SECOND = 300

/** The work of the start, and what PostgreSQL writes about new rows, is over by then. */
const SETTLED_MS = 180_000
const SHOWN = 15
const SHOWN_LENGTH = 110

/**
 * Counts what an idle server sends to its database: one with all listeners, a mail server, an enterprise account and some
 * codes, and nobody who calls it. `begin` and `commit` count, also those sent in one text.
 */
export async function proveIdle(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({ args: [...args], options: { minutes: { type: 'string', default: MINUTES } } })
  const seconds = 60 * Number(values.minutes)
  const counting = countStatements()
  const folder = mkdtempSync(join(tmpdir(), 'simwright-idle-'))
  const mails = await openMailServer()
  try {
    const settings = { ...FREE_PORTS, DATA_DIR: folder, LOG_LEVEL: 'warn', SMTP_URL: mails.url }
    const server = await openServer(readConfig(settings))
    const app = await serve(server)
    try {
      await generateSome(server)
      await sleep(SETTLED_MS)
      const before = await readWal(server)
      const counts = counting.begin()
      await sleep(seconds * 1000)
      const texts = [...counts]
      const { bytes, records, pages } = await readWal(server)
      console.log(`${records - before.records} records of WAL, with ${pages - before.pages} whole pages`)
      return report({ texts, bytes: bytes - before.bytes, seconds })
    } finally {
      await stopServer(server, app)
    }
  } finally {
    await mails.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Counts the statements of all connections of this process from `begin` on, by text. */
function countStatements(): { begin(): ReadonlyMap<string, number> } {
  const counts = new Map<string, number>()
  const send = DatabaseClient.prototype.query as (...args: unknown[]) => unknown
  DatabaseClient.prototype.query = function query(this: DatabaseClient, ...args: unknown[]) {
    const [query] = args
    const text = typeof query === 'string' ? query : ((query as { text?: string } | undefined)?.text ?? '')
    for (const one of text.split(/;\s*/).filter(Boolean)) counts.set(one, (counts.get(one) ?? 0) + 1)
    return send.apply(this, args)
  } as typeof DatabaseClient.prototype.query
  return {
    begin: () => {
      counts.clear()
      return counts
    },
  }
}

async function generateSome(server: OpenServer): Promise<void> {
  const owner = await createEnterprise(server, { name: 'Idle', plan: 'LAB', email: 'idle@example.com' })
  const cookies = await openSession(server, owner, { address: '127.0.0.1', userAgent: 'prove' })
  const client = new Client(server.config.publicUrl)
  client.cookies.set('token', cookies.token).set('binding', cookies.binding)
  await generated(client, { configurationId: await configured(client), rows: newSubscribers(10) })
}

type Written = { bytes: string; records: string; pages: string }

/** The WAL that the database has written since it was created: bytes, records, and whole pages in them. */
async function readWal({ databaseUrl }: OpenServer): Promise<Record<keyof Written, number>> {
  const client = loginClient(databaseUrl, 'prove')
  await client.connect()
  try {
    const { rows } = await client.query<Written>(
      `select pg_current_wal_lsn() - '0/0'::pg_lsn as bytes, wal_records as records, wal_fpi as pages from pg_stat_wal`,
    )
    const { bytes, records, pages } = rows[0]!
    return { bytes: Number(bytes), records: Number(records), pages: Number(pages) }
  } finally {
    await client.end()
  }
}

type Observed = { texts: readonly (readonly [text: string, count: number])[]; bytes: number; seconds: number }

function report({ texts, bytes, seconds }: Observed): boolean {
  const total = texts.reduce((sum, [, count]) => sum + count, 0)
  for (const [text, count] of texts.toSorted(([, a], [, b]) => b - a).slice(0, SHOWN))
    console.log(
      `${(count / seconds).toFixed(3).padStart(8)} /s  ${text.replace(/\s+/g, ' ').trim().slice(0, SHOWN_LENGTH)}`,
    )
  const statements = total / seconds
  const wal = bytes / seconds
  const is = (holds: boolean) => (holds ? 'yes' : 'NO ')
  console.log(
    `${is(statements <= STATEMENTS_A_SECOND)}  ${statements.toFixed(2)} statements a second, of ${STATEMENTS_A_SECOND}`,
  )
  console.log(`${is(wal <= WAL_BYTES_A_SECOND)}  ${wal.toFixed(0)} bytes of WAL a second, of ${WAL_BYTES_A_SECOND}`)
  return statements <= STATEMENTS_A_SECOND && wal <= WAL_BYTES_A_SECOND
}
