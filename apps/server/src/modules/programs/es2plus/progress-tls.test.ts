import { randomUUID } from 'node:crypto'
import type { ServerOptions } from 'node:https'
import * as es2plus from '@simwright/contract/programs/es2plus'
import { writePem } from '@simwright/x509'
import { describe, expect, test } from 'vitest'
import { clientCertificate } from '../../../testing/client-certificate.ts'
import { es2plusScene } from '../../../testing/es2plus-scene.ts'
import { receiver } from '../../../testing/receiver.ts'
import { notifyOperators } from './jobs.ts'

const scene = await es2plusScene({ settings: { CALL_LOOPBACK: 'on' } })
const { server, enterprise } = scene
const at = server.clock.now()
const issuers = server.smdp.identity().issuers.map((der) => writePem('CERTIFICATE', der))
const unknown = clientCertificate('Unknown', { at })

type Identity = Pick<ServerOptions, 'cert' | 'key'>
type Tls = { identity?: Identity; clientIssuers?: string[]; host?: string }

/**
 * An operator whose server asks for a client certificate under an issuer of the SM-DP+. By default the server has the
 * operator's registered certificate, for `host`.
 */
async function notified({ identity, clientIssuers = issuers, host = 'localhost' }: Tls = {}) {
  const operator = await scene.operator(undefined, { host })
  const own = identity ?? { cert: operator.cert, key: operator.key }
  const hook = await receiver({ ...own, requestCert: true, rejectUnauthorized: true, ca: clientIssuers })
  hook.answers((response) => void response.writeHead(204).end())
  const fields = { name: operator.name, callbackUrl: hook.url }
  await enterprise.owner.ask(es2plus.edit, { id: operator.id, version: 1, fields })
  const { iccid } = await scene.stocked()
  const matchingId = randomUUID().toUpperCase()
  await operator.expect('downloadOrder', { iccid })
  await operator.expect('confirmOrder', { iccid, releaseFlag: true, matchingId })
  await scene.device().ask(matchingId)
  await notifyOperators(server)
  const { items } = await enterprise.owner.ask(es2plus.list, {})
  const { waiting, lastAttempt } = items.find(({ id }) => id === operator.id)!
  return { calls: hook.calls, waiting, lastAttempt }
}

const DELIVERED = { waiting: 0, lastAttempt: { status: 204, fault: null } }

describe('a callback by mutual TLS', () => {
  test('shows the TLS certificate of the SM-DP+ to a server that checks it', async () => {
    const seen = await notified()
    expect(seen).toMatchObject(DELIVERED)
    const [{ body, client }] = seen.calls as [(typeof seen.calls)[0]]
    expect(JSON.parse(body)).toMatchObject({ notificationPointId: 1 })
    expect(writePem('CERTIFICATE', client!)).toBe(server.smdp.identity().tls.cert)
  })

  test('trusts a server whose certificate is under an issuer of the SM-DP+', async () => {
    expect(await notified({ identity: server.smdp.ownTls('localhost', 'dp-tls') })).toMatchObject(DELIVERED)
  })

  test('sends nothing to a server whose certificate is not trusted', async () => {
    const seen = await notified({ identity: { cert: unknown.pem, key: unknown.key } })
    expect(seen).toMatchObject({ calls: [], waiting: 1, lastAttempt: { status: null } })
    expect(seen.lastAttempt!.fault).toMatch(/^localhost:\d+ has a TLS certificate that is not trusted: .*self-signed/)
  })

  test('sends nothing to a server whose certificate is for another host', async () => {
    const seen = await notified({ host: 'operator.example' })
    expect(seen).toMatchObject({ calls: [], waiting: 1 })
    expect(seen.lastAttempt!.fault).toMatch(/^localhost:\d+ has a TLS certificate that is not trusted: .*altnames/)
  })

  test('waits for a server that does not trust our certificate', async () => {
    const seen = await notified({ clientIssuers: [unknown.pem] })
    expect(seen).toMatchObject({ calls: [], waiting: 1, lastAttempt: { status: null } })
    expect(seen.lastAttempt!.fault).toMatch(/^localhost:\d+ did not answer\.$/)
  })
})
