import { Problem } from '@simwright/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ownRound } from '../runtime/own-round.ts'

/** Far deeper than any call needs, but shallow enough for recursive parsers. */
const DEEPEST = 64

export const BODY_LIMIT_BYTES = 1024 * 1024

/** Parsing a longer body takes milliseconds, and many of them often arrive at the same time. */
const LONG_CHARS = 64 * 1024

/** Parses JSON bodies. An empty body is undefined; one that is malformed, too deep or has `__proto__` is refused. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = jsonParser(app)
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    parse(request, body as string, done),
  )
}

type Done = (error: Error | null, value?: unknown) => void

/** The parser of `readJsonBodies`, for bodies that are read as bytes. */
export function jsonParser(app: FastifyInstance): (request: FastifyRequest, text: string, done: Done) => void {
  const parse = app.getDefaultJsonParser('error', 'error')
  return (request, text, done) => {
    const read = () => {
      if (text.trim() === '') return done(null, undefined)
      if (isDeeperThan(text, DEEPEST)) return done(tooDeep())
      void parse(request, text, done)
    }
    if (text.length <= LONG_CHARS) read()
    else void ownRound().then(read)
  }
}

function tooDeep(): Problem {
  const text = `JSON may be nested ${DEEPEST} levels deep.`
  return new Problem('invalid', {}, { faults: [{ path: '', rule: 'too_deep', text }] })
}

/** Counts brackets outside strings, without parsing. */
export function isDeeperThan(json: string, limit: number): boolean {
  let depth = 0
  for (let at = 0; at < json.length; at += 1) {
    const c = json[at]
    if (c === '"') at = endOfString(json, at)
    else if (c === '[' || c === '{') {
      depth += 1
      if (depth > limit) return true
    } else if (c === ']' || c === '}') depth -= 1
  }
  return false
}

/** The position of the quote that ends the string which begins at `begin`. */
function endOfString(json: string, begin: number): number {
  for (let at = json.indexOf('"', begin + 1); at >= 0; at = json.indexOf('"', at + 1)) {
    let escapes = 0
    while (json[at - 1 - escapes] === '\\') escapes += 1
    if (escapes % 2 === 0) return at
  }
  return json.length
}
