import { API_PREFIX, type Endpoint, type Envelope, Problem } from '@simwright/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { OutcomeUnknown } from '../db/outcome-unknown.ts'
import { isDiskFull, isUnreachable } from '../db/unreachable.ts'
import type { Logger } from '../runtime/log.ts'
import { type Metrics, ROW_SECURITY_REFUSED } from '../runtime/metrics.ts'

/**
 * Answers every error as an envelope: a Problem unchanged, a framework error as the matching Problem, the rest as
 * `internal`.
 */
export function answerErrors(app: FastifyInstance, server: Reporting): void {
  app.setErrorHandler((error: FastifyError | Problem, request, reply) => refuseError(server, { error, request, reply }))
}

const AWAY_SECONDS = 5
const DISK_SECONDS = 60
const BUSY_SECONDS = 5

const RETRY_AFTER_SECONDS: Partial<Record<Problem['kind'], number>> = {
  database_away: AWAY_SECONDS,
  disk_full: DISK_SECONDS,
  disk_short: DISK_SECONDS,
  busy: BUSY_SECONDS,
}

/** Where errors are reported. */
type Reporting = { log: Logger; metrics: Metrics }

type FailedCall = { error: FastifyError | Problem; request: FastifyRequest; reply: FastifyReply }

export function refuseError({ log, metrics }: Reporting, { error, request, reply }: FailedCall): FastifyReply {
  const problem =
    error instanceof OutcomeUnknown
      ? new Problem('outcome_unknown', { advice: adviceFor(request) }, { cause: error })
      : (problemOf(error, request) ?? new Problem('internal', { requestId: request.id }))
  const retryAfter = RETRY_AFTER_SECONDS[problem.kind]
  if (retryAfter !== undefined) {
    reply.header('retry-after', String(retryAfter))
    log.warn({ err: error, requestId: request.id }, 'a call could not be served temporarily')
  }
  if (problem.kind === 'internal' || problem.kind === 'outcome_unknown') {
    log.error({ err: error, requestId: request.id, userId: request.who?.userId }, 'a call failed')
    if (isRowSecurityRefusal(error)) metrics.counter(ROW_SECURITY_REFUSED).count += 1
  }
  return refuse(request, reply, problem)
}

const INSUFFICIENT_PRIVILEGE = '42501'
const isRowSecurityRefusal = (error: { code?: unknown; message: string }) =>
  error.code === INSUFFICIENT_PRIVILEGE && error.message.includes('row-level security')

const adviceFor = (request: FastifyRequest) =>
  request.routeOptions.config.once
    ? 'Repeat the call with the same X-Request-Id: it is not done twice.'
    : 'Check whether it was saved before you repeat it.'

export function refuse(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  const { faults, detail } = problem
  const envelope: Envelope<unknown> = {
    success: false,
    code: problem.code,
    msg: problem.message,
    obj: { ...detail, ...(faults === undefined ? {} : { faults }), requestId: request.id },
  }
  reply.removeHeader('content-disposition')
  if (problem.status === 401 && problem.kind.startsWith('key_'))
    reply.header('www-authenticate', 'Bearer error="invalid_token"')
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(envelope)
}

/** `method_not_allowed` for a path of the API that exists with another method, else `not_found`. */
export function unknownCall(app: FastifyInstance, request: FastifyRequest): Problem {
  const url = request.url.split('?', 1)[0] ?? '/'
  const methods: HTTPMethods[] = ['GET', 'POST']
  const known = url.startsWith(`${API_PREFIX}/`) && methods.some((method) => app.hasRoute({ method, url }))
  return new Problem(known ? 'method_not_allowed' : 'not_found')
}

const mediaTypeErrors: ReadonlySet<string> = new Set([
  'FST_ERR_CTP_INVALID_MEDIA_TYPE',
  'FST_INVALID_MULTIPART_CONTENT_TYPE',
])

/** A body that is too large to be read. Its longest field is named, if no other can be the cause. */
function tooLarge({ routeOptions }: FastifyRequest, cause: FastifyError): Problem {
  const { longest } = routeOptions.config
  return new Problem('too_large', {}, { cause, ...(longest && { faults: [{ rule: 'too_big', ...longest }] }) })
}

function problemOf(error: FastifyError | Problem, request: FastifyRequest): Problem | undefined {
  if (error instanceof Problem) return error
  if (isDiskFull(error)) return new Problem('disk_full', {}, { cause: error })
  if (isUnreachable(error)) return new Problem('database_away', { seconds: AWAY_SECONDS }, { cause: error })
  if (mediaTypeErrors.has(error.code)) return new Problem('media_type', {}, { cause: error })
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge(request, error)
  const status = error.statusCode ?? 500
  if (status < 400 || status >= 500) return undefined
  const faults = [{ path: '', rule: 'malformed', text: 'The request is malformed.' }]
  return new Problem('invalid', {}, { faults, cause: error })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `once` of the endpoint: a repeated X-Request-Id gets the first answer. */
    once?: boolean
    /** `longest` of the endpoint: named when the body is too large. */
    longest?: Endpoint['longest']
  }
}
