import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import * as fleet from '@simwright/contract/profiles/fleet'
import { expect, test } from 'vitest'
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
const { server, phones, order, url } = scene

test('a download and its statements arrive at the collector, without any identifier of card or device', async () => {
  const { activationCode, profileId, iccid, matchingId, subscriber } = await order()
  const result = await phones.phone().download(activationCode)
  const { eid } = await scene.shown(profileId)
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  await fetch(`${url}/api/v1${fleet.list.path}`, { method: fleet.list.method, headers: { traceparent } })
  await server.tracer.close()
  const spans = bodies.flatMap((body) =>
    (JSON.parse(body) as OtlpBody).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((one) => one.spans)),
  )

  expect(result.outcome).toBe('installed')
  const calls = spans.filter(({ name }) => name.startsWith('ES9+ '))
  expect(calls.map(({ name }) => name)).toEqual(
    ['initiateAuthentication', 'authenticateClient', 'getBoundProfilePackage', 'handleNotification'].map(
      (name) => `ES9+ ${name}`,
    ),
  )
  for (const call of calls) {
    const statements = spans.filter(({ parentSpanId }) => parentSpanId === call.spanId)
    expect(statements.map(({ name }) => name)).toContainEqual(
      expect.stringMatching(/^postgresql (with|select|insert|update)$/),
    )
    expect(statements.every(({ traceId }) => traceId === call.traceId)).toBe(true)
  }
  const hashes = calls.flatMap(({ attributes }) => attributes.filter(({ key }) => key === 'rsp.transaction'))
  expect(new Set(hashes.map(({ value }) => value.stringValue)).size).toBe(1)

  const secrets = [iccid, subscriber.IMSI!, subscriber.KI!, matchingId, eid!, scene.enterprise.id]
  expect(secrets.filter((secret) => bodies.some((body) => body.includes(secret)))).toEqual([])

  const portal = spans.find(({ name }) => name === `POST /api/v1${fleet.list.path}`)!
  expect(portal.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } })
  expect(spans.map(({ traceId }) => traceId)).not.toContain('0af7651916cd43dd8448eb211c80319c')
})
