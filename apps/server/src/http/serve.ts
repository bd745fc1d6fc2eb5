import { API_PREFIX, type Endpoint, hasCodes, hideCodes, openToPrograms, Problem, scopesFor } from '@simwright/contract'
import { NO_ENTERPRISE_ID } from '@simwright/contract/people/session'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { withDryRun } from '../db/dry-run.ts'
import { type GroupLimit, withGroupLimit } from '../db/group-limit.ts'
import type { ApprovalsServer, HttpServer as Server } from '../port/module.ts'
import { answerJson, checkOutput } from './answer.ts'
import { browserOf } from './browser.ts'
import type { Call, FileAnswer, Handler, UploadedFile, Who } from './call.ts'
import { DRY_RUN, dryRunOf } from './dry-run.ts'
import { sendEvents } from './event-stream.ts'
import { sendFile } from './file-answer.ts'
import type { Caller, Gate } from './gate.ts'
import { parseInput } from './input.ts'
import { countKeyCall } from './key-rate.ts'
import { answerOnce, notRepeatable } from './once.ts'
import { publicLimit } from './rate-limit.ts'
import { clientGone, sysOf, timeZoneOf } from './request.ts'
import { countStream } from './stream-limit.ts'
import { drainUpload, readForm } from './upload.ts'
import { onlyReads, refusedWrite, requireViewOnly, shownTo } from './visit.ts'

/** The Fastify application with the server's ports and its gate. */
export type App = FastifyInstance & { readonly portal: Server; readonly gate: Gate }

type AnyHandler = (call: Call<Endpoint>) => Promise<unknown>

/**
 * Serves an endpoint of the contract. Everything that every endpoint needs is done here: session, permission, parsing,
 * idempotency, audit check and reply. Errors become an envelope in `refusal.ts`.
 */
export function serve<E extends Endpoint>(app: App, endpoint: E, handle: Handler<E>): void {
  if (endpoint.once && (endpoint.body === 'form-data' || (endpoint.answer ?? 'json') !== 'json')) {
    throw new TypeError(`${endpoint.path}: only a JSON call can be answered once`)
  }
  const { portal: server, gate } = app
  handlersOf(server).set(endpoint, { gate, handle: handle as unknown as AnyHandler })
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
      traceCall({ server, gate, endpoint, handle: handle as unknown as AnyHandler, request, reply }),
  })
}

type Served = { gate: Gate; handle: AnyHandler }

/** The handlers of a server, so that a dry run finds that of the preview, and approved calls are repeated. */
const handlers = new WeakMap<object, Map<Endpoint, Served>>()

function handlersOf(server: object): Map<Endpoint, Served> {
  const known = handlers.get(server) ?? new Map<Endpoint, Served>()
  handlers.set(server, known)
  return known
}

type ServedCall = {
  server: Server
  gate: Gate
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
  const { server, gate, endpoint, request, reply } = servedCall
  const browser = browserOf(request, reply, server.config.publicUrl)
  const who = await admit(servedCall, browser)
  if (endpoint.stepUp && who) gate.requireRecentProof(who)
  request.who = who
  const limit = groupLimitOf(who)
  const dryRun = dryRunOf(endpoint, request)
  const caller = callerOf(who, request)
  const run = (call: Call<Endpoint>) =>
    withGroupLimit(limit, () =>
      dryRun || !who
        ? handleAs(caller, servedCall, call)
        : orAsking(servedCall, { caller, who, call }, () => handleAs(caller, servedCall, call)),
    )
  const handle: AnyHandler = onlyReads(endpoint, who) ? (call) => server.db.readOnly(() => run(call)) : run
  const { raw, file } = await readInput(servedCall)
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
      visited: gate.visitedAt({ host: request.client.host, sys: sysOf(request, input) }),
      requestId: request.id,
      signal: stop.signal,
      browser,
      file,
    } as Call<Endpoint>
    if (dryRun) {
      reply.header(DRY_RUN, 'true')
      const { obj, shape } = await answerDry(server, dryRun, { endpoint, call, raw, run })
      request.shape = { input: endpoint.input, output: shape.output }
      return answerJson(reply, await shownHere(gate, who, { endpoint: shape, answer: checkOutput(shape, obj) }))
    }
    if (endpoint.answer === 'events') return await streamEvents({ ...servedCall, handle }, { call, stop, browser })
    if (endpoint.answer === 'file')
      return await sendFile(reply, limitedFile(limit, (await handle(call)) as FileAnswer), server.limits)
    if (endpoint.once) return answerJson(reply, await answerOnce(server, { endpoint, call, handle }))
    const answer = checkOutput(endpoint, await handle(call))
    return answerJson(reply, await shownHere(gate, who, { endpoint, answer }))
  } catch (error) {
    throw who?.visit ? refusedWrite(server.log, endpoint, error) : error
  } finally {
    if (file) drainUpload(request, file)
  }
}

/** The answer as the caller may see it. A program that only reads may get no codes: it could take out all of them. */
async function shownHere(
  gate: Gate,
  who: Who | undefined,
  { endpoint, answer }: { endpoint: Endpoint; answer: unknown },
): Promise<unknown> {
  const mayHide = who?.key && endpoint.reads && hasCodes(endpoint.output)
  if (who && mayHide && (await gate.hidesCodes(who))) return hideCodes(endpoint.output, answer)
  return shownTo(who, endpoint, answer)
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
  const handle = handlersOf(server).get(preview)?.handle
  if (!handle) throw new TypeError(`${preview.path} is not served`)
  const input = parseInput(preview.input, from ? from(call.input as never) : raw)
  const previewed = { ...call, input } as Call<Endpoint>
  const limit = groupLimitOf(call.who)
  const obj = await server.db.readOnly(() => withGroupLimit(limit, () => handle(previewed)))
  return { obj, shape: preview }
}

async function streamEvents(
  served: ServedCall,
  { call, stop, browser }: { call: Call<Endpoint>; stop: AbortController; browser: ReturnType<typeof browserOf> },
): Promise<FastifyReply> {
  const { server, endpoint, handle, request, reply } = served
  countStream(server, { who: call.who, request, reply })
  const { who } = call
  const limit = groupLimitOf(who)
  const limited = stepsWithin((step) => withGroupLimit(limit, step), (await handle(call)) as AsyncIterable<unknown>)
  return await sendEvents(server, reply, {
    events: onlyReads(endpoint, who) ? stepsWithin(server.db.readOnly, limited) : limited,
    endpoint,
    shown: (event) => shownTo(who, endpoint, event),
    stop,
    stillAdmitted: async () => refuseChangedLimit(limit, await admit(served, { ...browser, background: true })),
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
  caller: Caller,
  { server, gate, endpoint, handle }: ServedCall,
  call: Call<Endpoint>,
): Promise<unknown> {
  const { result, actions } = await gate.countActions(caller, () => handle(call))
  if (actions === 0 && gate.mustBeAudited(endpoint)) server.log.error({ path: endpoint.path }, MISSING_AUDIT_ENTRY)
  return result
}

type AskingCall = { caller: Caller; who: Who; call: Call<Endpoint> }

/** A call that needs approval becomes a request. The portal can repeat one with a JSON body and answer. */
async function orAsking<T>(
  { gate, endpoint, request }: ServedCall,
  { caller, who, call }: AskingCall,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isJson = endpoint.body !== 'form-data' && (endpoint.answer ?? 'json') === 'json'
    const repeated = isJson ? { path: endpoint.path, input: request.sent } : undefined
    const { timeZone } = call
    throw (await gate.countActions(caller, () => gate.refusalOf(error, { who, repeated, timeZone }))).result
  }
}

/** Whether this process serves the portal's calls, and so can repeat them. */
export const servesCalls = (server: object): boolean => handlersOf(server).size > 0

export type RepeatedCall = { path: string; input: unknown; who: Who; timeZone: string; requestId: string }

/**
 * Repeats a call that was approved, in the name of the requester and with the rights of now.
 * @throws Problem as the call would
 */
export async function repeatCall(server: ApprovalsServer, repeated: RepeatedCall): Promise<void> {
  const { path, who, timeZone, requestId } = repeated
  const [endpoint, served] = [...handlersOf(server)].find(([one]) => one.path === path) ?? []
  if (!endpoint || !served) throw new TypeError(`${path} is not served`)
  requireRights(endpoint, who)
  const input = parseInput(endpoint.input, repeated.input)
  const once = notRepeatable(server.db)
  const call = { input, who, timeZone, requestId, once, address: '' } as unknown as Call<Endpoint>
  const caller = { who, address: '', requestId }
  await withGroupLimit(groupLimitOf(who), () => served.gate.countActions(caller, () => served.handle(call)))
}

function callerOf(who: Who | undefined, { client: { address }, id: requestId }: FastifyRequest): Caller {
  return { who, address, requestId }
}

type Visitor = {
  token: string | undefined
  binding: string | undefined
  visitBinding: string | undefined
  background?: boolean
}

/** Authenticates and authorizes the caller. @returns undefined for a public endpoint @throws Problem */
async function admit(served: ServedCall, visitor: Visitor): Promise<Who | undefined> {
  const { gate, endpoint, request } = served
  const { access, beforeSecondFactor, withoutEnterprise } = endpoint
  if (access === 'public') return undefined
  const who = gate.isApiKey(visitor.token)
    ? await admitKey(served, visitor.token, visitor.background ?? false)
    : await gate.authenticate({
        token: visitor.token,
        binding: visitor.binding,
        visitBinding: visitor.visitBinding,
        background: visitor.background ?? request.headers['x-background'] === '1',
      })
  if (who.visit) requireViewOnly(endpoint)
  if (who.enterpriseId === NO_ENTERPRISE_ID && !withoutEnterprise) throw new Problem('no_enterprise')
  if (who.lacksSecondFactor && !beforeSecondFactor) throw new Problem('second_factor_needed')
  requireRights(endpoint, who)
  return who
}

/** @throws Problem for a caller who may not call the endpoint */
function requireRights(endpoint: Endpoint, who: Who): void {
  const { allGroups, ownerOnly } = endpoint
  if (ownerOnly && !who.isOwner) throw new Problem('forbidden')
  if (allGroups && who.groups) throw new Problem('groups_limited')
  const mayCall = who.key ? holdsScope : holdsAccess
  if (mayCall(who.permissions, endpoint)) return
  if (mayCall(who.withheld, endpoint)) throw new Problem('enterprise_suspended')
  if (!who.key) throw new Problem('forbidden')
  throw new Problem('key_scope', { name: who.key.name, scopes: scopesFor(endpoint).join(' or ') })
}

/**
 * Authenticates a program. Only the key counts: cookies of the same request are not read. A stream that checks its key
 * again makes no further call.
 */
async function admitKey(served: ServedCall, bearer: string, isRepeated: boolean): Promise<Who> {
  const { server, gate, endpoint, request, reply } = served
  const who = await gate.authenticateKey({
    bearer,
    address: request.client.address,
    onVerified: (program) => {
      request.program = program
    },
  })
  if (who.key && !isRepeated) countKeyCall(server, { key: who.key, bearer, reply })
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

async function readInput({
  server,
  gate,
  endpoint,
  request,
}: ServedCall): Promise<{ raw: unknown; file: UploadedFile | undefined }> {
  if (endpoint.method === 'GET') {
    const fields = request.query as Record<string, unknown>
    return { raw: withLists(endpoint.input, fields), file: undefined }
  }
  if (endpoint.body === 'form-data') {
    await gate.refuseUploadBelowReserve()
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

/**
 * A form or query string holds a list as repeated fields, so a list with one element arrives as a single value. Turns
 * the single values of fields that are lists in the schema into lists.
 */
function withLists(schema: z.ZodType, fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const shape: Record<string, z.core.$ZodType> = schema instanceof z.ZodObject ? schema.shape : {}
  const entries = Object.entries(fields).map(([name, value]) => {
    const field = shape[name]
    return [name, field && isList(field) && !Array.isArray(value) ? [value] : value]
  })
  return Object.fromEntries(entries)
}

/** Also if the list is optional or has a default. */
function isList(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return isList(schema.unwrap())
  return schema instanceof z.ZodArray
}
