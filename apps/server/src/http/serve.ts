import { API_PREFIX, type Endpoint, openToPrograms, Problem, scopesFor } from '@simwright/contract'
import { NO_ENTERPRISE_ID } from '@simwright/contract/people/session'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { withDryRun } from '../db/dry-run.ts'
import { type GroupLimit, withGroupLimit } from '../db/group-limit.ts'
import { STAFF_ENTERPRISE_ID } from '../db/staff-enterprise.ts'
import { refuseUploadBelowReserve } from '../jobs/disk-reserve.ts'
import { authenticate, requireRecentProof } from '../modules/people/sessions/service.ts'
import { type Actor, countActions, mustBeAudited, visitorAt } from '../modules/platform/audit/service.ts'
import { visitedAt } from '../modules/platform/brand/service.ts'
import { authenticateKey, isApiKey } from '../modules/programs/keys/service.ts'
import { answerJson, checkOutput } from './answer.ts'
import { browserOf } from './browser.ts'
import type { Call, FileAnswer, Handler, UploadedFile, Who } from './call.ts'
import { DRY_RUN, dryRunOf } from './dry-run.ts'
import { sendEvents } from './event-stream.ts'
import { sendFile } from './file-answer.ts'
import { parseInput } from './input.ts'
import { countKeyCall } from './key-rate.ts'
import { answerOnce } from './once.ts'
import type { Server } from './port.ts'
import { publicLimit } from './rate-limit.ts'
import { withLists } from './repeated-field.ts'
import { clientGone, sysOf, timeZoneOf } from './request.ts'
import { countStream } from './stream-limit.ts'
import { drainUpload, readForm } from './upload.ts'
import { onlyReads, refusedWrite, requireViewOnly, shownTo } from './visit.ts'

/** The Fastify application with the server's ports. */
export type App = FastifyInstance & { readonly portal: Server }

type AnyHandler = (call: Call<Endpoint>) => Promise<unknown>

/**
 * Serves an endpoint of the contract. Everything that every endpoint needs is done here: session, permission, parsing,
 * idempotency, audit check and reply. Errors become an envelope in `refusal.ts`.
 */
export function serve<E extends Endpoint>(app: App, endpoint: E, handle: Handler<E>): void {
  if (endpoint.once && (endpoint.body === 'form-data' || (endpoint.answer ?? 'json') !== 'json')) {
    throw new TypeError(`${endpoint.path}: only a JSON call can be answered once`)
  }
  const server = app.portal
  handlersOf(server).set(endpoint, handle as unknown as AnyHandler)
  app.route({
    method: endpoint.method,
    url: `${API_PREFIX}${endpoint.path}`,
    config: {
      once: endpoint.once ?? false,
      longest: endpoint.longest,
      forPrograms: openToPrograms(endpoint),
      ...(endpoint.access === 'public' ? { rateLimit: publicLimit(server.limits) } : {}),
    },
    handler: (request, reply) =>
      traceCall({ server, endpoint, handle: handle as unknown as AnyHandler, request, reply }),
  })
}

/** The handlers of a server, so that a dry run finds that of the preview. */
const handlers = new WeakMap<Server, Map<Endpoint, AnyHandler>>()

function handlersOf(server: Server): Map<Endpoint, AnyHandler> {
  const known = handlers.get(server) ?? new Map<Endpoint, AnyHandler>()
  handlers.set(server, known)
  return known
}

type ServedCall = {
  server: Server
  endpoint: Endpoint
  handle: AnyHandler
  request: FastifyRequest
  reply: FastifyReply
}

/** A stream of events is not one piece of work: it has no trace. */
async function traceCall(servedCall: ServedCall): Promise<FastifyReply> {
  const { server, endpoint, request, reply } = servedCall
  if (endpoint.answer === 'events') return await serveCall(servedCall)
  const route = `${API_PREFIX}${endpoint.path}`
  const attributes = { 'http.request.method': endpoint.method, 'http.route': route, 'request.id': request.id }
  const atEnd = () => ({ 'http.response.status_code': reply.statusCode })
  const name = `${endpoint.method} ${route}`
  return await server.tracer.trace({ name, kind: 'call', attributes, atEnd }, () => serveCall(servedCall))
}

async function serveCall(servedCall: ServedCall): Promise<FastifyReply> {
  const { server, endpoint, request, reply } = servedCall
  const browser = browserOf(request, reply, server.config.publicUrl)
  const who = await admit(server, endpoint, { request, reply, ...browser })
  if (endpoint.stepUp && who) requireRecentProof(server, who)
  request.who = who
  const limit = groupLimitOf(who)
  const run = (call: Call<Endpoint>) => withGroupLimit(limit, () => handleAs(actorOf(who, request), servedCall, call))
  const handle: AnyHandler = onlyReads(endpoint, who) ? (call) => server.db.readOnly(() => run(call)) : run
  const dryRun = dryRunOf(endpoint, request)
  const { raw, file } = await readInput(server, endpoint, request)
  request.sent = raw
  request.shape = endpoint
  const stop = clientGone(reply)
  try {
    const input = parseInput(endpoint.input, raw)
    const call = {
      input,
      who,
      address: request.client.address,
      timeZone: timeZoneOf(request),
      visited: visitedAt(server, { host: request.client.host, sys: sysOf(request, input) }),
      requestId: request.id,
      signal: stop.signal,
      browser,
      file,
    } as Call<Endpoint>
    if (dryRun) {
      reply.header(DRY_RUN, 'true')
      const { obj, shape } = await answerDry(server, dryRun, { endpoint, call, raw, run })
      request.shape = { input: endpoint.input, output: shape.output }
      return answerJson(reply, shownTo(who, shape, checkOutput(shape, obj)))
    }
    if (endpoint.answer === 'events') return await streamEvents({ ...servedCall, handle }, { call, stop, browser })
    if (endpoint.answer === 'file')
      return await sendFile(reply, limitedFile(limit, (await handle(call)) as FileAnswer), server.limits)
    if (endpoint.once) return answerJson(reply, await answerOnce(server, { endpoint, call, handle }))
    return answerJson(reply, shownTo(who, endpoint, checkOutput(endpoint, await handle(call))))
  } catch (error) {
    throw who?.visit ? refusedWrite(server.log, endpoint, error) : error
  } finally {
    if (file) drainUpload(request, file)
  }
}

type DryCall = {
  endpoint: Endpoint
  call: Call<Endpoint>
  raw: unknown
  run: (call: Call<Endpoint>) => Promise<unknown>
}

/** What a call would answer or change; `shape` is the endpoint whose answer it is. Changes nothing. */
async function answerDry(
  server: Server,
  dryRun: NonNullable<Endpoint['dryRun']>,
  { endpoint, call, raw, run }: DryCall,
): Promise<{ obj: unknown; shape: Endpoint }> {
  if (dryRun === 'rolled back') {
    const handle = () => (endpoint.once ? answerOnce(server, { endpoint, call, handle: run }) : run(call))
    return { obj: await withDryRun(handle), shape: endpoint }
  }
  const { preview, from } = dryRun
  const handle = handlersOf(server).get(preview)
  if (!handle) throw new TypeError(`${preview.path} is not served`)
  const input = parseInput(preview.input, from ? from(call.input as never) : raw)
  const previewed = { ...call, input } as Call<Endpoint>
  const limit = groupLimitOf(call.who)
  const obj = await server.db.readOnly(() => withGroupLimit(limit, () => handle(previewed)))
  return { obj, shape: preview }
}

async function streamEvents(
  { server, endpoint, handle, request, reply }: ServedCall,
  { call, stop, browser }: { call: Call<Endpoint>; stop: AbortController; browser: ReturnType<typeof browserOf> },
): Promise<FastifyReply> {
  countStream(server, { who: call.who, request, reply })
  const { who } = call
  const limit = groupLimitOf(who)
  const limited = stepsWithin((step) => withGroupLimit(limit, step), (await handle(call)) as AsyncIterable<unknown>)
  return await sendEvents(server, reply, {
    events: onlyReads(endpoint, who) ? stepsWithin(server.db.readOnly, limited) : limited,
    endpoint,
    shown: (event) => shownTo(who, endpoint, event),
    stop,
    stillAdmitted: async () =>
      refuseChangedLimit(limit, await admit(server, endpoint, { request, reply, ...browser, background: true })),
  })
}

/** The source with each of its steps run by `run`: they are not part of the call that returned the source. */
function stepsWithin<T>(run: <R>(step: () => Promise<R>) => Promise<R>, source: AsyncIterable<T>): AsyncIterable<T> {
  const steps = source[Symbol.asyncIterator]()
  const next = () => run(() => steps.next())
  const end = () => run(async () => (await steps.return?.()) ?? { done: true as const, value: undefined })
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) }
}

/** The file, whose content is read under the limit. */
function limitedFile(limit: GroupLimit | undefined, { body, ...file }: FileAnswer): FileAnswer {
  if (!limit || typeof body === 'string' || body instanceof Uint8Array) return { ...file, body }
  return { ...file, body: stepsWithin((step) => withGroupLimit(limit, step), body) }
}

function groupLimitOf(who: Who | undefined): GroupLimit | undefined {
  if (!who?.groups) return undefined
  const { enterpriseId, userId, groups } = who
  return { enterpriseId, userId, groups: groups.map(({ id }) => id) }
}

/** Ends a stream whose member got another limit; the browser connects again. @throws Problem session_ended */
function refuseChangedLimit(limit: GroupLimit | undefined, now: Who | undefined): void {
  const groupsOf = (one: GroupLimit | undefined) => one?.groups.toSorted().join()
  if (groupsOf(limit) !== groupsOf(groupLimitOf(now))) throw new Problem('session_ended')
}

/** Logged when a call that changes something wrote no audit entry; a test server fails on it. */
export const MISSING_AUDIT_ENTRY = 'a call changed something without an audit entry'

async function handleAs(
  actor: Actor,
  { server, endpoint, handle }: ServedCall,
  call: Call<Endpoint>,
): Promise<unknown> {
  const { result, actions } = await countActions(actor, () => handle(call))
  if (actions === 0 && mustBeAudited(endpoint)) server.log.error({ path: endpoint.path }, MISSING_AUDIT_ENTRY)
  return result
}

/** The actor of a call for the audit log. */
function actorOf(who: Who | undefined, { client: { address }, id: requestId }: FastifyRequest): Actor {
  if (!who) return visitorAt({ address, requestId })
  const { key } = who
  if (key) return { kind: 'KEY', id: key.id, name: key.name, email: who.email || null, address, requestId }
  const kind = who.visit || who.enterpriseId === STAFF_ENTERPRISE_ID ? 'STAFF' : 'PERSON'
  return { kind, id: who.userId, name: who.name, email: who.email, address, requestId }
}

type Visitor = {
  request: FastifyRequest
  reply: FastifyReply
  token: string | undefined
  binding: string | undefined
  visitBinding: string | undefined
  background?: boolean
}

/** Authenticates and authorizes the caller. @returns undefined for a public endpoint @throws Problem */
async function admit(server: Server, endpoint: Endpoint, visitor: Visitor): Promise<Who | undefined> {
  const { access, allGroups, beforeSecondFactor, ownerOnly, withoutEnterprise } = endpoint
  if (access === 'public') return undefined
  const who = isApiKey(visitor.token)
    ? await admitKey(server, endpoint, { ...visitor, token: visitor.token })
    : await authenticate(server, {
        token: visitor.token,
        binding: visitor.binding,
        visitBinding: visitor.visitBinding,
        background: visitor.background ?? visitor.request.headers['x-background'] === '1',
      })
  if (who.visit) requireViewOnly(endpoint)
  if (who.enterpriseId === NO_ENTERPRISE_ID && !withoutEnterprise) throw new Problem('no_enterprise')
  if (who.lacksSecondFactor && !beforeSecondFactor) throw new Problem('second_factor_needed')
  if (ownerOnly && !who.isOwner) throw new Problem('forbidden')
  if (allGroups && who.groups) throw new Problem('groups_limited')
  const mayCall = who.key ? holdsScope : holdsAccess
  if (mayCall(who.permissions, endpoint)) return who
  if (mayCall(who.withheld, endpoint)) throw new Problem('enterprise_suspended')
  if (!who.key) throw new Problem('forbidden')
  throw new Problem('key_scope', { name: who.key.name, scopes: scopesFor(endpoint).join(' or ') })
}

/**
 * Authenticates a program. Only the key counts: cookies of the same request are not read. A stream that checks its key
 * again makes no further call.
 */
async function admitKey(server: Server, endpoint: Endpoint, visitor: Visitor & { token: string }): Promise<Who> {
  const who = await authenticateKey(server, {
    bearer: visitor.token,
    address: visitor.request.client.address,
    onVerified: (program) => {
      visitor.request.program = program
    },
  })
  if (who.key && !visitor.background)
    countKeyCall(server, { key: who.key, bearer: visitor.token, reply: visitor.reply })
  if (!openToPrograms(endpoint)) throw new Problem('key_closed')
  return who
}

function holdsAccess(held: Who['permissions'], { access }: Endpoint): boolean {
  if (access === 'signed-in') return true
  return [access].flat().some((id) => (held as ReadonlySet<string>).has(id))
}

/** Whether one of the scopes for the endpoint is held, or it needs none. */
function holdsScope(held: Who['permissions'], endpoint: Endpoint): boolean {
  const scopes = scopesFor(endpoint)
  return scopes.length === 0 || scopes.some((id) => held.has(id))
}

async function readInput(
  server: Server,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<{ raw: unknown; file: UploadedFile | undefined }> {
  if (endpoint.method === 'GET') {
    const fields = request.query as Record<string, unknown>
    return { raw: withLists(endpoint.input, fields), file: undefined }
  }
  if (endpoint.body === 'form-data') {
    await refuseUploadBelowReserve(server)
    const { fields, file } = await readForm(request, server.limits, endpoint.fileBytes)
    return { raw: withLists(endpoint.input, fields), file }
  }
  if (request.isMultipart()) throw new Problem('media_type')
  return { raw: request.body ?? {}, file: undefined }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set after the session was checked; for the log. */
    who: Who | undefined
  }
}
