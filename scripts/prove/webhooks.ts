import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as webhook from '@simwright/contract/programs/webhook'
import { FREE_PORTS } from '../../apps/server/src/free-ports.ts'
import { startPortal } from '../bench/portal.ts'

const EVENTS = 2_000
const KILLS = 3
const WAIT_MS = 120_000
const ROOT = join(import.meta.dirname, '..', '..')

/**
 * Kills the server with SIGKILL while it delivers events to one receiver. Each event must arrive at least once, in the
 * order of the first arrivals, and a repeated one with the same id and body.
 */
export async function proveWebhooks(): Promise<boolean> {
  const receiver = await idReceiver()
  const folder = mkdtempSync(join(tmpdir(), 'simwright-webhooks-'))
  const portal = await startPortal({ keptDir: folder, callLoopback: 'on' })
  const fields = { name: 'Proof', url: receiver.url, kinds: ['INSTALLED' as const] }
  const { id } = await portal.client.ask(webhook.add, { fields })
  await portal.client.ask(webhook.setState, { id, state: 'PAUSED' })
  for (let sent = 0; sent < EVENTS; sent += 1) await portal.client.ask(webhook.test, { id })
  await portal.client.ask(webhook.setState, { id, state: 'ACTIVE' })
  let kill = async (): Promise<void> => {
    process.kill(portal.pid, 'SIGKILL')
  }
  try {
    for (let killed = 1; killed <= KILLS; killed += 1) {
      await receiver.reached((EVENTS * killed) / (KILLS + 1))
      await kill()
      console.log(`killed after ${receiver.seen().events} of ${EVENTS} events`)
      kill = startServer(folder)
    }
    await receiver.reached(EVENTS)
    const { events, calls, inOrder, sameIds } = receiver.seen()
    console.log(
      `${events} events arrived in ${calls} calls; in order: ${inOrder}; repeated with the same id: ${sameIds}`,
    )
    return events === EVENTS && inOrder && sameIds
  } finally {
    await kill()
    receiver.close()
    await sleep(2_000)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @returns a function that kills it */
function startServer(folder: string): () => Promise<void> {
  const env = { ...process.env, ...FREE_PORTS, DATA_DIR: folder, CALL_LOOPBACK: 'on', LOG_LEVEL: 'warn' }
  const server = spawn(process.execPath, ['apps/server/src/main.ts'], { cwd: ROOT, env, stdio: 'ignore' })
  const gone = once(server, 'exit')
  return async () => {
    server.kill('SIGKILL')
    await gone
  }
}

async function idReceiver() {
  const ids = new Map<number, string>()
  let calls = 0
  let inOrder = true
  let sameIds = true
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const { sequence } = JSON.parse(body) as { sequence: number }
      const id = `${request.headers['webhook-id']} ${body}`
      const known = ids.get(sequence)
      if (known === undefined && sequence !== ids.size + 1) inOrder = false
      if (known !== undefined && known !== id) sameIds = false
      ids.set(sequence, id)
      calls += 1
      response.end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    seen: () => ({ events: ids.size, calls, inOrder, sameIds }),
    reached: async (events: number) => {
      const end = performance.now() + WAIT_MS
      while (ids.size < events) {
        if (performance.now() > end) throw new Error(`only ${ids.size} of ${events} events arrived`)
        await sleep(5)
      }
    },
    close: () => server.close(),
  }
}
