import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingsTable } from '../apps/server/src/config.ts'
import { problems } from '../packages/contract/src/problem.ts'
import { openApiText } from './openapi.ts'
import { tableTypes } from './table-types.ts'

const ROOT = join(import.meta.dirname, '..')

/** A file generated from other sources. */
export type GeneratedFile = { claim: string; path: string; text: () => Promise<string> }

export const GENERATED_FILES: readonly GeneratedFile[] = [
  {
    claim: 'the types of the tables match the migrations',
    path: 'apps/server/src/db/tables.gen.ts',
    text: tableTypes,
  },
  {
    claim: "the browser's codes match the table of problems",
    path: 'packages/contract/src/problem-code.gen.ts',
    text: async () => problemCodesText(),
  },
  {
    claim: 'the OpenAPI file matches the contract',
    path: 'docs/openapi.json',
    text: openApiText,
  },
  {
    claim: "the README's table of settings matches config.ts",
    path: 'README.md',
    text: async () => betweenMarkers(readText('README.md'), settingsTable()),
  },
]

/** The current text of the file; empty if it does not exist. */
export function readText(path: string): string {
  const file = join(ROOT, path)
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

/** Only the codes, to keep the browser's first download small: the text of a problem is in the answer. */
function problemCodesText(): string {
  const lines = Object.entries(problems).map(([name, { code }]) => `  ${name}: '${code}',\n`)
  return `// Generated from problem.ts by npm run generate.\nexport const problemCodes = {\n${lines.join('')}} as const\n`
}

const BEGIN = '<!-- settings: written by npm run generate -->'
const END = '<!-- end of settings -->'

function betweenMarkers(text: string, table: string): string {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)]
  if (begin < 0 || end < begin) throw new Error(`README.md needs the lines\n${BEGIN}\n${END}`)
  return `${text.slice(0, begin)}${BEGIN}\n${table}\n${text.slice(end)}`
}
