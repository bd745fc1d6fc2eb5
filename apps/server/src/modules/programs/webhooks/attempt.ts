import type { Agent } from 'node:http'
import { type OffReason, RETRY_DELAYS_S, WEBHOOK_LIMITS } from '@simwright/contract/programs/webhook'
import { CallOutError } from '../../../outside/outside.ts'
import type { WebhooksServer as Server } from '../../../port/module.ts'
import { countCall, WEBHOOK_ATTEMPT } from '../../../runtime/metrics.ts'
import { insertArrival } from './arrival-queries.ts'
import type { Answer, DueDelivery, Outcome } from './delivery-queries.ts'
import type { EndpointRow } from './endpoint-queries.ts'
import { openSecrets } from './secret.ts'
import { signedHeaders, verifyHeaders } from './signature.ts'
import { callFault } from './url.ts'

/** An attempt, and whether the endpoint must be switched off because of it. */
export type Attempted = Outcome & { switchesOff: OffReason | undefined }

/** Sends a delivery once. Never throws: what goes wrong is the outcome. */
export async function attempt(
  server: Server,
  endpoint: EndpointRow,
  { id, body, attempts, agent }: DueDelivery & { agent: Agent | undefined },
): Promise<Attempted> {
  const at = server.clock.now()
  const secrets = openSecrets(server, endpoint, at)
  const signed = signedHeaders(secrets, { id, at, accessKey: endpoint.access_key, body })
  const requestHeaders = { 'Content-Type': 'application/json', 'User-Agent': 'Webhooks/1', ...signed }
  const begun = performance.now()
  const { url } = endpoint
  const answer =
    url === null
      ? await receive(server, endpoint, { headers: requestHeaders, body })
      : await call(server, { url, headers: requestHeaders, body, agent })
  const ms = Math.round(performance.now() - begun)
  countCall(server.metrics.timer(WEBHOOK_ATTEMPT, { outcome: outcomeOf(answer.status) }), ms)
  const attemptId = server.random.uuid()
  const facts = { deliveryId: id, attemptId, at, ms, url, requestHeaders, ...answer }
  return { ...facts, ...nextOf({ status: answer.status, attempts: attempts + 1, at: server.clock.now() }) }
}

const isDelivered = (status: number | null) => status !== null && status >= 200 && status < 300

function outcomeOf(status: number | null): string {
  if (status === null) return 'no_answer'
  return isDelivered(status) ? 'delivered' : 'refused'
}

type Sent = { url: string; headers: Record<string, string>; body: string; agent: Agent | undefined }

async function call(server: Server, { url, headers, body, agent }: Sent): Promise<Answer> {
  const refused = callFault(server.config, url)
  if (refused) return { status: null, fault: refused.text, answer: null }
  try {
    const timeoutMs = server.limits.webhookMs
    const cutAtBytes = WEBHOOK_LIMITS.answerBytes
    const options = { method: 'POST', headers, body, timeoutMs, cutAtBytes, ...(agent ? { agent } : {}) }
    const answer = await server.outside.callPublic(url, options)
    const fault = answer.ok ? null : faultOf(answer.status)
    return { status: answer.status, fault, answer: storable(await answer.text()) }
  } catch (error) {
    if (!(error instanceof CallOutError)) throw error
    return { status: null, fault: `${capitalized(error.message)}.`, answer: null }
  }
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function faultOf(status: number): string {
  if (status >= 300 && status < 400) return `It answered ${status}; redirects are not followed.`
  return `It answered ${status}.`
}

/** PostgreSQL stores no NUL in a text. */
const storable = (text: string) => text.replaceAll('\0', '\uFFFD')

type Next = Pick<Outcome, 'state' | 'attempts' | 'nextAt'> & { switchesOff: OffReason | undefined }

/** What follows from an answer, after so many attempts. */
export function nextOf({ status, attempts, at }: { status: number | null; attempts: number; at: Date }): Next {
  if (isDelivered(status)) return { state: 'DELIVERED', attempts, nextAt: null, switchesOff: undefined }
  if (status === 410) return { state: 'FAILED', attempts, nextAt: null, switchesOff: 'GONE' }
  const delay = RETRY_DELAYS_S[attempts]
  if (delay === undefined) return { state: 'FAILED', attempts, nextAt: null, switchesOff: 'EXHAUSTED' }
  return { state: 'WAITING', attempts, nextAt: new Date(at.getTime() + delay * 1000), switchesOff: undefined }
}

type Received = { headers: Record<string, string>; body: string }

/**
 * The receiver in the portal: stores what arrived and whether both signatures verify, and answers the chosen status. It is
 * called in process, by the id of its endpoint.
 */
export async function receive(server: Server, endpoint: EndpointRow, { headers, body }: Received): Promise<Answer> {
  const at = server.clock.now()
  const valid = verifyHeaders(openSecrets(server, endpoint, at), headers, body)
  const { bench_status: status, enterprise_id: enterpriseId } = endpoint
  const arrival = { id: server.random.uuid(), endpointId: endpoint.id, at, headers, body, valid, answered: status }
  await server.db.tenantTx(enterpriseId, (db) => insertArrival(db, arrival))
  const isTaken = status >= 200 && status < 300
  return { status, fault: isTaken ? null : `It answered ${status}.`, answer: isTaken ? 'Received.' : '' }
}
