import { problems, SUCCESS_CODE } from '@simwright/contract'
import * as enterprise from '@simwright/contract/people/enterprise'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ask } from './call.ts'

const ID = '01900000-0000-7000-8000-000000000001'

const unknown = { success: false, code: problems.outcome_unknown.code, msg: 'Unknown.', obj: {} }
const done = { success: true, code: SUCCESS_CODE, msg: '', obj: { id: ID } }

const quiet = { silent: true, background: true }
let requestIds: (string | null)[] = []

/** Stubs the server: it answers with these envelopes, one per call. */
function answerWith(...envelopes: object[]) {
  requestIds = []
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    requestIds.push(new Headers(headers).get('x-request-id'))
    return Response.json(envelopes.shift())
  })
}

beforeEach(() => {
  vi.useFakeTimers()
  // a browser without a session
  const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('location', new URL('http://localhost/'))
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('localStorage', storage)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const settled = async (call: Promise<unknown>) => {
  const outcome = call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  await vi.advanceTimersByTimeAsync(5_000)
  return await outcome
}

test('an idempotent call with an unknown outcome is repeated once, with the same request id', async () => {
  answerWith(unknown, done)
  expect(await settled(ask(enterprise.add, { name: 'One' }, quiet))).toEqual({ value: { id: ID } })
  expect([requestIds.length, new Set(requestIds).size]).toEqual([2, 1])
  answerWith(unknown, unknown, done)
  const code = problems.outcome_unknown.code
  expect(await settled(ask(enterprise.add, { name: 'One' }, quiet))).toMatchObject({ error: { code } })
})

test('any other call with an unknown outcome is not repeated', async () => {
  answerWith(unknown, done)
  const fields = { name: 'One' }
  const editing = ask(enterprise.edit, { version: 1, fields }, quiet)
  expect(await settled(editing)).toMatchObject({ error: { code: problems.outcome_unknown.code } })
  expect(requestIds).toHaveLength(1)
})
