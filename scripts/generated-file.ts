import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingsTable } from '../apps/server/src/config.ts'
import { problems } from '../packages/contract/src/problem.ts'
import { openApiText } from './openapi.ts'
import { tableTypes } from './table-types.ts'

const ROOT = join(import.meta.dirname, '..')

/** A file that follows from something else in the house. */
export type GeneratedFile = { claim: string; path: string; text: () => Promise<string> }

export const GENERATED_FILES: readonly GeneratedFile[] = [
  {
    claim: 'the types of the tables are in step with the migrations',
    path: 'apps/server/src/db/tables.gen.ts',
    text: tableTypes,
  },
  {
    claim: "the browser's codes are in step with the table of problems",
    path: 'packages/contract/src/problem-code.gen.ts',
    text: async () => problemCodesText(),
  },
  {
    claim: 'the API file is in step with the contract',
    path: 'docs/openapi.json',
    text: openApiText,
  },
  {
    claim: "the README's table of settings is in step with config.ts",
    path: 'README.md',
    text: async () => betweenMarkers(readText('README.md'), settingsTable()),
  },
]

/** The file as it stands; empty when there is none. */
export function readText(path: string): string {
  const file = join(ROOT, path)
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

/** The codes alone: the browser is told the text with the answer, so its first download need not hold them all. */
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
