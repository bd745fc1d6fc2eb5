import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BOOKKEEPING_USERS, SYSTEM_TX_USERS } from './import-rule.ts'

/** A pattern that must not occur in some files. */
export type SourceRule = {
  claim: string
  files: string
  exempt: RegExp
  forbidden: RegExp
  /** The pattern is looked for in the whole file, not in each line. */
  spansLines?: true
}

const TESTS = /\.test\.tsx?$|\/testing\//

const systemTxUsers = Object.keys(SYSTEM_TX_USERS).join('|')

const bookkeepingUsers = Object.keys(BOOKKEEPING_USERS).join('|')

export const SOURCE_RULES: readonly SourceRule[] = [
  {
    claim: 'only the listed modules reach the rows of all enterprises (systemTx, systemSelect)',
    files: 'apps/server/src/**/*.ts',
    exempt: new RegExp(`\\.test\\.ts$|^apps/server/src/(${systemTxUsers}|testing)/`),
    forbidden: /\.system(Tx|Select)\(/,
  },
  {
    claim: 'SQL has no row type written by hand: it is a statement(), or an expression of db/expression.ts',
    files: 'apps/server/src/**/*.ts',
    exempt: new RegExp(`${TESTS.source}|^apps/server/src/db/expression\\.ts$`),
    forbidden: /\bsql</,
  },
  {
    claim: 'SQL text is sent by statement() only, but set local and truncate, which PostgreSQL does not prepare',
    files: 'apps/server/src/**/*.ts',
    exempt: TESTS,
    forbidden: /(?<!\bsql`(?:set local|truncate)\b[^`]*)`\s*\)?\s*\.execute\(/,
    spansLines: true,
  },
  {
    claim: 'statements are prepared by their name or shape, not by a comment',
    files: 'apps/server/src/**/*.ts',
    exempt: /^$/,
    forbidden: /\/\* prepared \*\//,
  },
  {
    claim: 'background work that repeats is a loop (work/loop.ts); an interval only renews a lease',
    files: 'apps/server/src/{modules,jobs,metrics,work}/**/*.ts',
    exempt: /\.test\.ts$|work\/lease\.ts$|webhooks\/deliver\.ts$/,
    forbidden: /\bsetInterval\(/,
  },
  {
    claim: 'only the listed modules write about a call that only reads (bookkeeping)',
    files: 'apps/server/src/**/*.ts',
    exempt: new RegExp(`\\.test\\.ts$|^apps/server/src/(${bookkeepingUsers}|db)/`),
    forbidden: /\.bookkeeping\(/,
  },
  {
    claim: 'the types of an endpoint have one name (OutputOf, ParsedInputOf): no aliases of them',
    files: 'apps/server/src/**/*.ts',
    exempt: TESTS,
    forbidden: /^type \w+<\w+> = (OutputOf|ParsedInputOf)</,
  },
  {
    claim: 'only config.ts reads the environment of the server',
    files: '{apps/server,packages/*}/src/**/*.ts',
    // the command line is a program, and the samples are programs of others
    exempt:
      /\.test\.ts$|^apps\/server\/src\/(config\.ts$|testing\/)|^packages\/cli\/src\/main\.ts$|open-api-sample\.ts$/,
    forbidden: /process\.env\b/,
  },
  {
    claim: 'packages have no clock and no randomness of their own',
    files: 'packages/*/src/**/*.ts',
    // the client library and the command line are programs, and the samples are programs of others
    exempt: new RegExp(`${TESTS.source}|^packages/(client|cli)/|open-api-sample\\.ts$`),
    forbidden:
      /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\brandom(Bytes|Int|UUID|UUIDv7|FillSync)\(|\bgetRandomValues\(/,
  },
  {
    claim: 'the server takes business time from its clock, in SQL too',
    files: 'apps/server/src/modules/**/*.ts',
    exempt: TESTS,
    forbidden: /\bDate\.now\(|\bnew Date\(\)|\bcurrent_timestamp\b/i,
  },
  {
    claim: 'the client of a request is what the trusted proxies report (request.client), in one spelling',
    files: 'apps/server/src/**/*.ts',
    exempt: TESTS,
    forbidden:
      /\brequest\.(ips?|host|hostname)\b|\{[^{}]*\b(ips?|host|hostname)\b[^{}]*\}(: FastifyRequest| = request\b)/,
  },
  {
    claim: 'modules read the name of a person by nameOfPerson or nameOfUser (platform/tenancy)',
    files: 'apps/server/src/modules/**/*.ts',
    // accounts and members are the subject of the area people, which sorts and searches by name
    exempt: /\.test\.ts$|\/modules\/(platform\/tenancy|people)\//,
    forbidden: /first_name \|\|/,
  },
  {
    claim: 'no untyped address in the web app (no "strict: false", no "as never")',
    files: 'apps/web/src/**/*.{ts,tsx}',
    exempt: /^$/,
    forbidden: /strict: false|\bas never\b/,
  },
  {
    claim: 'sizes of text and layers of the web app are tokens (styles/tokens.css)',
    files: 'apps/web/src/**/*.{css,ts,tsx}',
    exempt: /^apps\/web\/src\/styles\/tokens\.css$/,
    forbidden: /font-size:[^;]*\dpx|\bz-index: *-?\d|\bfontSize: *('\d|\d)|\bzIndex(: *|=\{)\d/,
  },
  {
    claim: 'length limits of the web app cut nothing silently (ui/form/TextInput.tsx, ui/form/Textarea.tsx)',
    files: 'apps/web/src/**/*.tsx',
    exempt: /^apps\/web\/src\/ui\/form\/Text(Input|area)\.tsx$/,
    forbidden: /\b(TextInput|Textarea)\b[^;{}]*\} from '@mantine\/core'[\s\S]*\bmaxLength\b/,
    spansLines: true,
  },
  {
    claim: 'no TODO comments',
    files: '{packages,apps,scripts,tests}/**/*.{ts,tsx,mjs,sql,css}',
    exempt: /(^|\/)(node_modules|dist)\/|^scripts\/check\//,
    forbidden: /\b(TODO|FIXME|XXX|HACK)\b/,
  },
  {
    claim:
      'words of plain English (no deed, doer, told, speaker, anew, whoever, narrowing, facet, becoming, turnAway, "that is none")',
    files: '{packages,apps,scripts,tests,docs}/**/*.{ts,tsx,mjs,css,html,md,json,sql}',
    // a migration is never changed after it has landed; the other two read names that were stored or linked before
    exempt:
      /(^|\/)(node_modules|dist)\/|\/migrations\/|^scripts\/check\/source-rule\.ts$|^apps\/(server\/src\/db\/audit-action\.test|web\/src\/paths)\.ts$/,
    forbidden:
      /(?<![Ii]n)[Dd]eed|DEED|[Dd]oer|\b[Tt]old|Told|[Ss]peaker(?!phone)|\b[Aa]new\b|[Ww]hoever|[Nn]arrowing|[Ff]acet|[Bb]ecoming|turnAway|that is none/,
  },
  {
    claim: 'American spelling: "canceled", "color", "license", "serialize" (names of the API and stored values stay)',
    files: '{packages,apps,scripts,tests,docs}/**/*.{ts,tsx,mjs,css,html,md}',
    // generated from the tables and from the contract; a migration is never changed after it has landed
    exempt: /(^|\/)(node_modules|dist)\/|\.gen\.ts$|\/migrations\/|^scripts\/check\/source-rule\.ts$|\/end-user-text\//,
    // stored: `order.cancelled` and other actions of the audit log, `deletionCancelled`, `cancelled_at`; API: `cancelledAt`
    forbidden: /(?<!\.|deletion)[cC]ancell(?!ation|edAt|ed_at)|\bcolours\b|\bcolour codes\b|[Ss]erialise|[Ll]icence/,
  },
  {
    claim: 'straight quotes and apostrophes in all English texts',
    files: '{packages,apps,scripts,tests,docs}/**/*.{ts,tsx,mjs,html,md,json}',
    // texts of other languages have their own quotes
    exempt: /(^|\/)(node_modules|dist)\/|^scripts\/check\/source-rule\.ts$|\/end-user-text\/(de|fr|es|ar)\.ts$/,
    forbidden: /[“”‘’]/,
  },
  {
    claim: 'screens and the guide say "e-mail", not "mail" (but mail server, mail domain)',
    files: '{apps/web/src/{texts/*,**/*-texts}.ts,docs/guide/*.md}',
    exempt: /^$/,
    forbidden:
      /(?<![-\w.{'])mails?(?! (server|domain))(?=[ ,;)'"]|\.?$|\.[ '"])|(?<![-\w.])Mails?(?! (server|domain))(?=[ ,;)'"])/,
  },
  {
    claim: 'no file is named utils, helpers, common or the like',
    files: '{packages,apps,scripts}/**/*.{ts,tsx}',
    exempt: /(^|\/)(node_modules|dist)\/|^(?!.*\/(utils?|helpers?|common|lib|shared|types?|core|misc)\.tsx?$)/,
    forbidden: /^/,
  },
]

/** The violations of a rule, as `path:line`. */
export function brokenLines(root: string, rule: SourceRule): string[] {
  const files = globSync(rule.files, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] })
  return files
    .filter((file) => !rule.exempt.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      if (rule.spansLines) return rule.forbidden.test(text) ? [`${file}:1`] : []
      const lines = text.split('\n')
      const broken = lines.findIndex((line) => rule.forbidden.test(line))
      return broken < 0 ? [] : [`${file}:${broken + 1}`]
    })
}
