import { X509Certificate } from 'node:crypto'
import { request } from 'node:https'
import { connect, type TLSSocket } from 'node:tls'

type Members = Record<string, string>

/** Calls ES9+ in JSON. @throws Error with subject and reason code if the server refuses */
export type Server = (name: string, members: Members) => Promise<Members>

/** Trusts one issuer only; opens a connection per call. */
export function serverAt(address: string, issuer: Buffer): Server {
  const [host = '', port = '443'] = address.split(':')
  return async (name, members) => {
    const socket = await connectTo({ host, port: Number(port) }, issuer)
    const { status, body } = await post(socket, { host: address, name, body: JSON.stringify(members) })
    if (name === 'handleNotification') {
      if (status !== 204 || body !== '') throw new Error(`handleNotification was answered ${status}`)
      return {}
    }
    if (status !== 200) throw new Error(`${name} was answered ${status}`)
    const answer = JSON.parse(body) as Members & { header: { functionExecutionStatus: Status } }
    const { status: outcome, statusCodeData: code } = answer.header.functionExecutionStatus
    if (outcome !== 'Executed-Success')
      throw new Error(`${name}: ${code?.subjectCode}/${code?.reasonCode} ${code?.message}`)
    return answer
  }
}

type Status = { status: string; statusCodeData?: { subjectCode: string; reasonCode: string; message?: string } }

/** Node cannot verify certificates on Brainpool curves, so issuer, dates and name are checked here. */
function connectTo({ host, port }: { host: string; port: number }, issuer: Buffer): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const ecdhCurve = 'brainpoolP256r1:prime256v1'
    const socket = connect({ host, port, servername: host, ecdhCurve, rejectUnauthorized: false }, () => {
      const shown = socket.getPeerX509Certificate()!
      const now = new Date()
      const isInForce = new Date(shown.validFrom) <= now && now <= new Date(shown.validTo)
      if (shown.verify(new X509Certificate(issuer).publicKey) && shown.checkHost(host) && isInForce) resolve(socket)
      else reject(new Error('the server is not known to the issuer'))
    })
    socket.on('error', reject)
  })
}

type Post = { host: string; name: string; body: string }

function post(socket: TLSSocket, { host, name, body }: Post): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = {
      host,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-admin-protocol': 'gsma/rsp/v2.2.0',
      'user-agent': 'gsma-rsp-lpad',
      connection: 'close',
    }
    const path = `/gsma/rsp2/es9plus/${name}`
    const outgoing = request({ method: 'POST', path, headers, createConnection: () => socket }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () => resolve({ status: incoming.statusCode!, body: Buffer.concat(chunks).toString() }))
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
