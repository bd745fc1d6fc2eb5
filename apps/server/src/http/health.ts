import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Server } from '../server.ts'

const CACHE_MS = 1000

/**
 * `/healthz`: the process lives. `/readyz`: it can work: the database answers and has this version's tables, the
 * key-encryption key opens what it sealed, and the server is not stopping. Both say which part fails, and nothing else.
 */
export function serveHealth(app: FastifyInstance, server: Server): void {
  let cached: { at: number; answer: Promise<Record<string, boolean>> } | undefined
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    const at = performance.now()
    if (cached === undefined || at - cached.at >= CACHE_MS) cached = { at, answer: checkParts(server) }
    const parts = { ...(await cached.answer), running: !server.retiring.aborted }
    const ready = Object.values(parts).every(Boolean)
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ready' : 'not ready', parts })
  })
}

async function checkParts(server: Server): Promise<Record<string, boolean>> {
  const [database, keys] = await Promise.all([works(() => askDatabase(server)), works(() => proveKeys(server))])
  return { database, keys }
}

/** Reads a table of the last migrations, so that an empty or older database is not taken for ours. */
async function askDatabase(server: Server): Promise<void> {
  await sql`select 1 from once_request limit 1`.execute(server.db.global)
}

async function proveKeys(server: Server): Promise<void> {
  const place = { enterpriseId: null, table: 'readiness', row: 'probe', field: 'probe' }
  server.sealer.open(place, server.sealer.seal(place, server.keys.once))
}

async function works(check: () => Promise<void>): Promise<boolean> {
  try {
    await check()
    return true
  } catch {
    return false
  }
}
