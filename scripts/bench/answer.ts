import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { API_PREFIX, type Endpoint, type InputOf } from '@simwright/contract'
import type { Client } from '../../apps/server/src/testing/client.ts'

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/**
 * Milliseconds from a call to the last byte of its answer, on an open connection. The answer is not parsed, because
 * that is the client's time.
 * @throws Error if the call is refused
 */
export async function answerMs<E extends Endpoint>(client: Client, endpoint: E, input: InputOf<E>): Promise<number> {
  const body = JSON.stringify(input ?? {})
  const headers = client.headers(
    { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) },
    {},
  )
  const begin = performance.now()
  const asked = request(client.url + API_PREFIX + endpoint.path, { method: endpoint.method, agent, headers })
  asked.end(body)
  const [answer] = await once(asked, 'response')
  answer.resume()
  await once(answer, 'end')
  if (answer.statusCode !== 200) throw new Error(`${endpoint.path} answered ${answer.statusCode}`)
  return performance.now() - begin
}
