import { Agent, request } from 'node:https'
import {
  adminProtocol,
  type Es12Function,
  type Es12Request,
  es12Path,
  readEs12Answer,
  writeEs12Request,
} from '@simwright/rsp'
import { writePem } from '@simwright/x509'
import type { TlsIdentity } from '../../../http/machine-listener.ts'
import type { SmdsServer as Server } from '../../../port/module.ts'

/** The other SM-DS refused a call, could not be reached, or sent an invalid answer. */
export class SmdsError extends Error {
  override name = 'SmdsError'
  /** Subject and reason code of a refusal, as `8.9.5/3.9`. */
  readonly code: string | undefined

  constructor(message: string, { code, cause }: { code?: string; cause?: unknown } = {}) {
    super(message, { cause })
    this.code = code
  }
}

const TIMEOUT_MS = 10_000
const ANSWER_MAX_BYTES = 64 * 1024

type Calling = Pick<Server, 'random'> & {
  address: string
  /** Our client certificate: CERT.DP.TLS. */
  identity: TlsIdentity
  /** Trusted issuers of its TLS certificate, DER. */
  issuers: readonly Uint8Array[]
  oid: string
}

/** Calls ES12 of another SM-DS with mutual TLS (SGP.22, 5.9). @throws SmdsError */
export async function callEs12<F extends Es12Function>(
  { random, address, identity, issuers, oid }: Calling,
  name: F,
  members: Es12Request<F>,
): Promise<void> {
  const caller = { functionRequesterIdentifier: oid, functionCallIdentifier: random.uuid() }
  const ca = issuers.map((der) => writePem('CERTIFICATE', der))
  const agent = new Agent({ ...identity, ca, minVersion: 'TLSv1.2' })
  try {
    const text = await post(
      { agent, address, path: es12Path(name) },
      JSON.stringify(writeEs12Request(name, members, caller)),
    )
    const outcome = readEs12Answer(name, parse(text))
    if (outcome.kind === 'malformed') throw new SmdsError(`its answer is malformed: ${outcome.fault}`)
    if (outcome.kind === 'done') return
    const { subjectCode = '', reasonCode = '', message = '' } = outcome.status
    const code = `${subjectCode}/${reasonCode}`
    throw new SmdsError([code, message].filter(Boolean).join(' '), { code })
  } finally {
    agent.destroy()
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new SmdsError('its answer is not JSON', { cause })
  }
}

type Target = { agent: Agent; address: string; path: string }

function post({ agent, address, path }: Target, body: string): Promise<string> {
  const [host, port = '443'] = address.split(':')
  return new Promise((resolve, reject) => {
    const fail = (message: string, cause?: unknown) => reject(new SmdsError(message, { cause }))
    const headers = {
      'content-type': 'application/json',
      'x-admin-protocol': adminProtocol,
      'content-length': Buffer.byteLength(body),
    }
    const outgoing = request(
      { agent, method: 'POST', host, port: Number(port), servername: host, path, headers, timeout: TIMEOUT_MS },
      (incoming) => {
        const chunks: Buffer[] = []
        let length = 0
        incoming.on('data', (chunk: Buffer) => {
          length += chunk.length
          if (length > ANSWER_MAX_BYTES) outgoing.destroy(new Error('its answer is too large'))
          else chunks.push(chunk)
        })
        incoming.on('error', (cause) => fail(cause.message, cause))
        incoming.on('end', () => {
          if (incoming.statusCode === 200) resolve(Buffer.concat(chunks).toString('utf8'))
          else fail(`it answered HTTP ${incoming.statusCode}`)
        })
      },
    )
    outgoing.on('timeout', () => outgoing.destroy(new Error('it did not answer in time')))
    outgoing.on('error', (cause) => fail(cause.message, cause))
    outgoing.end(body)
  })
}
