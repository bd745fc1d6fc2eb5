import type { Agent } from 'node:http'
import { Agent as TlsAgent } from 'node:https'
import { rootCertificates } from 'node:tls'
import { RETRY_DELAYS_S } from '@simwright/contract/programs/webhook'
import { adminProtocol, resultDataOf } from '@simwright/rsp'
import { writePem } from '@simwright/x509'
import { CallOutError } from '../../../outside/outside.ts'
import type { Es2plusServer as Server } from '../../../port/module.ts'
import { callFault } from '../webhooks/service.ts'
import { es2plusIccid } from './order.ts'
import {
  type DueProgress,
  type ProgressDetails,
  type ProgressOutcome,
  recordOutcome,
  selectDetails,
} from './progress-queries.ts'

const PATH = '/gsma/rsp2/es2plus/handleDownloadProgressInfo'

/** A callback URL without a path gets that of the standard. */
function targetOf(callbackUrl: string): string {
  const url = new URL(callbackUrl)
  if (url.pathname === '/' && url.search === '') url.pathname = PATH
  return url.href
}

/** Sends one notification to its operator (SGP.22, 5.3.5), and stores the outcome. */
export async function notifyOperator(server: Server, due: DueProgress): Promise<void> {
  const { enterprise_id: enterpriseId } = due
  const details = await server.db.tenantRead(enterpriseId, (db) => selectDetails(db, due))
  const answer = await send(server, due, details)
  const outcome = outcomeOf(due, answer, server.clock.now())
  await server.db.tenantTx(enterpriseId, (db) => recordOutcome(db, due, outcome))
}

type Answer = { status: number | null; fault: string | null } | 'no receiver'

async function send(server: Server, due: DueProgress, details: ProgressDetails): Promise<Answer> {
  if (details.callback_url === null) return 'no receiver'
  const url = targetOf(details.callback_url)
  const forbidden = callFault(server.config, url)
  if (forbidden) return { status: null, fault: forbidden.text }
  const agent = url.startsWith('https:') ? agentFor(server, details.certificate) : undefined
  const headers = { 'content-type': 'application/json', 'x-admin-protocol': adminProtocol }
  const body = JSON.stringify(bodyOf(server, due, details))
  const timeoutMs = server.limits.webhookMs
  try {
    const options = { method: 'POST', headers, body, timeoutMs, cutAtBytes: 1024 }
    const { ok, status } = await server.outside.callPublic(url, agent ? { ...options, agent } : options)
    return { status, fault: ok ? null : `It answered ${status}; 204 is expected.` }
  } catch (error) {
    if (!(error instanceof CallOutError)) throw error
    return { status: null, fault: `${error.message}.` }
  } finally {
    agent?.destroy()
  }
}

/**
 * Shows our certificate if the operator's server asks for one. Its own may be under a public CA, under an issuer of the
 * SM-DP+, or the one that is registered.
 */
function agentFor({ smdp }: Server, certificate: Buffer | null): Agent {
  const { tls, issuers } = smdp.identity()
  const own = [...issuers, ...(certificate ? [certificate] : [])]
  return new TlsAgent({ ...tls, ca: [...rootCertificates, ...own.map((der) => writePem('CERTIFICATE', der))] })
}

function bodyOf({ smdp }: Server, due: DueProgress, { profile_type: profileType, raw }: ProgressDetails): object {
  const { id, eid, iccid, at, point, subject_code: subjectCode, reason_code: reasonCode, message } = due
  const resultData = raw ? resultDataOf(raw) : undefined
  const statusCodeData = { subjectCode, reasonCode, ...(message === null ? {} : { message }) }
  return {
    header: { functionRequesterIdentifier: smdp.identity().oid, functionCallIdentifier: id },
    ...(eid === null ? {} : { eid }),
    iccid: es2plusIccid(iccid),
    profileType,
    // YYYY-MM-DDThh:mm:ssTZD
    timestamp: `${at.toISOString().slice(0, 19)}Z`,
    notificationPointId: point,
    notificationPointStatus:
      subjectCode === null ? { status: 'Executed-Success' } : { status: 'Failed', statusCodeData },
    ...(resultData ? { resultData: Buffer.from(resultData).toString('base64') } : {}),
  }
}

function outcomeOf({ attempts: before }: DueProgress, answer: Answer, at: Date): ProgressOutcome {
  if (answer === 'no receiver')
    return { state: 'NOT_SENT', attempts: before, nextAt: null, at, status: null, fault: 'There is no callback URL.' }
  const attempts = before + 1
  const base = { ...answer, attempts, at, nextAt: null }
  if (answer.fault === null) return { ...base, state: 'DELIVERED' }
  const delay = RETRY_DELAYS_S[attempts]
  if (delay === undefined) return { ...base, state: 'FAILED' }
  return { ...base, state: 'WAITING', nextAt: new Date(at.getTime() + delay * 1000) }
}
