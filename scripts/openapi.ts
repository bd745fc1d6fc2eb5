import {
  type Access,
  API_PREFIX,
  contract,
  type Endpoint,
  endpoints,
  openToPrograms,
  problems,
  SUCCESS_CODE,
  scopesFor,
} from '@simwright/contract'
import { signedCalls } from '@simwright/contract/programs/open-api'
import type { SignedCall } from '@simwright/contract/programs/signed-call'
import { z } from 'zod'
import { groupNames } from './openapi/group-name.ts'

type Json = { [key: string]: unknown }

/** The portal's API as an OpenAPI 3.1 document, generated from the contract. */
export async function openApiText(): Promise<string> {
  return `${JSON.stringify(openApi(), undefined, 2)}\n`
}

export function openApi(): Json {
  const schemas: Json = { Refusal: REFUSAL, Fault: FAULT }
  const paths: Record<string, Json> = {}
  for (const { endpoint } of endpoints) schemaOf(endpoint.output, 'output', schemas)
  for (const { name, endpoint } of endpoints) {
    const path = `${API_PREFIX}${endpoint.path}`
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(name, endpoint, schemas) }
  }
  for (const [name, call] of Object.entries<SignedCall>(signedCalls)) {
    const { path, alsoAt = [], onHost } = call
    const urls = [`${API_PREFIX}${path}`, ...alsoAt.map((other) => `/api${other}`), ...(onHost ? [path] : [])]
    for (const [index, url] of urls.entries())
      paths[url] = { post: signedOperation(`openApi.${name}${index === 0 ? '' : index + 1}`, call, schemas) }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Simwright portal API',
      version: '1',
      description:
        'Every JSON answer is an envelope with success, code, msg and obj. A session needs both the bearer token ' +
        'and the cookie that binds it to its browser; an API key needs neither.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [...Object.keys(contract), 'openApi'].map((name) => ({
      name,
      'x-displayName': groupNames[name as keyof typeof groupNames],
    })),
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
      parameters: PARAMETERS,
      responses: { Refused: REFUSED },
      securitySchemes: {
        accessKey: { type: 'apiKey', in: 'header', name: 'AccessKey' },
        signature: {
          type: 'apiKey',
          in: 'header',
          name: 'Signature',
          description:
            'HMAC-SHA256 with the SecretKey over Timestamp, RequestID, AccessKey and the body, in hexadecimal.',
        },
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        key: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'sw_<id>.<secret>',
          description:
            'An API key of the developer page. It needs no cookie; the scopes of a call are in `x-any-scope`.',
        },
        binding: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-binding',
          description: 'HttpOnly, set at sign-in; without https its name is `binding`.',
        },
      },
    },
  }
}

function operationOf(name: string, endpoint: Endpoint, schemas: Json): Json {
  const { method, access, summary } = endpoint
  const input = schemaOf(endpoint.input, 'input', schemas)
  return {
    operationId: name,
    tags: [name.split('.')[0]],
    summary,
    ...descriptionOf(endpoint),
    ...accessOf(access),
    ...programsOf(endpoint),
    parameters: [...HEADERS, ...(endpoint.dryRun ? [DRY_RUN] : []), ...(method === 'GET' ? queryOf(input) : [])],
    ...(method === 'POST' ? { requestBody: bodyOf(endpoint, input) } : {}),
    responses: { 200: answerOf(endpoint, schemas), default: { $ref: '#/components/responses/Refused' } },
  }
}

function descriptionOf({ once, dryRun }: Endpoint): Json {
  const texts = [
    ...(once ? ['Idempotent: a repeated X-Request-Id within 24 h gets the first answer again.'] : []),
    ...(typeof dryRun === 'object' ? [`A dry run has the answer of \`${nameOf(dryRun.preview)}\`.`] : []),
  ]
  return texts.length > 0 ? { description: texts.join(' ') } : {}
}

const nameOf = (wanted: Endpoint) => endpoints.find(({ endpoint }) => endpoint === wanted)?.name ?? wanted.path

const DRY_RUN = {
  name: 'X-Dry-Run',
  in: 'header',
  schema: { const: 'true' },
  description: 'Changes nothing; the answer says what the call would do.',
}

/** A call of the open API. */
function signedOperation(name: string, { summary, access, input, output }: SignedCall, schemas: Json): Json {
  return {
    operationId: name,
    tags: ['openApi'],
    summary,
    security: [{ accessKey: [], signature: [] }],
    'x-any-permission': [access],
    parameters: SIGNED_HEADERS,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemaOf(input, 'input', schemas) } },
    },
    responses: {
      200: jsonAnswer(schemaOf(output, 'output', schemas)),
      default: { $ref: '#/components/responses/Refused' },
    },
  }
}

const SIGNED_HEADERS = [
  {
    name: 'Timestamp',
    in: 'header',
    required: true,
    description: 'Milliseconds since 1970; at most 10 minutes from the time of the server.',
    schema: { type: 'string' },
  },
  {
    name: 'RequestID',
    in: 'header',
    required: true,
    description: 'Used once by each AccessKey.',
    schema: { type: 'string', format: 'uuid' },
  },
]

function accessOf(access: Access): Json {
  if (access === 'public') return { security: [] }
  const permissions = access === 'signed-in' ? [] : [access].flat()
  return {
    security: [{ token: [], binding: [] }],
    ...(permissions.length > 0 ? { 'x-any-permission': permissions } : {}),
  }
}

/** With which API keys programs may call the endpoint; without scopes, with every key. */
function programsOf(endpoint: Endpoint): Json {
  if (!openToPrograms(endpoint)) return {}
  const scopes = scopesFor(endpoint)
  return {
    security: [{ token: [], binding: [] }, { key: [] }],
    ...(scopes.length > 0 ? { 'x-any-scope': scopes } : {}),
  }
}

function queryOf(input: Json): Json[] {
  const required = (input.required ?? []) as string[]
  return Object.entries((input.properties ?? {}) as Json).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

function bodyOf({ body }: Endpoint, input: Json): Json {
  if (body !== 'form-data') return { required: true, content: { 'application/json': { schema: input } } }
  const file = { type: 'string', format: 'binary', description: 'After the other fields.' }
  const required = [...((input.required ?? []) as string[]), 'file']
  const schema = { ...input, properties: { ...(input.properties as Json), file }, required }
  return { required: true, content: { 'multipart/form-data': { schema } } }
}

function answerOf(endpoint: Endpoint, schemas: Json): Json {
  if (endpoint.answer === 'file') {
    return { description: 'The file', content: { '*/*': { schema: { type: 'string', format: 'binary' } } } }
  }
  const output = schemaOf(endpoint.output, 'output', schemas)
  if (endpoint.answer === 'events') {
    const description = 'Server-sent events; the data of each is JSON of this schema. The last event is named `end`.'
    return { description, content: { 'text/event-stream': { schema: output } } }
  }
  return jsonAnswer(output)
}

function jsonAnswer(output: Json): Json {
  const schema = {
    type: 'object',
    properties: { success: { const: true }, code: { const: SUCCESS_CODE }, msg: { type: 'string' }, obj: output },
    required: ['success', 'code', 'msg', 'obj'],
  }
  return { description: 'Done', content: { 'application/json': { schema } } }
}

/** The schemas that the contract exports, by name. */
const named = z.registry<{ id: string }>()
for (const values of Object.values(contract)) {
  for (const [name, value] of Object.entries(values)) {
    if (value instanceof z.ZodType && /^[A-Z]/.test(name) && !named.has(value)) named.add(value, { id: name })
  }
}

/** JSON Schema of the input or output of a schema; named schemas are moved to the components. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', schemas: Json): Json {
  const { $schema: _, $defs, ...root } = z.toJSONSchema(schema, { io, metadata: named, unrepresentable: 'any' }) as Json
  const definitions = Object.entries(($defs ?? {}) as Record<string, Json>)
  const newNames = new Map(definitions.map(([name, definition]) => [name, nameFor(name, definition, { io, schemas })]))
  const moved = (value: unknown): unknown => moveReferences(value, newNames)
  for (const [name, { id: _id, ...definition }] of definitions) schemas[newNames.get(name) ?? name] = moved(definition)
  const { id: _id, ...own } = moved(root) as Json
  return own
}

/** Input and output share a name if they are the same; outputs are named first. */
function nameFor(name: string, definition: Json, { io, schemas }: { io: string; schemas: Json }): string {
  const plain = name.startsWith('__') ? 'PermissionNode' : name
  const { id: _, ...own } = definition
  const known = schemas[plain]
  const same = known === undefined || JSON.stringify(known) === JSON.stringify(moveReferences(own, new Map()))
  return same || io === 'output' ? plain : `${plain}Input`
}

function moveReferences(value: unknown, newNames: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => moveReferences(item, newNames))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    entriesOf(value).map(([key, inner]) => {
      const name = key === '$ref' ? /^#\/\$defs\/(.+)$/.exec(String(inner))?.[1] : undefined
      return [key, name ? `#/components/schemas/${newNames.get(name) ?? name}` : moveReferences(inner, newNames)]
    }),
  )
}

/** Drops `additionalProperties: false`, because answers may get further properties. */
function entriesOf(schema: object): [string, unknown][] {
  return Object.entries(schema).filter(([key, value]) => key !== 'additionalProperties' || value !== false)
}

const PARAMETERS = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    schema: { type: 'string', format: 'uuid' },
    description: 'Chosen by the caller; returned in the answer and written to the log.',
  },
  Timestamp: {
    name: 'X-Timestamp',
    in: 'header',
    schema: { type: 'integer' },
    description: "The caller's clock in ms since 1970.",
  },
  TimeZone: {
    name: 'X-Time-Zone',
    in: 'header',
    schema: { type: 'string' },
    description: 'IANA name; days and months in answers are in this time zone.',
  },
  Background: {
    name: 'X-Background',
    in: 'header',
    schema: { const: '1' },
    description: 'The call was not caused by the user and does not extend the session.',
  },
}

const HEADERS = Object.keys(PARAMETERS).map((name) => ({ $ref: `#/components/parameters/${name}` }))

const FAULT = {
  type: 'object',
  description: 'A fault in the input.',
  properties: {
    path: { type: 'string', description: 'The field, for example `hplmn.0.plmn`.' },
    rule: { type: 'string', description: 'A stable identifier of the rule.' },
    text: { type: 'string' },
  },
  required: ['path', 'rule', 'text'],
}

const REFUSAL = {
  type: 'object',
  properties: {
    success: { const: false },
    code: {
      type: 'string',
      enum: Object.values(problems).map(({ code }) => code),
      description: Object.values(problems)
        .map(({ code, status, text }) => `- \`${code}\` (${status}) ${text}`)
        .join('\n'),
    },
    msg: { type: 'string' },
    obj: {
      type: 'object',
      properties: {
        requestId: { type: 'string', format: 'uuid' },
        faults: { type: 'array', items: { $ref: '#/components/schemas/Fault' } },
      },
      required: ['requestId'],
    },
  },
  required: ['success', 'code', 'msg', 'obj'],
}

const REFUSED = {
  description: 'Refused; the HTTP status corresponds to the code.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
}
