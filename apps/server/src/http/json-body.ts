import { Problem } from '@simwright/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Far deeper than any call needs, but shallow enough for recursive parsers. */
const DEEPEST = 64

export const BODY_LIMIT_BYTES = 1024 * 1024

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
    if (text.trim() === '') return done(null, undefined)
    if (isDeeperThan(text, DEEPEST)) return done(tooDeep())
    void parse(request, text, done)
  }
}

function tooDeep(): Problem {
  const text = `JSON may be nested ${DEEPEST} levels deep.`
  return new Problem('invalid', {}, { faults: [{ path: '', rule: 'too_deep', text }] })
}

/** Counts brackets outside strings, without parsing. */
export function isDeeperThan(json: string, limit: number): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < json.length; at += 1) {
    const c = json[at]
    if (inString) {
      if (c === '\\') at += 1
      else if (c === '"') inString = false
    } else if (c === '"') inString = true
    else if (c === '[' || c === '{') {
      depth += 1
      if (depth > limit) return true
    } else if (c === ']' || c === '}') depth -= 1
  }
  return false
}
