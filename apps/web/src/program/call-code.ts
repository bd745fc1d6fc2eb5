import { API_PREFIX, type Endpoint } from '@simwright/contract/endpoint'
import { commandOf } from './command-line.ts'
import { bearerCurl } from './curl.ts'
import { withPlaceholders } from './placeholder.ts'

export const codeLanguages = ['curl', 'typescript', 'cli'] as const
export type CodeLanguage = (typeof codeLanguages)[number]

/** A call of the portal as a program makes it. Values that the user has not entered, and secrets, are `HIDDEN_VALUE`. */
export type ProgramCode = { endpoint: Endpoint; input: unknown; origin: string }

/** The code of a call, with placeholders instead of hidden values; the key is read from the environment. */
export function codeOf(language: CodeLanguage, { endpoint, input, origin }: ProgramCode): string {
  const body = withPlaceholders(input)
  if (language === 'typescript') return typeScript({ endpoint, input: body, origin })
  if (language === 'cli') return commandOf(endpoint, body)
  const { method, path, body: kind, answer } = endpoint
  const command = bearerCurl(origin, { method, path: `${API_PREFIX}${path}`, body, isForm: kind === 'form-data' })
  return answer === 'file' ? `${command} \\\n  --remote-name --remote-header-name` : command
}

/** A module that uses the client library. */
function typeScript({ endpoint, input, origin }: ProgramCode): string {
  const given = `'${endpoint.path}', ${JSON.stringify(input, undefined, 2)}`
  return `import { SimwrightClient } from '@simwright/client'

const client = new SimwrightClient({ url: '${origin}', key: process.env.SIMWRIGHT_KEY ?? '' })
${stepsOf(endpoint, given)}
`
}

function stepsOf({ answer, body, output }: Endpoint, given: string): string {
  if (answer === 'file') return `const { name, content } = await client.file(${given})\nconsole.log(name, content.size)`
  if (body === 'form-data')
    return `const file = { name: 'FILE', content: new Blob([/* the bytes of the file */]) }\nconsole.log(await client.upload(${given}, { file }))`
  const isList = 'shape' in output && 'next' in (output.shape as object)
  return isList
    ? `for await (const item of client.items(${given})) console.log(item)`
    : `console.log(await client.call(${given}))`
}
