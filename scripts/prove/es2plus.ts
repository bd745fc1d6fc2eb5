import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as es2plus from '@simwright/contract/programs/es2plus'
import * as batch from '@simwright/contract/provisioning/batch'
import type { Client } from '../../apps/server/src/testing/client.ts'
import { clientCertificate } from '../../apps/server/src/testing/client-certificate.ts'
import { Es2plusClient } from '../../apps/server/src/testing/es2plus-client.ts'
import { configured, finished } from '../../apps/server/src/testing/generated.ts'
import { proveKey } from '../../apps/server/src/testing/operator-proof.ts'
import { subscribers } from '../../apps/server/src/testing/subscriber.ts'
import { createScene, downloadAll, startPortal } from './portal.ts'

const ORDERS = 20
/** Of a download without a confirmation code. */
const POINTS = '1 3 4'
const WAIT_MS = 150_000

/**
 * Kills the server with SIGKILL while its callbacks to an operator wait and some are on their way. After its restart, each
 * step of each order must arrive, the first time in the order of the steps, and again only with the same identifier.
 */
export async function proveEs2plus(): Promise<boolean> {
  const receiver = await operatorServer()
  const folder = mkdtempSync(join(tmpdir(), 'simwright-es2plus-'))
  const settings = { DATA_DIR: folder, CALL_LOOPBACK: 'on' }
  const scene = await createScene(settings)
  let portal = await startPortal(settings, scene)
  try {
    const codes = await ordered(portal.client, receiver.url)
    const installed = await downloadAll({ scene, smdpPort: portal.smdpPort, codes, atOnce: 4 })
    await sleep(2_000)
    const { items } = await portal.client.ask(es2plus.list, {})
    const waiting = items[0]!.waiting
    portal.child.kill('SIGKILL')
    await portal.gone
    console.log(
      `killed after ${installed.length} downloads: ${waiting} callbacks wait, ${receiver.open()} of them are open`,
    )
    receiver.answer()
    portal = await startPortal(settings, scene)
    const complete = await receiver.complete()
    const { orders, inOrder, sameIds, repeated } = receiver.seen()
    console.log(
      `${orders} orders got all steps; in order: ${inOrder}; ${repeated} steps repeated, with the same identifier: ${sameIds}`,
    )
    return installed.length === ORDERS && waiting > 0 && complete && inOrder && sameIds
  } finally {
    portal.child.kill('SIGKILL')
    await portal.gone
    receiver.close()
    await sleep(2_000)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Orders profiles by ES2+. @returns their activation codes */
async function ordered(client: Client, callbackUrl: string): Promise<string[]> {
  const profileType = 'Ordered'
  const configurationId = await configured(client, { name: profileType, orderedBy: 'operator' })
  const [{ ICCID: firstIccid = '', IMSI: firstImsi = '' } = {}] = subscribers(1)
  const range = { configurationId, firstIccid, firstImsi, count: ORDERS }
  await finished(client, (await client.ask(batch.startRange, range)).batchId)
  const requester = '2.999.7'
  const { pem: cert, key } = clientCertificate('Proof', { oid: requester })
  const added = await client.ask(es2plus.register, { name: 'Proof', certificate: cert, requester: '', callbackUrl })
  await proveKey(client, added, key)
  const { address } = await client.ask(es2plus.list, {})
  const operator = new Es2plusClient({ port: Number(new URL(address).port), requester, cert, key })
  const codes: string[] = []
  for (let order = 0; order < ORDERS; order += 1) {
    const { body } = await operator.call('downloadOrder', { profileType })
    const { body: confirmed } = await operator.call('confirmOrder', { iccid: body.iccid, releaseFlag: true })
    codes.push(`LPA:1$${confirmed.smdpAddress}$${confirmed.matchingId}`)
  }
  operator.close()
  return codes
}

/** A server that answers no call until `answer` was called. */
async function operatorServer() {
  /** The points of each ICCID, in the order of their first arrival. */
  const points = new Map<string, number[]>()
  const ids = new Map<string, string>()
  let open = 0
  let repeated = 0
  let sameIds = true
  let answers = false
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { iccid, notificationPointId: point, header } = JSON.parse(Buffer.concat(chunks).toString())
      const step = `${iccid} ${point}`
      const known = ids.get(step)
      if (known !== undefined) repeated += 1
      if (known !== undefined && known !== header.functionCallIdentifier) sameIds = false
      if (known === undefined) points.set(iccid, [...(points.get(iccid) ?? []), point])
      ids.set(step, header.functionCallIdentifier)
      if (answers) response.writeHead(204).end()
      else open += 1
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const all = () => [...points.values()].map((list) => list.join(' '))
  const orders = () => all().filter((list) => list.split(' ').length === POINTS.split(' ').length).length
  return {
    url: `http://127.0.0.1:${port}/callback`,
    open: () => open,
    answer: () => {
      answers = true
    },
    seen: () => ({ orders: orders(), inOrder: all().every((list) => list === POINTS), sameIds, repeated }),
    complete: async () => {
      const end = performance.now() + WAIT_MS
      while (orders() < ORDERS && performance.now() < end) await sleep(100)
      return orders() === ORDERS
    },
    close: () => server.close(),
  }
}
