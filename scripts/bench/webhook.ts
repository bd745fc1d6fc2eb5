import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as webhook from '@simwright/contract/programs/webhook'
import type { Figure } from './figure.ts'
import { startPortal } from './portal.ts'

const EVENTS = 3_000
const AT_ONCE = 8
const EVENTS_A_SECOND = 500

/**
 * Deliveries to one local receiver, in order, from the first to the last arrival. The events wait in a paused endpoint
 * before. The ratio is the server's processor time in that of one processor.
 */
export async function benchWebhook(): Promise<Figure[]> {
  const receiver = await countingReceiver(EVENTS)
  const portal = await startPortal({ callLoopback: 'on' })
  try {
    const { client } = portal
    const fields = { name: 'Bench', url: receiver.url, kinds: ['INSTALLED' as const] }
    const { id } = await client.ask(webhook.add, { fields })
    await client.ask(webhook.setState, { id, state: 'PAUSED' })
    let left = EVENTS
    const queue = async () => {
      while (left-- > 0) await client.ask(webhook.test, { id })
    }
    await Promise.all(Array.from({ length: AT_ONCE }, queue))
    const cpuBefore = await portal.cpuMs()
    await client.ask(webhook.setState, { id, state: 'ACTIVE' })
    const { ms, inOrder } = await receiver.all
    if (!inOrder) throw new Error('the events did not arrive in order')
    const cpuMs = (await portal.cpuMs()) - cpuBefore
    const each = ms / EVENTS
    console.error(
      `${(1_000 / each).toFixed(0)} events a second, ${(cpuMs / EVENTS).toFixed(2)} ms of processor time each`,
    )
    return [{ name: 'webhook', value: each, unit: 'ms', limit: 1_000 / EVENTS_A_SECOND, ratio: cpuMs / ms }]
  } finally {
    await portal.stop()
    receiver.close()
  }
}

type Arrived = { ms: number; inOrder: boolean }

/** Answers 200 at once. `all` resolves after `wanted` calls. */
async function countingReceiver(wanted: number) {
  const all = Promise.withResolvers<Arrived>()
  let began = 0
  let count = 0
  let inOrder = true
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (count === 0) began = performance.now()
      count += 1
      const { sequence } = JSON.parse(Buffer.concat(chunks).toString()) as { sequence: number }
      if (sequence !== count) inOrder = false
      response.end()
      if (count === wanted) all.resolve({ ms: performance.now() - began, inOrder })
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, all: all.promise, close: () => server.close() }
}
