import { type Endpoint, endpoints, openToPrograms, type Problem, problems, SUCCESS_CODE } from '@simwright/contract'
import { openApi } from '../openapi.ts'
import { inputExamples, outputExamples } from './call-example.ts'
import { exampler } from './example.ts'
import { shortName } from './short-name.ts'
import { placeOf, TASKS } from './task.ts'

type Json = { [key: string]: unknown }
type Operation = Json & { operationId: string; summary: string }

/**
 * The calls that programs can make, with an API key or signed, as an OpenAPI 3.1 document: the part of `openApi()` without
 * sessions, by task and with short names, examples, refusals and the headers of answers. The server serves it at `/api/openapi.json`.
 */
export function programApi(): Json {
  const whole = openApi() as Json & {
    paths: Record<string, Record<string, Operation>>
    components: Record<string, Json>
  }
  const open = new Map(endpoints.flatMap(({ name, endpoint }) => (openToPrograms(endpoint) ? [[name, endpoint]] : [])))
  const exampleOf = exampler(whole.components.schemas as Json)
  const unordered: [path: string, method: string, operation: Operation][] = []
  for (const [path, operations] of Object.entries(whole.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const { operationId } = operation
      const isSigned = operationId.startsWith('openApi.')
      if (!isSigned && !open.has(operationId)) continue
      unordered.push([path, method, operationFor(operation, { endpoint: open.get(operationId), exampleOf })])
    }
  }
  const paths: Record<string, Json> = {}
  for (const [path, method, operation] of unordered.toSorted(([, , a], [, , b]) => comparePlaces(a, b)))
    paths[path] = { ...paths[path], [method]: operation }
  const groups = [...new Set(Object.values(paths).flatMap(groupsOf))]
  const tags = (whole.tags as { name: string }[])
    .filter(({ name }) => groups.includes(name))
    .toSorted((a, b) => groups.indexOf(a.name) - groups.indexOf(b.name))
  const { schemas, parameters, securitySchemes } = whole.components as Record<string, Json>
  const { accessKey, signature, key } = securitySchemes!
  const { Background: _, ...callParameters } = parameters!
  return withReachable({
    openapi: whole.openapi,
    info: { ...(whole.info as Json), title: 'API for programs', description: DESCRIPTION },
    servers: [{ url: '/' }],
    tags,
    'x-tagGroups': TASKS.map(({ name, groups }) => ({ name, tags: groups })),
    paths,
    components: {
      schemas,
      parameters: callParameters,
      headers: HEADERS,
      responses: RESPONSES,
      securitySchemes: { key, accessKey, signature },
    },
  })
}

const DESCRIPTION = [
  'Programs call the portal with an API key in the header `Authorization: Bearer <key>`. The calls of the open API are signed',
  'instead. Every JSON answer is an envelope with `success`, `code`, `msg` and `obj`; `code` is `00000` for success.',
  'Create a test key to try calls: it works on test data only.',
].join(' ')

const groupsOf = (methods: Json) => Object.values(methods).flatMap((one) => (one as { tags: string[] }).tags)

function comparePlaces({ operationId: a }: Operation, { operationId: b }: Operation): number {
  const [[groupA, callA], [groupB, callB]] = [placeOf(a), placeOf(b)]
  return groupA - groupB || callA - callB
}

type Exampled = { endpoint: Endpoint | undefined; exampleOf: ReturnType<typeof exampler> }

function operationFor(operation: Operation, { endpoint, exampleOf }: Exampled): Operation {
  const { operationId, summary, description, requestBody, parameters, security, responses, ...rest } = operation
  const isSigned = endpoint === undefined
  return {
    ...rest,
    operationId,
    summary: shortName(operationId),
    description: [`${summary}.`, description].filter(Boolean).join(' '),
    security: isSigned ? security : [{ key: [] }],
    parameters: (parameters as Json[]).filter(({ $ref }) => $ref !== '#/components/parameters/Background'),
    ...(requestBody ? { requestBody: bodyFor(requestBody as Json, operationId, exampleOf) } : {}),
    responses: {
      200: answerFor((responses as Record<string, Json>)['200']!, operationId, exampleOf),
      ...refusals(isSigned),
    },
  }
}

function bodyFor(body: Json, operationId: string, exampleOf: Exampled['exampleOf']): Json {
  const [[type, media] = []] = Object.entries(body.content as Record<string, Json>)
  if (type !== 'application/json') return body
  const schema = media!.schema as Json
  const example = inputExamples[plain(operationId)] ?? exampleOf(schema)
  return { ...body, content: { [type]: { schema, example } } }
}

function answerFor(answer: Json, operationId: string, exampleOf: Exampled['exampleOf']): Json {
  const described = { ...answer, headers: ANSWER_HEADERS }
  const media = (answer.content as Record<string, Json>)['application/json']
  if (!media) return described
  const { schema } = media as { schema: Json }
  const obj = outputExamples[plain(operationId)] ?? exampleOf((schema.properties as Record<string, Json>).obj!)
  const example = { success: true, code: SUCCESS_CODE, msg: '', obj }
  return { ...described, content: { 'application/json': { schema, example } } }
}

/** A second address of a signed call has the same example. */
const plain = (operationId: string) => operationId.replace(/\d+$/, '')

const reference = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })

const refusals = (isSigned: boolean) => ({
  400: reference('responses', 'Invalid'),
  401: reference('responses', isSigned ? 'NotSigned' : 'KeyRefused'),
  403: reference('responses', isSigned ? 'PlanRefused' : 'NoScope'),
  429: reference('responses', isSigned ? 'TooManySigned' : 'TooMany'),
  default: reference('responses', 'Refused'),
})

const HEADERS = {
  RequestId: {
    description: 'The ID of the call: the one that was sent, else a new one. It is in the log of the server.',
    schema: { type: 'string', format: 'uuid' },
  },
  RateLimitPolicy: {
    description: 'The calls that are allowed (`q`) in a window of seconds (`w`); IETF RateLimit header fields.',
    schema: { type: 'string' },
    example: '"key";q=1000;w=1',
  },
  RateLimit: {
    description: 'The calls that are left (`r`) in this window, which ends in `t` seconds.',
    schema: { type: 'string' },
    example: '"key";r=999;t=1',
  },
  RetryAfter: {
    description: 'Seconds after which the call is allowed again.',
    schema: { type: 'integer' },
    example: 1,
  },
}

const ANSWER_HEADERS = {
  'X-Request-Id': reference('headers', 'RequestId'),
  'RateLimit-Policy': reference('headers', 'RateLimitPolicy'),
  RateLimit: reference('headers', 'RateLimit'),
}

type Kind = Problem['kind']
type Example = { kind: Kind; values?: Record<string, string>; obj?: Json }

function refusalOf(description: string, examples: readonly Example[], headers: Json = {}): Json {
  const named = examples.map(({ kind, values = {}, obj = {} }) => {
    const { code, text } = problems[kind]
    const msg = Object.entries(values).reduce<string>(
      (filled, [name, value]) => filled.replaceAll(`{${name}}`, value),
      text,
    )
    const value = { success: false, code, msg, obj: { ...obj, requestId: '0198c5a0-7d1e-7a44-9c1b-2f6d3e8a5b10' } }
    return [kind, { summary: msg, value }]
  })
  return {
    description,
    headers: { 'X-Request-Id': reference('headers', 'RequestId'), ...headers },
    content: { 'application/json': { schema: reference('schemas', 'Refusal'), examples: Object.fromEntries(named) } },
  }
}

const FAULTS = { faults: [{ path: 'limit', rule: 'too_big', text: 'At most 200.' }] }
const name = 'Nightly import'

const RATE_HEADERS = {
  'RateLimit-Policy': reference('headers', 'RateLimitPolicy'),
  RateLimit: reference('headers', 'RateLimit'),
  'Retry-After': reference('headers', 'RetryAfter'),
}

const RESPONSES = {
  Invalid: refusalOf('The input is invalid; `obj.faults` names each field.', [{ kind: 'invalid', obj: FAULTS }]),
  KeyRefused: refusalOf('The API key is wrong, has expired or was revoked.', [
    { kind: 'key_unknown' },
    { kind: 'key_expired', values: { name } },
    { kind: 'key_revoked', values: { name } },
  ]),
  NoScope: refusalOf('The API key lacks a scope, or may not be used from this address.', [
    { kind: 'key_scope', values: { name, scopes: 'Fleet_View' } },
    { kind: 'key_address', values: { name, address: '203.0.113.7' } },
  ]),
  NotSigned: refusalOf('The signature, AccessKey or Timestamp is wrong.', [{ kind: 'signature_wrong' }]),
  PlanRefused: refusalOf('The plan does not allow the call.', [{ kind: 'plan_none', values: { reason: '' } }]),
  TooMany: refusalOf(
    'More calls a second than are allowed.',
    [{ kind: 'too_many', values: { seconds: '1' } }],
    RATE_HEADERS,
  ),
  TooManySigned: refusalOf(
    'More calls a second than the plan allows.',
    [{ kind: 'calls_too_many', values: { plan: 'DEMO', max: '1', seconds: '1' } }],
    RATE_HEADERS,
  ),
  Refused: refusalOf('Refused; the HTTP status corresponds to the code.', [{ kind: 'not_found' }]),
}

/** Without the schemas that no call uses. */
function withReachable(document: Json & { components: Record<string, unknown> }): Json {
  const { schemas, ...others } = document.components as Record<string, Json>
  const used = new Set<string>()
  const follow = (part: unknown) => {
    for (const [, found] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(found!)) continue
      used.add(found!)
      follow(schemas![found!])
    }
  }
  follow([document.paths, others])
  const left = Object.entries(schemas!).filter(([id]) => used.has(id))
  return { ...document, components: { ...others, schemas: Object.fromEntries(left) } }
}
