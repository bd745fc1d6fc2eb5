import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:https'

/*
 * A client of ES2+ as an operator would write it: from SGP.22 and the guide alone. It imports nothing of the project.
 */

type Es2plusAnswer = {
  http: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** `Executed-Success`, or subject and reason code as `8.2.1/3.9`. */
  verdict: string
  // biome-ignore lint/suspicious/noExplicitAny: a foreign client has no types
  body: any
}

export class Es2plusClient {
  readonly #agent: Agent
  readonly #port: number
  readonly requester: string

  constructor(options: { port: number; requester: string; cert?: string; key?: string }) {
    const { port, requester, cert, key } = options
    // the tests' server has a certificate under its own test issuer
    this.#agent = new Agent({ keepAlive: true, rejectUnauthorized: false, ...(cert && key ? { cert, key } : {}) })
    this.#port = port
    this.requester = requester
  }

  close(): void {
    this.#agent.destroy()
  }

  /** @param header replaces members of the header */
  async call(name: string, members: object, header: object = {}): Promise<Es2plusAnswer> {
    const own = { functionRequesterIdentifier: this.requester, functionCallIdentifier: randomUUID() }
    return await this.send(name, JSON.stringify({ header: { ...own, ...header }, ...members }))
  }

  async send(name: string, text: string): Promise<Es2plusAnswer> {
    const headers = {
      'content-type': 'application/json',
      'x-admin-protocol': 'gsma/rsp/v2.2.0',
      'content-length': Buffer.byteLength(text),
    }
    const path = `/gsma/rsp2/es2plus/${name}`
    return await new Promise((resolve, reject) => {
      const target = { agent: this.#agent, host: '127.0.0.1', port: this.#port, method: 'POST', path, headers }
      const sent = request(target, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () => {
          const body = parse(Buffer.concat(chunks).toString('utf8'))
          const { status, statusCodeData: code } = body?.header?.functionExecutionStatus ?? {}
          const verdict = code ? `${code.subjectCode}/${code.reasonCode}` : status
          resolve({ http: answer.statusCode ?? 0, headers: answer.headers, verdict, body })
        })
      })
      // the server may close a kept connection at the moment of its reuse
      sent.on('error', (error) => (sent.reusedSocket ? resolve(this.send(name, text)) : reject(error)))
      sent.end(text)
    })
  }
}

function parse(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
