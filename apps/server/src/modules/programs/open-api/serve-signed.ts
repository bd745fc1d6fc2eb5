import { API_PREFIX, Problem } from '@simwright/contract'
import type { SignedCall, SignedInput, SignedOutput } from '@simwright/contract/programs/signed-call'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerJson, checkOutput } from '../../../http/answer.ts'
import { DRY_RUN } from '../../../http/dry-run.ts'
import { fault, parseInput } from '../../../http/input.ts'
import { BODY_LIMIT_BYTES, jsonParser } from '../../../http/json-body.ts'
import { firstDoing, type Once, type Recorded, recordedAnswer } from '../../../http/once.ts'
import { signedLimit } from '../../../http/rate-limit.ts'
import { canonicalUuid } from '../../../http/request.ts'
import { perSecondLimiter, rateHeaders } from '../../../http/second-limit.ts'
import { type App, MISSING_AUDIT_ENTRY } from '../../../http/serve.ts'
import type { OpenApiServer as Server } from '../../../port/module.ts'
import { ApprovalNeeded, askApproval } from '../../platform/approval/service.ts'
import { countActions } from '../../platform/audit/service.ts'
import { type Caller, openAuthenticator, requirePlan } from './authenticate.ts'
import { insertRequests } from './queries.ts'
import { readHeaders, requestKeyOf, requireCurrent, type SignedHeaders } from './signature.ts'

/** A signed call, as passed to its handler. */
export type Signed<C extends SignedCall> = Caller & {
  input: SignedInput<C>
  /** The transaction of a call that changes something. It begins by storing the RequestID. */
  once: Once<SignedOutput<C>>
  /** Of the RequestID (`requestKeyOf`). */
  requestKey: string
  /** The IP address of the caller. */
  address: string
}

type Answer<C extends SignedCall> = C extends { reads: true } ? SignedOutput<C> : Recorded<SignedOutput<C>>
type SignedHandler<C extends SignedCall> = (signed: Signed<C>) => Promise<Answer<C>>

/** Serves a signed call. What every signed call needs is done here. */
export type ServeSigned = <C extends SignedCall>(call: C, handle: SignedHandler<C>) => void

/** Everything that the signed calls of a server share. */
type Shared = {
  server: Server
  authenticate: ReturnType<typeof openAuthenticator>
  countCall: ReturnType<typeof perSecondLimiter>
  parse: ReturnType<typeof jsonParser>
}

type AnyHandler = (signed: Signed<SignedCall>) => Promise<unknown>

/** Signed calls have a scope of their own, in which bodies are read as bytes: the signature is over those. */
export function signedRoutes(app: App, server: Server, routes: (serve: ServeSigned) => void): void {
  void app.register(async (scope) => {
    const parse = jsonParser(scope)
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    const shared = { server, authenticate: openAuthenticator(server), countCall: perSecondLimiter(), parse }
    routes((call, handle) => addRoutes(scope, shared, { call, handle: handle as unknown as AnyHandler }))
  })
}

type Route = { call: SignedCall; handle: AnyHandler }

function addRoutes(scope: FastifyInstance, shared: Shared, route: Route): void {
  const { server } = shared
  const { path, alsoAt = [], onHost, longest, bodyLimitBytes: bodyLimit = BODY_LIMIT_BYTES } = route.call
  const urls = [`${API_PREFIX}${path}`, ...alsoAt.map((other) => `/api${other}`), ...(onHost ? [path] : [])]
  for (const url of urls)
    scope.route({
      method: 'POST',
      url,
      bodyLimit,
      config: { rateLimit: signedLimit(server.limits), longest, forPrograms: true },
      // before the body is read
      onRequest: async ({ headers }) => {
        if (headers[DRY_RUN] !== undefined) throw new Problem('dry_run_none')
        requireCurrent(readHeaders(headers), server.clock.now())
      },
      handler: async (request, reply) => {
        const attributes = { 'http.request.method': 'POST', 'http.route': url, 'request.id': request.id }
        const atEnd = () => ({ 'http.response.status_code': reply.statusCode })
        const span = { name: `POST ${url}`, kind: 'call', attributes, atEnd } as const
        return await server.tracer.trace(span, () => serveCall(shared, { ...route, request, reply }))
      },
    })
}

type ServedCall = Route & { request: FastifyRequest; reply: FastifyReply }

async function serveCall(shared: Shared, served: ServedCall): Promise<FastifyReply> {
  const { call, request, reply } = served
  const headers = readHeaders(request.headers)
  const body = request.body instanceof Uint8Array ? request.body : new Uint8Array(0)
  const caller = await shared.authenticate(headers, body, (program) => {
    request.program = program
  })
  request.who = caller.who
  await requirePlan(shared.server, caller)
  requireRate(shared, caller, reply)
  if (!caller.who.permissions.has(call.access)) throw new Problem('enterprise_suspended')
  request.sent = await parseBody(shared, request, body)
  request.shape = call
  const input = parseInput(call.input, request.sent)
  return answerJson(reply, checkOutput(call, await handleOnce(shared.server, served, { headers, caller, input })))
}

/** Counts the call against the plan's calls a second. @throws Problem `calls_too_many` */
function requireRate({ countCall }: Shared, { who, entitlement }: Caller, reply: FastifyReply): void {
  const { api_calls_a_second: max, plan } = entitlement
  if (max === null) return
  const rate = countCall(who.enterpriseId, max)
  const seconds = rate.resetSeconds
  reply.headers(rateHeaders('plan', rate))
  if (rate.isAllowed) return
  reply.header('retry-after', String(seconds))
  throw new Problem('calls_too_many', { plan, max, seconds })
}

/** @throws Problem `invalid` */
async function parseBody({ parse }: Shared, request: FastifyRequest, body: Uint8Array): Promise<unknown> {
  const text = decodeUtf8(body)
  return await new Promise((resolve, reject) => {
    parse(request, text, (error, value) => (error ? reject(error) : resolve(value ?? {})))
  })
}

function decodeUtf8(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw fault('', 'malformed', 'The body is not UTF-8.')
  }
}

type Parsed = { headers: SignedHeaders; caller: Caller; input: unknown }

/** A call that needs approval becomes a request. Its program repeats it, with another RequestID, because it needs the answer. */
async function orAsking<T>(server: Server, { who }: Caller, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApprovalNeeded)) throw error
    const asked = { needed: error, call: undefined, timeZone: 'UTC' }
    throw await server.db.tenantTx(who.enterpriseId, (db) => askApproval(server, db, asked))
  }
}

/** Runs the handler as the credential, with a RequestID that was not used before. */
async function handleOnce(
  server: Server,
  { call, handle, request }: ServedCall,
  { headers, caller, input }: Parsed,
): Promise<unknown> {
  const { userId: id, name } = caller.who
  const requestKey = requestKeyOf(headers.requestId)
  const claim: Parameters<typeof firstDoing>[1] = async (db) => {
    const added = await insertRequests(db, { credentialId: id, requestKeys: [requestKey], at: server.clock.now() })
    if (!added.has(requestKey)) throw new Problem('request_id_used')
  }
  const once = firstDoing<never>(server.db, claim)
  const signed = { ...caller, input, once, requestKey, address: request.client.address } as Signed<SignedCall>
  if (call.reads) {
    await claim(server.db.global)
    return await server.db.readOnly(() => handle(signed))
  }
  const requestId = canonicalUuid(headers.requestId) ?? request.id
  const actor = { kind: 'KEY', id, name, email: null, address: request.client.address, requestId } as const
  const { result, actions } = await countActions(actor, () => orAsking(server, caller, () => handle(signed)))
  if (actions === 0) server.log.error({ path: call.path }, MISSING_AUDIT_ENTRY)
  return recordedAnswer(result)
}
