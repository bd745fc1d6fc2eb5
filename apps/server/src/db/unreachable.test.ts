import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { expect, inject, test } from 'vitest'
import { Secret } from '../secret/secret.ts'
import { closeAtEnd } from '../testing/close.ts'
import { openTestDatabase } from '../testing/database.ts'
import { freePort } from '../testing/free-port.ts'
import { openDatabase } from './open.ts'
import { isUnreachable, whenReachable } from './unreachable.ts'

const { url } = await openTestDatabase()
const isBySocket = new URL(inject('postgres').url).hostname.startsWith('%2F')

/** A TCP proxy to the test database that can be closed and opened. */
function relay(): Server {
  const { hostname, port } = new URL(url.reveal())
  const target = isBySocket
    ? { path: `${decodeURIComponent(hostname)}/.s.PGSQL.${port}` }
    : { host: hostname, port: Number(port) }
  return createServer((client: Socket) => {
    const server = connect(target as { path: string })
    client.pipe(server).pipe(client)
    for (const socket of [client, server]) socket.on('error', () => {})
    client.on('close', () => server.destroy())
  })
}

test('a server that starts before its database waits for it and says so', async () => {
  const port = await freePort()
  const there = new URL(url.reveal())
  there.host = `127.0.0.1:${port}`
  const reported = Promise.withResolvers<string>()
  const opening = openDatabase({
    databaseUrl: new Secret(there.href),
    dataDir: '/nonexistent',
    report: reported.resolve,
  })
  await Promise.race([opening, reported.promise])
  const way = relay().listen(port, '127.0.0.1')
  await once(way, 'listening')
  closeAtEnd(() => void way.close())
  const database = await opening
  expect(await database.db.global.selectFrom('platform').selectAll().execute()).toEqual([])
  await database.close()
  expect(await reported.promise).toBe(`Waiting for the database: connect ECONNREFUSED 127.0.0.1:${port}`)
})

test('an error that waiting cannot fix is thrown at once', async () => {
  const wrong = new URL(url.reveal())
  wrong.password = 'wrong'
  const opening = openDatabase({ databaseUrl: new Secret(wrong.href), dataDir: '/nonexistent' })
  await expect(opening).rejects.toThrow('password authentication failed')
})

test('an attempt that fails for another reason is not repeated', async () => {
  let attempts = 0
  const attempt = async () => {
    attempts += 1
    throw new Error('column "x" does not exist')
  }
  await expect(whenReachable(attempt, { report: () => {} })).rejects.toThrow('does not exist')
  expect(attempts).toBe(1)
})

test.each([
  ['a refused connection', Object.assign(new Error(''), { code: 'ECONNREFUSED' }), true],
  ['a PostgreSQL that starts', Object.assign(new Error('the database system is starting up'), { code: '57P03' }), true],
  ['a connection that broke', new Error('Connection terminated unexpectedly'), true],
  ['the time limit of the driver', new Error('timeout expired'), true],
  ['a statement that took too long', Object.assign(new Error('canceling statement'), { code: '57014' }), false],
  ['a missing file', Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall: 'open' }), false],
  ['a bug', new TypeError('x is not a function'), false],
])('%s is classified as unreachable or not', (_, error, unreachable) => {
  expect(isUnreachable(error)).toBe(unreachable)
})
