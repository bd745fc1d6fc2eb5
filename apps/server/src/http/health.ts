import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { statement } from '../db/statement.ts'
import { readEachType } from '../db/type-sample.ts'
import type { HttpServer } from '../port/module.ts'
import { ALIVE } from '../runtime/version.ts'

type Server = Pick<HttpServer, 'config' | 'db' | 'keys' | 'retiring' | 'sealer'>

const READ_EACH_MS = 1_000
const WRITE_EACH_MS = 10_000

/** A check that takes longer counts as failed. */
const TIME_LIMIT_MS = 2_000

/** `/healthz`: the process is alive, and its version. `/readyz`: it can work; names the checks and roles and nothing else. */
export function serveHealth(app: FastifyInstance, server: Server): void {
  const readiness = openReadiness(server)
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send(ALIVE))
  app.get('/readyz', async (_request, reply) => {
    const answer = await readiness()
    return reply
      .code(answer.status === 'ready' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(answer)
  })
}

/** What `/readyz` answers: the checks, the roles of the process, and whether all checks succeed. */
export type Readiness = {
  status: 'ready' | 'not ready'
  parts: Record<'database' | 'writes' | 'keys' | 'running', boolean>
  roles: Server['config']['roles']
}

/**
 * Whether the process can work: the database answers, has this version's tables and accepts a test write, the
 * key-encryption key opens what it sealed, and the server is not stopping. Answers in time even while the database is
 * frozen.
 */
export function openReadiness(server: Server): () => Promise<Readiness> {
  const database = cached(() => askDatabase(server), READ_EACH_MS)
  const writes = cached(() => testWrite(server), WRITE_EACH_MS)
  const keys = cached(async () => checkKeys(server), READ_EACH_MS)
  return async () => {
    const [canRead, canWrite, hasKeys] = await Promise.all([database(), writes(), keys()])
    const parts = { database: canRead, writes: canWrite, keys: hasKeys, running: !server.retiring.aborted }
    const isReady = Object.values(parts).every(Boolean)
    return { status: isReady ? 'ready' : 'not ready', parts, roles: server.config.roles }
  }
}

/**
 * Caches the result of a check for the interval. Only one check runs at a time, so that checks do not pile up on a
 * frozen database. The returned function answers within the time limit.
 */
function cached(check: () => Promise<void>, intervalMs: number): () => Promise<boolean> {
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

/**
 * Reads a table of a late migration, so that an empty or outdated database fails the check, and a value of each type, so
 * that a session whose settings the driver does not understand fails it too.
 */
async function askDatabase(server: Server): Promise<void> {
  await server.db.global.selectFrom('once_request').select('caller').limit(1).execute()
  await readEachType(server.db.global)
}

/** Key of an advisory lock ("SIMP" in ASCII): of several processes on a database, one at a time tests. */
const PROBE_LOCK = 0x53494d50
const PROBE_BYTES = 64 * 1024
const filler = Buffer.alloc(PROBE_BYTES)

const lockProbeStatement = statement(
  'lock write probe',
  () => sql`select pg_try_advisory_xact_lock(${PROBE_LOCK}::bigint) as held`,
  { present: ['held'] },
)

/** Writes rows that need disk space. Succeeds without writing while another process tests. */
async function testWrite(server: Server): Promise<void> {
  await server.db.globalTx(async (db) => {
    const [lock] = await lockProbeStatement(db, {})
    if (!lock!.held) return
    await sql`truncate write_probe`.execute(db)
    await db.insertInto('write_probe').values({ filler }).execute()
  })
}

async function checkKeys(server: Server): Promise<void> {
  const context = { enterpriseId: null, table: 'readiness', row: 'probe', field: 'probe' }
  server.sealer.open(context, server.sealer.seal(context, server.keys.once))
}
