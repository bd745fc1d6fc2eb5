import { end, list } from '@simwright/contract/people/session'
import { expect, test } from 'vitest'
import { answer, events, fail, refuse } from './answer.ts'
import { hoursAgo, sampleId } from './sample.ts'

const session = {
  id: sampleId(1),
  current: true,
  address: '203.0.113.7',
  userAgent: 'Firefox',
  createdAt: hoursAgo(2),
  lastSeenAt: hoursAgo(1),
  visit: false,
}

const bodyOf = async (response: Response | Promise<Response>) => (await response).json()

test('an answer is wrapped in the envelope of the portal', async () => {
  expect(await bodyOf(answer(list, { items: [session] }).respond({}))).toEqual({
    success: true,
    code: '00000',
    msg: '',
    obj: { items: [session] },
  })
})

test('an answer of the wrong shape neither compiles nor is sent', () => {
  // @ts-expect-error a field is missing
  expect(() => answer(list, { items: [{ ...session, current: undefined }] }).respond({})).toThrow(/current/)
  // @ts-expect-error the endpoint has no such field
  answer(list, { items: [], rows: [] })
})

test('a value that the contract does not accept is not sent', () => {
  expect(() => answer(list, { items: [{ ...session, lastSeenAt: 'yesterday' }] }).respond({})).toThrow(/lastSeenAt/)
})

test('a refusal has the code, status and text of the problem table', async () => {
  const response = await refuse(end, 'not_found').respond({})
  expect(response.status).toBe(404)
  expect(await bodyOf(response)).toMatchObject({ success: false, code: '19404' })
  expect(await bodyOf(fail(end).respond({}))).toMatchObject({ code: '19500', msg: expect.stringContaining('req-') })
})

test('events are sent in order, followed by an end event', async () => {
  const response = await events(list, { items: [] }, { items: [session] }).respond({})
  expect((await response.text()).split('\n\n')).toEqual([
    'data: {"items":[]}',
    expect.stringContaining('Firefox'),
    'event: end\ndata: ',
    '',
  ])
})
