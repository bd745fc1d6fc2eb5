import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingsTable } from '../apps/server/src/config.ts'
import { describeTables } from '../apps/server/src/db/table-types.ts'
import { retentionTable } from '../apps/server/src/jobs/retention-table.ts'
import { problems } from '../packages/contract/src/problem.ts'
import { refusalTexts, statusCodeName } from '../packages/contract/src/profiles/refusal-text.ts'
import { clientCallsText } from './client-types.ts'
import { openApiText } from './openapi.ts'
import { readCatalog } from './schema/catalog.ts'
import { printSchema } from './schema/print.ts'
import { describeStatements } from './schema/statements.ts'
import { inTemplateDatabase } from './schema/template-database.ts'

const ROOT = join(import.meta.dirname, '..')

/** A file generated from other sources. */
export type GeneratedFile = { claim: string; path: string; text: () => Promise<string> }

export const GENERATED_FILES: readonly GeneratedFile[] = [
  {
    claim: 'the types of the tables match the migrations',
    path: 'apps/server/src/db/tables.gen.ts',
    text: () => inTemplateDatabase(describeTables),
  },
  {
    claim: "the rows of the server's statements are as PostgreSQL describes them",
    path: 'apps/server/src/db/statements.gen.ts',
    text: () => inTemplateDatabase(describeStatements),
  },
  {
    claim: 'the page of the schema matches the migrations',
    path: 'apps/server/src/db/schema.sql',
    text: () => inTemplateDatabase(async (client) => printSchema(await readCatalog(client))),
  },
  {
    claim: "the browser's codes match the table of problems",
    path: 'packages/contract/src/problem-code.gen.ts',
    text: async () => problemCodesText(),
  },
  {
    claim: 'the version of the command line is that of package.json',
    path: 'packages/cli/src/version.ts',
    text: async () => versionText(),
  },
  {
    claim: 'the OpenAPI file matches the contract',
    path: 'docs/openapi.json',
    text: openApiText,
  },
  {
    claim: "the client library's calls match the contract",
    path: 'packages/client/src/calls.gen.ts',
    text: clientCallsText,
  },
  {
    claim: "the guide's table of settings matches config.ts",
    path: 'docs/guide/server-settings.md',
    text: async () => withPart('docs/guide/server-settings.md', 'settings', settingsTable()),
  },
  {
    claim: "the guide's table of how long data stays is that of the server",
    path: 'docs/guide/operation.md',
    text: async () => withPart('docs/guide/operation.md', 'retention', retentionTable()),
  },
  {
    claim: "the guide's explanations of refusals are those of the portal",
    path: 'docs/guide/refused-downloads.md',
    text: async () => withPart('docs/guide/refused-downloads.md', 'refusals', refusalSections()),
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

/** A constant, because the command line is bundled as one file. */
function versionText(): string {
  const { version } = JSON.parse(readText('package.json'))
  return `// Generated from package.json by npm run generate.\nexport const VERSION = '${version}'\n`
}

/** A section of the guide for each pair of codes that the SM-DP+ returns. */
function refusalSections(): string {
  const sections = Object.entries(refusalTexts).map(([pair, { why, next }]) => {
    const [subject = '', reason = ''] = pair.split('/')
    return `## ${pair} ${statusCodeName(subject, reason)}\n\n${why}\n\n**What to do:** ${next}\n`
  })
  return `\n${sections.join('\n')}`
}

/** The file with a new text between the marks of its generated part. @throws if the marks are missing */
function withPart(path: string, name: string, part: string): string {
  const text = readText(path)
  const first = `<!-- ${name}: written by npm run generate -->`
  const last = `<!-- end of ${name} -->`
  const [begin, end] = [text.indexOf(first), text.indexOf(last)]
  if (begin < 0 || end < begin) throw new Error(`${path} needs the lines\n${first}\n${last}`)
  return `${text.slice(0, begin)}${first}\n${part}\n${text.slice(end)}`
}
