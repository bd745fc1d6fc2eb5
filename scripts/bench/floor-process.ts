import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { Client } from 'pg'

/** The message of the parent. */
export type FloorSetup = { tls: { cert: string; key: string }; databaseUrl: string }

/** The answer to it. */
export type FloorFacts = { port: number; backendPid: number }

type Statement = { sentBytes: number; receivedBytes: number }

/**
 * At least these statements belong to the four posts of a download: the session is written; the session and the code are read,
 * and what the device did is written. As many bytes of parameters and of rows as ours had when this was measured.
 */
const STATEMENTS: readonly (readonly Statement[])[] = [
  [{ sentBytes: 258, receivedBytes: 0 }],
  [
    { sentBytes: 72, receivedBytes: 752 },
    { sentBytes: 1_937, receivedBytes: 0 },
  ],
  [
    { sentBytes: 632, receivedBytes: 1_138 },
    { sentBytes: 4_700, receivedBytes: 0 },
  ],
  [
    { sentBytes: 72, receivedBytes: 955 },
    { sentBytes: 2_386, receivedBytes: 0 },
  ],
]

/**
 * Answers empty posts over TLS, after the statements of the post whose number is its path. Sends where it is, and its processor
 * time when it is asked.
 */
process.on('message', async (message: FloorSetup | 'cpu') => {
  if (message === 'cpu') process.send?.(process.cpuUsage())
  else process.send?.(await listen(message))
})
process.on('disconnect', () => process.exit())

async function listen({ tls, databaseUrl }: FloorSetup): Promise<FloorFacts> {
  const database = new Client({ connectionString: databaseUrl })
  await database.connect()
  const server = createServer({ ...tls, keepAliveTimeout: 60_000 }, (request, response) => {
    request.resume().on('end', async () => {
      const post = Number(request.url!.slice(1))
      for (const [index, statement] of STATEMENTS[post]!.entries()) await run(database, `${post} ${index}`, statement)
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { rows } = await database.query<{ pid: number }>('select pg_backend_pid() as pid')
  return { port: (server.address() as AddressInfo).port, backendPid: rows[0]!.pid }
}

/** A statement that PostgreSQL has prepared: it takes and returns a number of bytes. */
async function run(database: Client, name: string, { sentBytes, receivedBytes }: Statement): Promise<void> {
  const text = `select repeat('x', $2::integer) where octet_length($1::bytea) > 0`
  await database.query({ name, text, values: [Buffer.alloc(sentBytes, 'x'), receivedBytes] })
}
