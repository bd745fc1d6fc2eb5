import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { AREAS } from './area.ts'
import { PACKAGE_LEVELS } from './import-rule.ts'
import { SERVER_LEVELS } from './server-level.ts'
import { WEB_LEVELS } from './web-level.ts'

/** Pages that explain the code. */
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/architecture.md',
  'docs/decisions/*.md',
  'docs/development/*.md',
  'packages/*/README.md',
  'apps/**/README.md',
]

/** Folders that a page may leave out of a path, as it is clear which one is meant. */
const BASES = ['', 'apps/server/src', 'apps/web/src', 'packages/contract/src', 'packages', 'packages/contract']

/** Code in backticks that looks like a path of the repository: with a slash and a known first folder, or a script's file. */
const PATH = /`([a-z][\w.-]*(?:\/[\w.*{},-]+)+\/?)`/g
const LINK = /\]\((?!https?:|#|\/)([^)#\s]+)(?:#[^)]*)?\)/g

/** Slashes in code that is no path: addresses, media types, commands, names of branches. */
const NO_PATH = /^(application|image|text|origin|node_modules|dist|data|test-results)\/|^\w+\/\d/

/** Paths in the pages about the code that do not exist, as `page: path`. */
export function missingNamedPaths(root: string): string[] {
  return PAGES.flatMap((pattern) => globSync(pattern, { cwd: root, exclude: ['**/node_modules/**'] })).flatMap(
    (page) => {
      const text = readFileSync(join(root, page), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '')
      const named = [...text.matchAll(PATH)].map(([, path]) => path!).filter((path) => !NO_PATH.test(path))
      const linked = [...text.matchAll(LINK)].map(([, path]) => path!)
      return [
        ...named.filter((path) => ![...BASES, ...ancestors(page)].some((base) => exists(root, join(base, path)))),
        ...linked.filter((path) => !existsSync(join(root, normalize(join(dirname(page), path))))),
      ].map((path) => `${page}: ${path}`)
    },
  )
}

function ancestors(page: string): string[] {
  const folder = dirname(page)
  return folder === '.' ? [] : [folder, join(folder, 'src'), ...ancestors(folder)]
}

function exists(root: string, path: string): boolean {
  return /[*{]/.test(path) ? globSync(path, { cwd: root }).length > 0 : existsSync(join(root, path))
}

const LISTS: readonly { page: string; line: RegExp; names: readonly string[] }[] = [
  { page: 'docs/architecture.md', line: /^- Server: (.*)$/m, names: SERVER_LEVELS },
  { page: 'docs/architecture.md', line: /^- Areas of .*?: (.*)$/m, names: AREAS },
  { page: 'docs/architecture.md', line: /^- Packages: (.*)$/m, names: Object.keys(PACKAGE_LEVELS) },
  { page: 'docs/architecture.md', line: /^- Web app: (.*)$/m, names: Object.keys(WEB_LEVELS) },
  {
    page: 'apps/web/README.md',
    line: /\| folder \| level \| holds \|\n\|[-|]+\|\n((?:\|.*\n)+)/,
    names: Object.values(WEB_LEVELS).flat(),
  },
  { page: 'CONTRIBUTING.md', line: /\| area \| contents \|\n\|[-|]+\|\n((?:\|.*\n)+)/, names: AREAS },
]

/** Lists of the pages that differ from those of the rules; the order counts. */
export function outdatedLists(root: string): string[] {
  return LISTS.flatMap(({ page, line, names }) => {
    const found = line.exec(readFileSync(join(root, page), 'utf8'))?.[1] ?? ''
    const written = found.startsWith('|')
      ? firstCells(found)
      : [...found.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)
    const isSame = written.join() === names.join()
    return isSame ? [] : [`${page}: ${written.join(' ') || 'no list'}, but the rules have ${names.join(' ')}`]
  })
}

const firstCells = (table: string) => [...table.matchAll(/^\| `([\w.-]+)` \|/gm)].map(([, name]) => name!)

const LONGEST_README = 30

/** The folders that have a README: areas of the server, packages, and the levels of the web app. */
const EXPLAINED = [
  'packages/*',
  'apps/server/src/modules/*',
  'apps/web/src/{api,base,esim,features,frame,session,states,texts,ui}',
]

/** READMEs that also teach how a package is used; a test of some runs their examples. */
const LONGER: Readonly<Record<string, string>> = {
  'packages/euicc': 'a table of the card commands with their documents',
  'packages/rsp': 'a table of the subjects with the clauses of SGP.22',
  'packages/saip': 'examples that are run by a test',
}

/** Folders without a README, and READMEs that are too long. */
export function missingReadmes(root: string): string[] {
  return EXPLAINED.flatMap((pattern) => globSync(`${pattern}/`, { cwd: root })).flatMap((found) => {
    const folder = found.replace(/\/$/, '')
    const file = join(root, folder, 'README.md')
    if (!existsSync(file)) return [`${folder} has no README.md`]
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n').length
    return lines > LONGEST_README && !(folder in LONGER) ? [`${folder}/README.md has ${lines} lines`] : []
  })
}
