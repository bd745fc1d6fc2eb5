import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { oldestVersionOf } from '../../apps/server/src/db/oldest-version.ts'

const FOLDER = 'apps/server/src/db/migrations'
/** Those before the baseline. */
const OLD_FOLDER = `${FOLDER}/old`

/** The migrations up to this number landed before versions could run next to each other. */
const LAST_EXEMPT = '0352'

/** Later ones without a statement, with the reason: versions that lack them do not start on their tables. */
const ALSO_EXEMPT: Readonly<Record<string, string>> = {
  '0400_tags': 'landed at the same time as the rules',
  '0418_baseline': 'creates the tables of a new database, and runs in no other',
}

type Migration = { name: string; text: string; oldest: string | undefined; unreadSince: string | undefined }

/** What the version before would miss: patterns of SQL without comments, each with the words for it. */
const LOSSES: readonly [RegExp, string][] = [
  [/\bdrop\s+(?:table|view|materialized\s+view|column|function|type|schema)\b/i, 'drops what may be read'],
  [/\brename\s+(?:to|column)\b/i, 'renames what may be read'],
  [/\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/i, 'retypes what may be read'],
  [/\balter\s+column\s+\w+\s+set\s+not\s+null\b/i, 'requires a value that may not be written'],
  [/\brevoke\b(?!\s+execute\s+on\s+function\s+[\w\s,]+\s+from\s+public\b)/i, 'revokes what may be used'],
]

/** A function with its body, which runs only when it is called. */
const FUNCTION = /\bcreate\s+(?:or\s+replace\s+)?function\b[^$;]*(\$\w*\$)[\s\S]*?\1/gi

/** A column that a version that does not know it would have to write, unless it has a default. */
const REQUIRED_COLUMN = /\badd\s+column\b.*\bnot\s+null\b/is
const HAS_DEFAULT = /\b(?:default|generated)\b/i

/**
 * Migrations that do not state the oldest version that works with the tables as they leave them. That is a version
 * before their own, so that an upgrade needs no stop.
 */
export function migrationsWithoutVersion(root: string): string[] {
  const names = namesIn(root)
  return migrationsAfterExempt(root).flatMap(({ name, oldest }) => {
    if (oldest === undefined) return [`${name}: lacks the line \`-- oldest version: MIGRATION\``]
    if (!names.includes(oldest)) return [`${name}: the oldest version ${oldest} is not a migration`]
    return oldest < name ? [] : [`${name}: works only with its own version, so that an upgrade needs a stop`]
  })
}

/** Migrations that take away what a version reads that works with the tables as they leave them. */
export function migrationsThatBreak(root: string): string[] {
  const names = namesIn(root)
  return migrationsAfterExempt(root).flatMap(({ name, text, oldest, unreadSince }) => {
    const plain = text.replaceAll(/--.*$/gm, '').replaceAll(FUNCTION, '')
    const required = plain.split(/[,;]/).filter(hasRequiredColumn)
    const faults = required.map(() => `${name}: adds a column that must be written, without a default`)
    const losses = LOSSES.filter(([pattern]) => pattern.test(plain)).map(([, words]) => words)
    if (losses.length === 0) return faults
    if (unreadSince === undefined)
      return [...faults, ...losses.map((words) => `${name}: ${words}, without the line \`-- unread since: MIGRATION\``)]
    const isKnown = names.includes(unreadSince) && unreadSince < name
    if (!isKnown) faults.push(`${name}: unread since ${unreadSince}, which is not an earlier migration`)
    else if ((oldest ?? '') < unreadSince)
      faults.push(`${name}: works with ${oldest}, which reads what is unread only since ${unreadSince}`)
    return faults
  })
}

const hasRequiredColumn = (clause: string) => REQUIRED_COLUMN.test(clause) && !HAS_DEFAULT.test(clause)

const namesIn = (root: string) => [...pathsIn(root).keys()].sort()

/** The files of the migrations by name, with the old ones. */
function pathsIn(root: string): ReadonlyMap<string, string> {
  const files = globSync([`${FOLDER}/*.sql`, `${OLD_FOLDER}/*.sql`], { cwd: root })
  return new Map(files.map((file) => [basename(file, '.sql'), join(root, file)]))
}

function migrationsAfterExempt(root: string): Migration[] {
  const paths = [...pathsIn(root)].filter(
    ([name]) => name.slice(0, LAST_EXEMPT.length) > LAST_EXEMPT && !(name in ALSO_EXEMPT),
  )
  return paths.map(([name, path]) => {
    const text = readFileSync(path, 'utf8')
    return { name, text, oldest: oldestVersionOf(text), unreadSince: /^-- unread since: (\w+)$/m.exec(text)?.[1] }
  })
}
