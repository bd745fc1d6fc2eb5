import { API_PREFIX, type Endpoint, endpoints, openToPrograms, problems } from '@simwright/contract'
import { openApi } from './openapi.ts'

type Schema = {
  readonly [key: string]: unknown
  readonly $ref?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly type?: string | readonly string[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
}

type Parameter = { in: string; name: string; required: boolean; schema: Schema }
type Content = { content: Readonly<Record<string, { schema: Schema }>> }
type Operation = { parameters: readonly Parameter[]; requestBody?: Content; responses: { 200: Content } }
type Document = {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  components: { schemas: Readonly<Record<string, Schema>> }
}

const REF = '#/components/schemas/'

/**
 * The calls that are open to programs, as TypeScript: a table for the run time, and types that need no library. They
 * are those of the OpenAPI file.
 */
export async function clientCallsText(): Promise<string> {
  const document = openApi() as unknown as Document
  const open = endpoints
    .map(({ endpoint }) => endpoint)
    .filter(openToPrograms)
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const types = open.map((endpoint) => callType(endpoint, document)).join('')
  return [
    '// Generated from the contract by npm run generate.\n\n',
    `export type Calls = {\n${types}}\n\n`,
    typesOf(types, document.components.schemas),
    `export const callTable = {\n${open.map(tableRow).join('')}} as const\n\n`,
    `export const problemNames = {\n${Object.entries(problems).map(problemRow).join('')}} as const\n`,
  ].join('')
}

/** What the client has to know to make a call. */
function tableRow({ path, method, reads, once, answer = 'json', body = 'json' }: Endpoint): string {
  const facts = [
    `method: '${method}'`,
    ...(reads ? ['reads: true'] : []),
    ...(once ? ['once: true'] : []),
    ...(answer === 'json' ? [] : [`answer: '${answer}'`]),
    ...(body === 'json' ? [] : [`body: '${body}'`]),
  ]
  return `  '${path}': { ${facts.join(', ')} },\n`
}

const problemRow = ([name, { code }]: [string, { code: string }]) => `  '${code}': '${name}',\n`

function callType({ path, method, summary, answer, body }: Endpoint, document: Document): string {
  const operation = document.paths[`${API_PREFIX}${path}`]![method.toLowerCase()]!
  const output = answer === 'file' ? 'Blob' : typeOf(outputOf(operation))
  return `  /** ${summary} */\n  '${path}': { input: ${typeOf(inputOf(operation, body))}; output: ${output} }\n`
}

function inputOf({ parameters, requestBody }: Operation, body: Endpoint['body']): Schema {
  if (!requestBody) {
    const fields = parameters.filter((parameter) => parameter.in === 'query')
    return {
      type: 'object',
      properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
      required: fields.filter(({ required }) => required).map(({ name }) => name),
    }
  }
  const [media] = Object.values(requestBody.content)
  if (body !== 'form-data') return media!.schema
  const { file: _, ...properties } = media!.schema.properties!
  return { ...media!.schema, properties, required: media!.schema.required?.filter((name) => name !== 'file') }
}

/** The `obj` of the envelope, or an event. */
function outputOf({ responses }: Operation): Schema {
  const [media] = Object.values(responses[200].content)
  return media!.schema.properties?.obj ?? media!.schema
}

/** The named types that the text uses, and those that they use. */
function typesOf(text: string, schemas: Document['components']['schemas']): string {
  const names = new Set<string>()
  const find = (part: string) => {
    for (const name of Object.keys(schemas)) {
      if (names.has(name) || !new RegExp(`\\b${name}\\b`).test(withoutTexts(part))) continue
      names.add(name)
      find(typeOf(schemas[name]!))
    }
  }
  find(text)
  const declared = [...names].toSorted().map((name) => `export type ${name} = ${typeOf(schemas[name]!)}\n\n`)
  return declared.join('')
}

const withoutTexts = (part: string) => part.replace(/\/\*.*?\*\//g, '').replace(/'[^']*'/g, '')

function typeOf(schema: Schema): string {
  const { $ref, anyOf, oneOf, allOf, type } = schema
  if ($ref) return $ref.slice(REF.length)
  if ('const' in schema) return literal(schema.const)
  if (schema.enum) return union(schema.enum.map(literal))
  const alternatives = anyOf ?? oneOf
  if (alternatives) return union(alternatives.map(typeOf))
  if (Array.isArray(type)) return union(type.map((one) => typeOf({ ...schema, type: one })))
  if (type === 'array') return `readonly ${wrapped(schema.items ? typeOf(schema.items) : 'unknown')}[]`
  if (type === 'object') return objectType(schema)
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'string' || type === 'boolean' || type === 'null') return type
  if (allOf) return allOf.map(typeOf).map(wrapped).join(' & ')
  return 'unknown'
}

function objectType({ properties = {}, required = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${keyOf(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  )
  const rest =
    additionalProperties && fields.length === 0
      ? [`[name: string]: ${additionalProperties === true ? 'unknown' : typeOf(additionalProperties)}`]
      : []
  const all = [...fields, ...rest]
  return all.length === 0 ? 'Record<string, never>' : `{ ${all.join('; ')} }`
}

const literal = (value: unknown) =>
  typeof value === 'string' ? `'${value.replace(/['\\]/g, '\\$&')}'` : JSON.stringify(value)

const keyOf = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name))

const union = (types: readonly string[]) => [...new Set(types)].map(wrapped).join(' | ')

const wrapped = (type: string) => (/ [|&] /.test(type) && !/^\{.*\}$/.test(type) ? `(${type})` : type)
