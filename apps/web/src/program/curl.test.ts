import { describe, expect, test } from 'vitest'
import { bearerCurl, openApiCurl } from './curl.ts'
import { withPlaceholders } from './placeholder.ts'

const ORIGIN = 'https://portal.example.com'

describe('a curl command', () => {
  test('sends JSON as one argument of the shell, and the key from the environment', () => {
    const body = { note: `it's "50%" $HOME` }
    expect(bearerCurl(ORIGIN, { method: 'POST', path: '/api/v1/group/add', body })).toBe(
      [
        `curl -sS 'https://portal.example.com/api/v1/group/add' \\`,
        `  -H "Authorization: Bearer $SIMWRIGHT_KEY" \\`,
        `  -H 'Content-Type: application/json' \\`,
        `  --data-binary '{"note":"it'\\''s \\"50%\\" $HOME"}'`,
      ].join('\n'),
    )
  })

  test('sends the fields of a GET in the query, and those of a form next to a file', () => {
    const get = bearerCurl(ORIGIN, { method: 'GET', path: '/api/v1/x', body: { a: 'b c', d: ['1', '2'] } })
    expect(get).toContain(`'${ORIGIN}/api/v1/x?a=b+c&d=1&d=2'`)
    const form = bearerCurl(ORIGIN, { method: 'POST', path: '/api/v1/f', body: { a: "b'c" }, isForm: true })
    expect(form).toContain(`-F file=@FILE \\\n  -F 'a=b'\\''c'`)
  })

  test('of the open API signs what it sends', () => {
    const script = openApiCurl(ORIGIN, { method: 'POST', path: '/api/v1/ac/generate', body: { note: "it's" } })
    expect(script).toContain(`body='{"note":"it'\\''s"}'\n`)
    expect(script).toContain('openssl dgst -sha256 -hmac "$SECRET_KEY"')
    expect(script).toContain(`curl -sS '${ORIGIN}/api/v1/ac/generate'`)
  })
})

test('hidden values become placeholders with the name of their field', () => {
  const value = { ki: '***', rows: [{ pin1: '***', iccid: '8944' }], list: ['***'], note: 'was *** here' }
  expect(withPlaceholders(value)).toEqual({
    ki: '<ki>',
    rows: [{ pin1: '<pin1>', iccid: '8944' }],
    list: ['<list>'],
    note: 'was *** here',
  })
})
