import { API_PREFIX, endpoints, openToPrograms } from '@simwright/contract'
import * as account from '@simwright/contract/people/account'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as apiKey from '@simwright/contract/programs/keys'
import { signedCalls } from '@simwright/contract/programs/open-api'
import type { SignedCall } from '@simwright/contract/programs/signed-call'
import { describe, expect, test } from 'vitest'
import { testServer } from '../testing/server.ts'

const t = await testServer()
const { owner } = await t.enterprise('Reference')
const fields = { name: 'Reference', scopes: ['Fleet_View' as const], addresses: [] }
const { key } = await owner.ask(apiKey.add, { kind: 'PERSONAL', days: 1, fields })

const preflight = (path: string, method: string, origin = 'null') =>
  t.app.inject({ method: 'OPTIONS', url: path, headers: { origin, 'access-control-request-method': method } })

const ALLOWED = 'access-control-allow-origin'
const allowed = ({ headers }: Pick<Response, 'headers'>) => headers.get(ALLOWED)

describe('a page in a sandbox, such as the API reference', () => {
  test('may send the calls that are open to keys or signed, and no other', async () => {
    const wrong: string[] = []
    const judge = async (name: string, { path, method }: { path: string; method: string }, isOpen: boolean) => {
      const answer = await preflight(path, method)
      const wanted = isOpen ? [204, 'null'] : [405, undefined]
      const got = [answer.statusCode, answer.headers[ALLOWED]]
      if (JSON.stringify(got) !== JSON.stringify(wanted)) wrong.push(`${name}: ${got}, not ${wanted}`)
    }
    for (const { name, endpoint } of endpoints)
      await judge(name, { path: `${API_PREFIX}${endpoint.path}`, method: endpoint.method }, openToPrograms(endpoint))
    for (const { path } of Object.values<SignedCall>(signedCalls))
      await judge(path, { path: `${API_PREFIX}${path}`, method: 'POST' }, true)
    expect(wrong).toEqual([])
  })

  test('reads the answer of a call with a key, also a refusal, without cookies', async () => {
    const program = t.stranger().withKey(key)
    const read = await program.send(fleet.count, {}, { headers: { origin: 'null' } })
    expect([read.status, allowed(read), read.headers.get('vary')]).toEqual([200, 'null', 'Origin'])
    expect(read.headers.get('access-control-allow-credentials')).toBeNull()
    expect(read.headers.get('access-control-expose-headers')).toContain('ratelimit')
    const none = await t.stranger().send(fleet.count, {}, { headers: { origin: 'null' } })
    expect([none.status, allowed(none)]).toEqual([401, 'null'])
    const refused = await t
      .stranger()
      .withKey(`${key}x`)
      .send(fleet.count, {}, { headers: { origin: 'null' } })
    expect([refused.status, allowed(refused)]).toEqual([401, 'null'])
  })

  test('does not read the answer of a call with a session', async () => {
    for (const endpoint of [fleet.count, account.me]) {
      const answer = await owner.send(endpoint, {}, { headers: { origin: 'null' } })
      expect([answer.status, allowed(answer)]).toEqual([200, null])
    }
  })
})

test('pages of other hosts are not let in', async () => {
  const path = `${API_PREFIX}${fleet.count.path}`
  const answer = await preflight(path, 'POST', 'https://example.com')
  expect([answer.statusCode, answer.headers[ALLOWED]]).toEqual([405, undefined])
  const read = await t
    .stranger()
    .withKey(key)
    .send(fleet.count, {}, { headers: { origin: 'https://example.com' } })
  expect(allowed(read)).toBeNull()
  expect((await preflight(path, 'GET')).statusCode).toBe(405)
})
