import { RspRefusal } from '@simwright/rsp'

const DEEPEST = 32

/**
 * Parses JSON strictly: duplicate members are refused, because parsers differ in which of them they use.
 * @throws SyntaxError if it is not JSON; RspRefusal `request_malformed` if it is nested too deeply or has a duplicate
 * member
 */
export function readJsonText(text: string): unknown {
  const value: unknown = JSON.parse(text)
  checkStructure(text)
  return value
}

/** Expects valid JSON. */
function checkStructure(text: string): void {
  const open: Set<string>[] = []
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]
    if (char === '{' || char === '[') {
      open.push(new Set())
      if (open.length > DEEPEST) throw malformed('it is nested too deeply')
    } else if (char === '}' || char === ']') open.pop()
    else if (char === '"') {
      const end = endOfString(text, at)
      if (isName(text, end)) addName(open.at(-1)!, text.slice(at, end))
      at = end - 1
    }
  }
}

/** The index after the closing quote of the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  let end = start
  do end = text.indexOf('"', end + 1)
  while (isEscaped(text, end))
  return end + 1
}

function isEscaped(text: string, at: number): boolean {
  let first = at
  while (text[first - 1] === '\\') first -= 1
  return (at - first) % 2 === 1
}

function isName(text: string, end: number): boolean {
  let at = end
  while (/\s/.test(text[at] ?? '')) at += 1
  return text[at] === ':'
}

function addName(names: Set<string>, literal: string): void {
  const name = JSON.parse(literal) as string
  if (names.has(name)) throw malformed(`the member ${JSON.stringify(name.slice(0, 64))} is duplicate`)
  names.add(name)
}

function malformed(detail: string): RspRefusal {
  return new RspRefusal('request_malformed', { detail })
}
