import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { writePem } from '@simwright/x509'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHttpsTransport, type HttpsTransportOptions } from './https-transport.ts'
import { SMDP_HOST, testPki } from './testing/smdp.ts'

const pki = testPki('P-256', new Date())
const connections = new Set<unknown>()
let server: Server
let port: number

beforeAll(async () => {
  const { certificate, privateKey } = pki.dpTls
  server = createServer(
    { cert: writePem('CERTIFICATE', certificate), key: writePem('PRIVATE KEY', privateKey) },
    async (request, response) => {
      const isReused = connections.has(request.socket)
      connections.add(request.socket)
      if (request.url === '/reset' || (request.url === '/reset-reused' && isReused))
        return void request.socket.destroy()
      if (request.url === '/silent') return
      if (request.url === '/huge') return void response.end(Buffer.alloc(9 * 1024 * 1024))
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      response.setHeader('X-Admin-Protocol', 'gsma/rsp/v2.5.0')
      response.statusCode = request.url === '/none' ? 204 : 200
      response.end(request.url === '/none' ? '' : `${request.headers.host} ${Buffer.concat(chunks)}`)
    },
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const transport = (more: Partial<HttpsTransportOptions> = {}) =>
  createHttpsTransport({
    ca: [pki.ci.certificate],
    connectTo: () => ({ address: '127.0.0.1', port }),
    ...more,
  })

const request = (path: string, address = SMDP_HOST) => ({ address, path, headers: {}, body: 'hello' })

describe('the HTTPS transport', () => {
  it('verifies the name in the request while it connects to the address from connectTo', async () => {
    const { send, close } = transport()
    expect(await send(request('/echo'))).toMatchObject({
      status: 200,
      headers: { 'x-admin-protocol': 'gsma/rsp/v2.5.0' },
      body: `${SMDP_HOST} hello`,
    })
    expect(await send(request('/none'))).toMatchObject({ status: 204, body: '' })
    close()
  })

  it('takes the port from the address', async () => {
    const { send, close } = createHttpsTransport({ ca: [pki.ci.certificate] })
    expect((await send(request('/echo', `localhost:${port}`))).body).toBe(`localhost:${port} hello`)
    close()
  })

  it('reuses one connection for several calls', async () => {
    const { send, close } = transport()
    connections.clear()
    for (let call = 0; call < 3; call++) await send(request('/echo'))
    expect(connections.size).toBe(1)
    close()
  })

  it('repeats a request whose kept connection the server closed, and no other', async () => {
    const { send, close } = transport()
    await expect(send(request('/reset'))).rejects.toThrow('socket hang up')
    connections.clear()
    await send(request('/echo'))
    expect(await send(request('/reset-reused'))).toMatchObject({ status: 200 })
    expect(connections.size).toBe(2)
    close()
  })

  it('refuses a server under another CI, and one with another name', async () => {
    const stranger = transport({ ca: [testPki().ci.certificate] })
    await expect(stranger.send(request('/echo'))).rejects.toThrow(/certificate/)
    stranger.close()
    const { send, close } = transport()
    await expect(send(request('/echo', 'elsewhere.example.com'))).rejects.toThrow(/altnames/)
    close()
  })

  it('gives up on a silent server and on an endless answer', async () => {
    const { send, close } = transport({ timeoutMs: 50 })
    await expect(send(request('/silent'))).rejects.toThrow(/no answer within 50 ms/)
    close()
    const other = transport()
    await expect(other.send(request('/huge'))).rejects.toThrow(/larger/)
    other.close()
  })
})
