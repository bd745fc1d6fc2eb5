import { portalOrigin } from './address.ts'
import { SimwrightError } from './error.ts'
import { newRequestId } from './request-id.ts'
import { DEFAULT_RETRY, withRetries } from './retry.ts'
import { openEnvelope, send, transportError } from './transport.ts'

const TIMEOUT_MS = 30_000

export type DeviceSignIn = {
  /** For example `https://portal.example.com`. */
  url: string
  /** Shown to the member who approves, and the proposed name of the key. */
  machine: string
  /** Permissions that the key should have. */
  scopes: readonly string[]
  /** Shows the code, and the page of the portal on which a signed-in member enters it. */
  onCode: (shown: { code: string; page: string; expiresAt: string }) => void
  allowHttp?: boolean
  signal?: AbortSignal
  fetch?: typeof fetch
  headers?: Readonly<Record<string, string>>
}

type Started = { handle: string; code: string; expiresAt: string; intervalSeconds: number }
type Polled = { state: 'WAITING' | 'APPROVED' | 'REFUSED' | 'EXPIRED'; intervalSeconds: number; prefix: string | null }

/**
 * Draws the secret of an API key here, and waits until a member of an enterprise account approves it. Only the hash of the
 * secret is sent. @returns the key; undefined if the member refused, or nobody approved in time
 * @throws TypeError if the address is invalid, SimwrightError
 */
export async function signInByDevice({
  url,
  machine,
  scopes,
  onCode,
  allowHttp = false,
  signal,
  headers = {},
  ...options
}: DeviceSignIn): Promise<string | undefined> {
  const ownFetch = options.fetch ?? fetch
  const origin = portalOrigin(url, { allowHttp })
  const connection = {
    origin,
    key: undefined,
    fetch: (...args: Parameters<typeof fetch>) => ownFetch(...args),
    timeoutMs: TIMEOUT_MS,
    retry: DEFAULT_RETRY,
    headers,
  }
  const ask = async (path: string, input: unknown) => {
    const requestId = newRequestId()
    return await withRetries({ isRepeatable: true, rule: DEFAULT_RETRY, signal }, async () => {
      const timeout = AbortSignal.timeout(TIMEOUT_MS)
      const both = signal ? AbortSignal.any([signal, timeout]) : timeout
      try {
        const response = await send(connection, { path, method: 'POST', input, requestId }, both)
        return openEnvelope(response, await response.text(), requestId)
      } catch (error) {
        throw transportError(error, requestId, { signal: both, timeout })
      }
    })
  }
  const secret = base64url(crypto.getRandomValues(new Uint8Array(32)))
  const secretHash = base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))))
  const started = (await ask('/developer/device/start', { secretHash, machine, scopes })) as Started
  onCode({ code: started.code, page: `${origin}/setting/developer/device`, expiresAt: started.expiresAt })
  let { intervalSeconds } = started
  while (true) {
    await pause(intervalSeconds * 1_000, signal)
    const polled = (await ask('/developer/device/poll', { handle: started.handle })) as Polled
    if (polled.state === 'APPROVED') return `${polled.prefix}.${secret}`
    if (polled.state !== 'WAITING') return undefined
    intervalSeconds = polled.intervalSeconds
  }
}

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    const stop = () => {
      clearTimeout(timer)
      resolve()
    }
    signal?.addEventListener('abort', stop, { once: true })
  })
  if (signal?.aborted) throw new SimwrightError('The sign-in was aborted.', { kind: 'aborted', requestId: '' })
}
