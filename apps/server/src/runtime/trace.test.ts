import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import * as fleet from '@simwright/contract/profiles/fleet'
import { expect, test } from 'vitest'
import { givePlan } from '../modules/platform/plans/service.ts'
import { closeAtEnd } from '../testing/close.ts'
import { smdpScene } from '../testing/smdp-scene.ts'

type Attribute = { key: string; value: { stringValue?: string; intValue?: number | string } }
type OtlpSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: Attribute[]
  status: { code?: number }
}
type OtlpBody = { resourceSpans: { scopeSpans: { spans: OtlpSpan[] }[] }[] }

/** A collector that keeps what it receives. */
const bodies: string[] = []
const collector = createServer(async (request, response) => {
  if (request.url === '/v1/traces') bodies.push(await text(request))
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
}).listen(0, '127.0.0.1')
await once(collector, 'listening')
closeAtEnd(() => void collector.close())

const collectorUrl = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
const scene = await smdpScene({ settings: { OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl } })
const { server, phones, order, url, clock, enterprise } = scene

const CALLS = ['initiateAuthentication', 'authenticateClient', 'getBoundProfilePackage', 'handleNotification']

async function downloaded() {
  const ordered = await order()
  expect((await phones.phone().download(ordered.activationCode)).outcome).toBe('installed')
  return ordered
}

async function downloadedWith(plan: 'PRO' | 'LAB', downloads: number | null) {
  const endsAt = new Date(clock.now().getTime() + 20 * 24 * 60 * 60_000)
  await givePlan(server, { enterpriseId: enterprise.id, plan, endsAt })
  await server.db.tenantTx(enterprise.id, (db) =>
    db.updateTable('plan_order').set({ downloads }).where('plan', '=', plan).execute(),
  )
  // the first one shares out what the plan has
  await downloaded()
  await downloaded()
}

const { profileId, iccid, matchingId, subscriber } = await downloaded()
await downloadedWith('PRO', 10_000)
await downloadedWith('LAB', null)
const { eid } = await scene.shown(profileId)
const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
await fetch(`${url}/api/v1${fleet.list.path}`, { method: fleet.list.method, headers: { traceparent } })
await server.tracer.close()
const spans = bodies.flatMap((body) =>
  (JSON.parse(body) as OtlpBody).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((one) => one.spans)),
)

/** The calls of the downloads, in their order. */
const calls = spans.filter(({ name }) => name.startsWith('ES9+ '))
const callsOf = (download: number) => calls.slice(download * CALLS.length, (download + 1) * CALLS.length)
const statementsOf = (call: OtlpSpan) => spans.filter(({ parentSpanId }) => parentSpanId === call.spanId)

test('a download and its statements arrive at the collector, without any identifier of card or device', () => {
  const first = callsOf(0)
  expect(first.map(({ name }) => name)).toEqual(CALLS.map((name) => `ES9+ ${name}`))
  const [beginning, ...others] = first
  // the first call stores nothing and reads nothing
  expect(statementsOf(beginning!)).toEqual([])
  for (const call of others) {
    const statements = statementsOf(call)
    expect(statements.map(({ name }) => name)).toContainEqual(
      expect.stringMatching(/^postgresql (with|select|insert|update)$/),
    )
    expect(statements.every(({ traceId }) => traceId === call.traceId)).toBe(true)
  }
  const hashes = first.flatMap(({ attributes }) => attributes.filter(({ key }) => key === 'rsp.transaction'))
  expect(new Set(hashes.map(({ value }) => value.stringValue)).size).toBe(1)

  const secrets = [iccid, subscriber.IMSI!, subscriber.KI!, matchingId, eid!, scene.enterprise.id]
  expect(secrets.filter((secret) => bodies.some((body) => body.includes(secret)))).toEqual([])

  const portal = spans.find(({ name }) => name === `POST /api/v1${fleet.list.path}`)!
  expect(portal.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } })
  expect(spans.map(({ traceId }) => traceId)).not.toContain('0af7651916cd43dd8448eb211c80319c')
})

test('the limits of a plan of many downloads cost a download no statement: it has as many as one without limits', () => {
  const [limited, unlimited] = [callsOf(2), callsOf(4)].map((download) =>
    download.map((call) => [call.name, statementsOf(call).length]),
  )
  expect(limited).toEqual(unlimited)
  expect(limited).toHaveLength(CALLS.length)
})
