import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { FREE_PORTS } from './free-ports.ts'
import { serve } from './listeners.ts'
import { checkPorts } from './port-check.ts'
import { openLog } from './runtime/log.ts'
import { openServer } from './server.ts'
import { closeAtEnd } from './testing/close.ts'
import { openTestDatabase } from './testing/database.ts'

const database = await openTestDatabase()
const folder = mkdtempSync(join(tmpdir(), 'simwright-listeners-'))
closeAtEnd(() => rmSync(folder, { recursive: true, force: true }))

/** In the order in which they are opened. */
const PORTS = ['PORT', 'SMDP_PORT', 'BIP_PORT', 'SMDS_PORT', 'OPERATOR_PORT', 'METRICS_PORT']

/** Tries to serve. @returns the error, the number of ports that were bound, and those of them that are still open */
async function tryToServe(settings: Record<string, string>) {
  const config = readConfig({ ...FREE_PORTS, DATA_DIR: folder, LOG_LEVEL: 'silent', ...settings })
  const server = await openServer(config, { database, log: openLog('silent') })
  const refused = await serve(server).then(
    () => undefined,
    (error: unknown) => error,
  )
  const given = Object.values(settings)
  const bound = Object.values(server.ports).filter(
    (port): port is number => Boolean(port) && !given.includes(String(port)),
  )
  const open = await Promise.all(bound.map(async (port) => ((await answers(port)) ? [port] : [])))
  return { refused, bound: bound.length, open: open.flat() }
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return await once(socket, 'connect').then(
    () => socket.destroy() !== undefined,
    () => false,
  )
}

test.each(PORTS)('when %s is in use, the error names the setting and every other listener is closed', async (name) => {
  const taken = createServer().listen(0, name === 'PORT' || name === 'METRICS_PORT' ? '127.0.0.1' : '::')
  await once(taken, 'listening')
  const port = String((taken.address() as AddressInfo).port)
  const checked = checkPorts(readConfig({ ...FREE_PORTS, [name]: port }))
  await expect(checked).rejects.toMatchObject({ faults: [expect.stringContaining(`${name} ${port} is in use`)] })
  const { refused, bound, open } = await tryToServe({ [name]: port })
  taken.close()
  expect(refused).toBeInstanceOf(ConfigError)
  expect((refused as ConfigError).faults).toEqual([expect.stringContaining(`${name} ${port} is in use`)])
  expect({ bound, open }).toEqual({ bound: PORTS.indexOf(name), open: [] })
})

test('all ports that are in use are named at once', async () => {
  const taken = [createServer().listen(0, '::'), createServer().listen(0, '127.0.0.1')]
  const [smdp, metrics] = await Promise.all(
    taken.map(async (one) => {
      await once(one, 'listening')
      return String((one.address() as AddressInfo).port)
    }),
  )
  const checked = checkPorts(readConfig({ ...FREE_PORTS, SMDP_PORT: smdp!, METRICS_PORT: metrics!, DATA_DIR: folder }))
  await expect(checked).rejects.toMatchObject({
    faults: [
      expect.stringContaining(`SMDP_PORT ${smdp} is in use`),
      expect.stringContaining(`METRICS_PORT ${metrics} is in use`),
    ],
  })
  for (const one of taken) one.close()
})

test('when HOST is an address of another machine, the error names the setting', async () => {
  const { refused } = await tryToServe({ HOST: '192.0.2.1' })
  expect((refused as ConfigError).faults).toEqual([expect.stringContaining('HOST 192.0.2.1')])
})
