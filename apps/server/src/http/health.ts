import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Server } from './port.ts'

const READ_EACH_MS = 1_000
const WRITE_EACH_MS = 10_000

/** A part that has not answered within this time does not work. */
const TIME_LIMIT_MS = 2_000

/**
 * `/healthz`: the process lives. `/readyz`: it can work: the database answers, has this version's tables and takes a test
 * write, the key-encryption key opens what it sealed, and the server is not stopping. Both say which part fails, and
 * nothing else. `/readyz` answers in time also while the database is frozen.
 */
export function serveHealth(app: FastifyInstance, server: Server): void {
  const database = recent(() => askDatabase(server), READ_EACH_MS)
  const writes = recent(() => testWrite(server), WRITE_EACH_MS)
  const keys = recent(async () => proveKeys(server), READ_EACH_MS)
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    const [canRead, canWrite, hasKeys] = await Promise.all([database(), writes(), keys()])
    const parts = { database: canRead, writes: canWrite, keys: hasKeys, running: !server.retiring.aborted }
    const ready = Object.values(parts).every(Boolean)
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ready' : 'not ready', parts })
  })
}

/**
 * Whether a check has succeeded within the interval. Only one runs at a time: a frozen database must not collect checks.
 * @returns after the time limit at the latest
 */
function recent(check: () => Promise<void>, intervalMs: number): () => Promise<boolean> {
  let last: { at: number; works: boolean } | undefined
  let running: Promise<boolean> | undefined
  const run = async () => {
    const works = await check().then(
      () => true,
      () => false,
    )
    last = { at: performance.now(), works }
    running = undefined
    return works
  }
  return async () => {
    if (last?.works && performance.now() - last.at < intervalMs) return true
    if (last && performance.now() - last.at < READ_EACH_MS) return last.works
    running ??= run()
    return await Promise.race([running, sleep(TIME_LIMIT_MS, false, { ref: false })])
  }
}

/** Reads a table of the last migrations, so that an empty or older database is not taken for ours. */
async function askDatabase(server: Server): Promise<void> {
  await sql`select 1 from once_request limit 1`.execute(server.db.global)
}

/** "SIMP" in ASCII: processes that share a database test one after the other. */
const PROBE_LOCK = 0x53494d50
const PROBE_BYTES = 64 * 1024
const filler = Buffer.alloc(PROBE_BYTES)

type Probed = { held: boolean }

/** Needs new space on the database's disk. Another process that is testing counts as success. */
async function testWrite(server: Server): Promise<void> {
  await server.db.globalTx(async (db) => {
    const { rows } = await sql<Probed>`select pg_try_advisory_xact_lock(${PROBE_LOCK}::bigint) as held`.execute(db)
    if (!rows[0]!.held) return
    await sql`truncate write_probe`.execute(db)
    await sql`insert into write_probe (filler) values (${filler})`.execute(db)
  })
}

async function proveKeys(server: Server): Promise<void> {
  const place = { enterpriseId: null, table: 'readiness', row: 'probe', field: 'probe' }
  server.sealer.open(place, server.sealer.seal(place, server.keys.once))
}
