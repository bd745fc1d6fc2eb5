import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Server } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportPkcs8, issueTestPki, issueTestTls, type Sources, writePem } from './index.ts'

const sources: Sources = {
  now: new Date(),
  random: (length) => new Uint8Array(randomBytes(length)),
  generateKeyPair: () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    return {
      publicKeyInfo: new Uint8Array(publicKey.export({ type: 'spki', format: 'der' })),
      privateKey: exportPkcs8(privateKey),
    }
  },
}

const pki = issueTestPki({ ...sources, host: 'smdp.example.com', oid: '2.999.10' })
const again = issueTestTls({ ...sources, ci: pki.ci, host: 'renewed.example.com', oid: '2.999.10' })
const stranger = issueTestPki({ ...sources, host: 'smdp.example.com', oid: '2.999.10' })
const certificatePem = (der: Uint8Array) => writePem('CERTIFICATE', der)

const servers: Server[] = []
const ports = new Map<string, number>()

beforeAll(async () => {
  for (const [name, { certificate, privateKey }] of Object.entries({ first: pki.dpTls, renewed: again })) {
    const server = createServer(
      { cert: certificatePem(certificate), key: writePem('PRIVATE KEY', privateKey) },
      (socket) => socket.end(),
    )
    servers.push(server)
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    ports.set(name, (server.address() as AddressInfo).port)
  }
})

afterAll(() => {
  for (const server of servers) server.close()
})

/** The result of Node's TLS client: `authorized` or an error code. */
function verdict(name: string, servername: string, ci: Uint8Array): Promise<string> {
  return new Promise((done) => {
    const address = { port: ports.get(name)!, host: '127.0.0.1' }
    const trust = { ca: certificatePem(ci), ...(servername === '127.0.0.1' ? {} : { servername }) }
    const socket = connect({ ...address, ...trust }, () => {
      done(socket.authorized ? 'authorized' : String(socket.authorizationError))
      socket.destroy()
    })
    socket.on('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message))
  })
}

describe('the TLS certificate of a test PKI', () => {
  test.each(['smdp.example.com', 'localhost', '127.0.0.1'])('is accepted by a TLS client for %s', async (host) => {
    expect(await verdict('first', host, pki.ci.certificate)).toBe('authorized')
  })

  test('that was issued again under the same CI is accepted', async () => {
    expect(await verdict('renewed', 'renewed.example.com', pki.ci.certificate)).toBe('authorized')
  })

  test('is refused for another host', async () => {
    expect(await verdict('first', 'other.example.com', pki.ci.certificate)).toBe('ERR_TLS_CERT_ALTNAME_INVALID')
  })

  test('is refused by a client that trusts another CI', async () => {
    expect(await verdict('first', 'localhost', stranger.ci.certificate)).toMatch(/UNABLE_TO|SIGNATURE_FAILURE/)
  })

  test('cannot be issued for a host with a port', () => {
    expect(() => issueTestTls({ ...sources, ci: pki.ci, host: 'localhost:8443', oid: '2.999.10' })).toThrow(TypeError)
  })
})
