import { shellArgument, signedCurl } from '@simwright/contract/programs/open-api-sample'

/** A call as a program makes it; `path` is relative to the portal's address. */
export type ShownCall = {
  method: string
  path: string
  /** Undefined: nothing is sent. */
  body: unknown
  /** A file is sent, with the fields in `body`. */
  isForm?: boolean
}

/** Where the key of a program is, in every sample: never in its text. */
const KEY_VARIABLE = 'SIMWRIGHT_KEY'

/** A curl command that makes the call with an API key from the environment. */
export function bearerCurl(origin: string, { method, path, body, isForm = false }: ShownCall): string {
  const fields = Object.entries((body ?? {}) as Record<string, unknown>)
  const address = `${origin}${path}${method === 'GET' ? queryOf(fields) : ''}`
  const lines = [`curl -sS ${shellArgument(address)}`, `-H "Authorization: Bearer $${KEY_VARIABLE}"`]
  if (isForm)
    lines.push(`-F file=@FILE`, ...fields.map(([name, value]) => `-F ${shellArgument(`${name}=${textOf(value)}`)}`))
  else if (method !== 'GET')
    lines.push(`-H 'Content-Type: application/json'`, `--data-binary ${shellArgument(JSON.stringify(body ?? {}))}`)
  return lines.join(' \\\n  ')
}

/** A shell script that makes the call of the open API with a credential from the environment. */
export const openApiCurl = (origin: string, { path, body }: ShownCall): string =>
  signedCurl(`${origin}${path}`, JSON.stringify(body ?? {})).trimEnd()

function queryOf(fields: readonly (readonly [string, unknown])[]): string {
  const query = new URLSearchParams()
  for (const [name, value] of fields) for (const one of [value].flat()) query.append(name, textOf(one))
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
