import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'
import { parseSync, Visitor } from 'oxc-parser'
import { analyse } from 'scslre'

/** Code that meets input from outside, in the server and in its packages. */
const FILES = '{packages/*,apps/server}/src/**/*.ts'
const EXEMPT = /\.test\.ts$|\/testing\/|^apps\/server\/src\/(demo|seed)\//

/**
 * Patterns that may take more time than the length of their input, by their source, and why it does not matter: the input
 * is ours, or a limit is checked before.
 */
const REVIEWED: Readonly<Record<string, string>> = {
  // texts of ours
  '\\/\\*.*?\\*\\/': 'statements of the server',
  "'(?:[^']|'')*'(?=::text)": 'definitions of the own tables',
  '<link rel="icon"[^>]*>': 'the own page',
  // of limited length
  '^(.+?)\\1+$': 'a password has up to 256 characters',
  '^[^a-z]+|[^a-z]+$': 'a password has up to 256 characters',
  '[^a-z0-9@$!]+$': 'a password has up to 256 characters',
  '[\\d!]+$': 'a password has up to 256 characters',
  '=+$': 'at most two of them at the end: an icon was checked, a hash is ours',
  '\\+[^@]*@': 'an e-mail address has up to 254 characters',
  'f+$': 'an ICCID has 20 digits',
  '"[^"]*"|\\\\.|\\[[^\\]]*\\]|[_*].': 'a number format is cut to 255 characters',
  '"([^"]*)"|\\\\(.)|(\\[[^\\]]*\\])|[_*].|(.)': 'a number format is cut to 255 characters',
}

/**
 * Regular expressions whose time can grow faster than their input, as `path:line`: by scslre, which finds repeated single
 * characters, and by loops that can swallow their own beginning, such as `<!--[\s\S]*?-->`, which scslre does not look for.
 */
export function slowPatterns(root: string): string[] {
  const files = globSync(FILES, { cwd: root }).filter((file) => !EXEMPT.test(file))
  const unseen = new Set(Object.keys(REVIEWED))
  const slow = files.flatMap((file) =>
    patternsOf(file, readFileSync(join(root, file), 'utf8')).flatMap(({ pattern, flags, line }) => {
      const fault = faultOf(pattern, flags)
      if (fault === undefined || unseen.delete(pattern) || pattern in REVIEWED) return []
      return [`${file}:${line} /${pattern}/${flags}: ${fault}`]
    }),
  )
  return [...slow, ...[...unseen].map((pattern) => `reviewed, but not found: ${pattern}`)]
}

type Pattern = { pattern: string; flags: string; line: number }

function patternsOf(file: string, text: string): Pattern[] {
  const found: Pattern[] = []
  new Visitor({
    Literal(node) {
      if (!('regex' in node) || !node.regex) return
      const { pattern, flags } = node.regex
      found.push({ pattern, flags, line: text.slice(0, node.start).split('\n').length })
    },
  }).visit(parseSync(file, text).program)
  return found
}

function faultOf(pattern: string, flags: string): string | undefined {
  const known = flags.replace('d', '')
  const { reports } = analyse({ source: pattern, flags: known }, { assumeRejectingSuffix: false })
  const [report] = reports
  if (report) return `${report.exponential ? 'exponential' : 'polynomial'} time (${report.type})`
  const loop = loopOverItsBeginning(pattern, known)
  return loop === undefined ? undefined : `each beginning is searched to the end: ${loop}`
}

/** A loop without a limit, before something that must follow, whose characters include those before it. */
function loopOverItsBeginning(pattern: string, flags: string): string | undefined {
  if (flags.includes('y')) return undefined
  const isUnicode = flags.includes('u')
  const ast = new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode: isUnicode, unicodeSets: false })
  let found: string | undefined
  visitRegExpAST(ast, {
    onAlternativeEnter(alternative) {
      if (alternative.parent === ast) found ??= swallowing(alternative, flags)
    },
  })
  return found
}

function swallowing({ elements }: AST.Alternative, flags: string): string | undefined {
  const [first] = elements
  if (first?.type === 'Assertion' && first.kind === 'start') return undefined
  return elements.find((element, at) => {
    if (element.type !== 'Quantifier' || element.max !== Number.POSITIVE_INFINITY) return false
    if (at === 0 || !elements.slice(at + 1).some(mustFollow)) return false
    const beginning = elements.slice(0, at).map(sampleOf).join('')
    return beginning !== '' && new RegExp(`^(?:${element.element.raw})+$`, flags.replace('g', '')).test(beginning)
  })?.raw
}

const mustFollow = (element: AST.Element): boolean => element.type !== 'Quantifier' || element.min > 0

/** A text that an element matches, as far as it is one of characters. */
function sampleOf(element: AST.Element): string {
  if (element.type === 'Character') return String.fromCodePoint(element.value)
  if (element.type === 'Quantifier') return sampleOf(element.element).repeat(Math.max(1, element.min))
  if (element.type !== 'CharacterClass' && element.type !== 'CharacterSet') return ''
  const one = new RegExp(`^${element.raw}$`, 'u')
  return [...'a0 A-_."[(<:/'].find((char) => one.test(char)) ?? ''
}
