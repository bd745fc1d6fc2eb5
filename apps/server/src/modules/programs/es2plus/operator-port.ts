import {
  type Es2plusFunction,
  type Es2plusInput,
  es2plusCalls,
  es2plusFunctions,
  es2plusPath,
} from '@simwright/contract/programs/es2plus-call'
import { adminProtocol, RspRefusal, writeFailure } from '@simwright/rsp'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { isDiskFull, isUnreachable } from '../../../db/unreachable.ts'
import { readJsonText } from '../../../http/json-text.ts'
import {
  type HttpAnswer,
  type MachineRequest,
  type MachineRoute,
  TooManyCalls,
} from '../../../http/machine-listener.ts'
import { canonicalUuid } from '../../../http/request.ts'
import { perSecondLimiter } from '../../../http/second-limit.ts'
import type { Es2plusServer as Server } from '../../../port/module.ts'
import { ApprovalNeeded, askApproval } from '../../platform/approval/service.ts'
import { actAs } from '../../platform/audit/service.ts'
import { hasFeature, readEntitlement } from '../../platform/plans/service.ts'
import { fingerprintOf } from './certificate.ts'
import { type OperatorKey, selectByFingerprint, selectForCall, updateOperator } from './operator-queries.ts'
import { type Caller, perform } from './order.ts'
import { Es2plusRefusal } from './refusal.ts'

const functionByPath = new Map(es2plusFunctions.map((name) => [es2plusPath(name) as string, name]))

/**
 * Returns the routes of ES2+ on the port for other servers (SGP.22, 5.3 and 6.5). Mutual TLS: the client's certificate must be
 * a registered one whose key is proven. A refusal is a function-level failure with HTTP status 200; any other certificate is
 * answered 403.
 */
export function openEs2plus(server: Server): (path: string) => MachineRoute | undefined {
  const countCall = perSecondLimiter()
  return (path) => {
    const name = functionByPath.get(path)
    if (!name) return undefined
    return { contentType: 'application/json', answer: (request) => answer({ server, countCall, name, request }) }
  }
}

type Asked = {
  server: Server
  countCall: ReturnType<typeof perSecondLimiter>
  name: Es2plusFunction
  request: MachineRequest
}

const EXECUTION_ERROR = {
  subjectCode: '8.8',
  reasonCode: '4.2',
  message: 'The server had a problem. Please try again in a moment.',
}

async function answer(asked: Asked): Promise<HttpAnswer> {
  const { server, name, request } = asked
  try {
    return json(200, await answerCall(asked))
  } catch (error) {
    if (error instanceof Es2plusRefusal) return refuse(asked, error)
    if (error instanceof RspRefusal) return refuse(asked, new Es2plusRefusal('malformed', `The body: ${error.detail}.`))
    if (error instanceof SyntaxError)
      return refuse(asked, new Es2plusRefusal('malformed', 'The body is not JSON.'), 400)
    if (error instanceof TooManyCalls || isUnreachable(error) || isDiskFull(error)) throw error
    server.log.error({ err: error, function: name, address: request.address }, 'an ES2+ call failed')
    return json(200, writeFailure(EXECUTION_ERROR))
  }
}

function refuse({ server, name, request }: Asked, error: Es2plusRefusal, status?: number): HttpAnswer {
  const { refusal, subjectCode, reasonCode } = error
  server.log.info({ function: name, refusal, subjectCode, reasonCode, address: request.address }, 'refused')
  const isStranger = refusal === 'caller' || refusal === 'unproven'
  return json(status ?? (isStranger ? 403 : 200), writeFailure(error))
}

const json = (status: number, body: object): HttpAnswer => ({
  status,
  headers: { 'x-admin-protocol': adminProtocol, 'content-type': 'application/json;charset=UTF-8' },
  body: JSON.stringify(body),
})

async function answerCall({ server, countCall, name, request }: Asked): Promise<object> {
  const operator = await identify(server, request)
  const { enterpriseId, id } = operator.key
  const { entitlement } = operator
  const max = entitlement.api_calls_a_second
  if (max !== null && !countCall(enterpriseId, max).isAllowed) throw new TooManyCalls()
  const input = read(name, readJsonText(request.body.toString('utf8')))
  if (input.header?.functionRequesterIdentifier !== operator.requester) throw new Es2plusRefusal('requester')
  if (!input.header.functionCallIdentifier)
    throw new Es2plusRefusal('malformed', 'header.functionCallIdentifier: required')
  const caller: Caller = {
    enterpriseId,
    callerId: id,
    requester: operator.requester,
    platformId: entitlement.platform_id,
    entitlement,
    scope: entitlement.plan === 'DEMO' ? 'samples' : 'all',
    address: request.address,
  }
  const actor = { kind: 'KEY', id, name: operator.name, email: null, address: request.address } as const
  // any text; audit entries have only UUIDs
  const { functionCallIdentifier: callId } = input.header
  const requestId = canonicalUuid(callId) ?? null
  return await actAs({ ...actor, requestId }, () =>
    server.db
      .tenantTx(enterpriseId, (db) => perform(server, db, { name, caller, input }))
      .catch((error: unknown) => askOrThrow(server, enterpriseId, error)),
  )
}

/** What needs approval becomes a request, and the operator repeats the call later. @throws Es2plusRefusal `approval` */
async function askOrThrow(server: Server, enterpriseId: EnterpriseId, error: unknown): Promise<never> {
  if (!(error instanceof ApprovalNeeded)) throw error
  const asked = { needed: error, call: undefined, timeZone: 'UTC' }
  const { message } = await server.db.tenantTx(enterpriseId, (db) => askApproval(server, db, asked))
  throw new Es2plusRefusal('approval', message)
}

/** @throws Es2plusRefusal `malformed` naming the first member that is not valid */
function read<F extends Es2plusFunction>(name: F, body: unknown): Es2plusInput<F> {
  const { success, data, error } = es2plusCalls[name].input.safeParse(body)
  if (success) return data as Es2plusInput<F>
  const [issue] = error.issues
  throw new Es2plusRefusal('malformed', `${issue!.path.join('.') || 'body'}: ${issue!.message}`)
}

/** The last use is stored at most this often. */
const LAST_USED_STEP_MS = 60_000

/** The operator whose certificate the client has shown in TLS, and whose account may use ES2+. @throws Es2plusRefusal */
async function identify(server: Server, { certificate }: MachineRequest) {
  const key = certificate && (await selectByFingerprint(server.db.global, fingerprintOf(certificate)))
  if (!key) throw new Es2plusRefusal('caller')
  if (key === 'unproven') throw new Es2plusRefusal('unproven')
  const at = server.clock.now()
  const { enterpriseId } = key
  const found = await server.db.tenantRead(enterpriseId, async (db) => {
    const operator = await selectForCall(db, key)
    return operator && { ...operator, entitlement: await readEntitlement(server, db, { enterpriseId, at }) }
  })
  if (!found || found.not_after <= at) throw new Es2plusRefusal('caller')
  const { entitlement, deletion_at: deletionAt } = found
  const isOpen = entitlement.enterprise_state === 'ACTIVE' && deletionAt === null && hasFeature(entitlement, 'OPEN_API')
  if (!isOpen) throw new Es2plusRefusal('plan')
  await noteUse(server, key, { usedAt: found.last_used_at, at })
  return { ...found, key }
}

async function noteUse(
  { db }: Server,
  key: OperatorKey,
  { usedAt, at }: { usedAt: Date | null; at: Date },
): Promise<void> {
  if (usedAt && at.getTime() - usedAt.getTime() < LAST_USED_STEP_MS) return
  await db.tenantTx(key.enterpriseId, (tx) => updateOperator(tx, key, { last_used_at: at }))
}
