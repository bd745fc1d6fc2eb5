import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { QueuePool } from '../jobs/queue-pool.ts'
import { Secret } from '../secret/secret.ts'
import { closeAtEnd } from '../testing/close.ts'
import { loginClient, rolePool } from './connection.ts'

/** A message of PostgreSQL's protocol, version 3: type, length, content. */
function message(type: string, content: string): Buffer {
  const bytes = Buffer.from(content, 'latin1')
  const length = Buffer.alloc(4)
  length.writeInt32BE(bytes.length + 4)
  return Buffer.concat([Buffer.from(type), length, bytes])
}

/** What a hot standby answers to a start-up message: authentication is done, it is a standby, and it awaits a query. */
const OF_STANDBY = Buffer.concat([message('R', '\0\0\0\0'), message('S', 'in_hot_standby\0on\0'), message('Z', 'I')])

async function openStandby() {
  let ended = 0
  const server = createServer((socket) => {
    socket.once('data', () => socket.write(OF_STANDBY))
    socket.on('error', () => {}).on('end', () => (ended += 1))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closeAtEnd(() => void server.close())
  const url = new Secret(`postgres://user@127.0.0.1:${(server.address() as AddressInfo).port}/simwright`)
  return { url, ended: () => ended }
}

test.each<[string, (url: Secret<string>) => Promise<unknown>]>([
  ['LISTEN and migrations', (url) => loginClient(url, 'test').connect()],
  ['the pools', (url) => rolePool(url, { max: 1, role: 'simwright_app', onIdleError: () => {} }).query('select')],
  ['the job queue', (url) => new QueuePool({ connectionString: url.reveal() }).query('select')],
])('a connection to a standby is refused and ended: %s', async (_, connect) => {
  const { url, ended } = await openStandby()
  await expect(connect(url)).rejects.toMatchObject({ name: 'StandbyDatabase' })
  await expect.poll(ended).toBe(1)
})
