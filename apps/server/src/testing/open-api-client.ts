import { createHmac, randomUUID } from 'node:crypto'

/*
 * A client of the open API as a customer would write it: from the description of the API alone. It imports nothing of the
 * project.
 */

export type Keys = { accessKey: string; secretKey: string }

/** Replaces parts of a correct call. */
export type Forged = {
  timestamp?: number | string
  requestId?: string
  accessKey?: string
  signature?: string
  /** The bytes that are sent; the signature is over the original body. */
  sentBody?: string | Uint8Array
  /** The bytes that are signed and sent, instead of JSON. */
  body?: string | Uint8Array
  without?: 'AccessKey' | 'Timestamp' | 'RequestID' | 'Signature'
  version?: 'v1' | 'v2'
  /** Without `/api/v1`: the calls of ES2+ are on the host itself, too. */
  onHost?: boolean
}

export type OpenAnswer = {
  status: number
  success: boolean
  code: string
  msg: string
  // biome-ignore lint/suspicious/noExplicitAny: a foreign client has no types
  obj: any
  headers: Headers
}

export class OpenApiClient {
  readonly #url: string
  readonly #keys: Keys

  constructor(url: string, keys: Keys) {
    this.#url = url
    this.#keys = keys
  }

  /** @param path such as `/ac/generate` */
  async call(path: string, input: unknown, forged: Forged = {}): Promise<OpenAnswer> {
    const body = forged.body ?? JSON.stringify(input)
    const timestamp = String(forged.timestamp ?? Date.now())
    const requestId = forged.requestId ?? randomUUID()
    const accessKey = forged.accessKey ?? this.#keys.accessKey
    const signature =
      forged.signature ??
      createHmac('sha256', this.#keys.secretKey)
        .update(timestamp + requestId + accessKey)
        .update(body)
        .digest('hex')
        .toUpperCase()
    const headers: Record<string, string> = {
      'Content-Type': 'application/json',
      AccessKey: accessKey,
      Timestamp: timestamp,
      RequestID: requestId,
      Signature: signature,
    }
    if (forged.without) delete headers[forged.without]
    const prefix = forged.onHost ? '' : `/api/${forged.version ?? 'v1'}`
    const response = await fetch(`${this.#url}${prefix}${path}`, {
      method: 'POST',
      headers,
      body: (forged.sentBody ?? body) as string,
    })
    return { status: response.status, headers: response.headers, ...((await response.json()) as object) } as OpenAnswer
  }
}
