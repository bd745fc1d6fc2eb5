import { RspRefusal } from '@simwright/rsp'

const DEEPEST = 32

/**
 * Reads JSON whose meaning nobody can doubt: readers differ in which of two members of one name they take.
 * @throws SyntaxError no JSON; RspRefusal request_malformed nested too deeply, or a member twice
 */
export function readJsonText(text: string): unknown {
  const value: unknown = JSON.parse(text)
  checkStructure(text)
  return value
}

/** Of a text that is known to be JSON. */
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
      if (isName(text, end)) takeName(open.at(-1)!, text.slice(at, end))
      at = end - 1
    }
  }
}

/** Behind the closing quote of the string that begins at `start`. */
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

function isName(text: string, behind: number): boolean {
  let at = behind
  while (/\s/.test(text[at] ?? '')) at += 1
  return text[at] === ':'
}

function takeName(names: Set<string>, written: string): void {
  const name = JSON.parse(written) as string
  if (names.has(name)) throw malformed(`the member ${JSON.stringify(name.slice(0, 64))} stands twice`)
  names.add(name)
}

function malformed(detail: string): RspRefusal {
  return new RspRefusal('request_malformed', { detail })
}
