import type { EventType, ProfileEvent } from '@simwright/contract/profiles/fleet'
import { expect, test } from 'vitest'
import { failureOf } from './failure.ts'

const event = (type: EventType, code?: string): ProfileEvent => {
  const [subjectCode = null, reasonCode = null] = code?.split('/') ?? []
  return {
    id: '0197f000-0000-7000-8000-000000000001',
    profileId: '0197f000-0000-7000-8000-000000000002',
    iccid: '89999700000000000273',
    type,
    at: '2026-11-28T02:00:00.000Z',
    actor: 'device',
    actorName: null,
    ruleId: null,
    ruleName: null,
    address: null,
    eid: null,
    device: null,
    subjectCode,
    reasonCode,
    text: '',
    messageId: null,
  }
}
const causeOf = (...events: ProfileEvent[]) => failureOf('AVAILABLE', events)?.explanation.cause

test('the newest failed download is the failure, with its cause', () => {
  expect(causeOf(event('REFUSED', '8.1/4.8'), event('REFUSED', '8.8/4.2'))).toBe('device')
  expect(causeOf(event('ERROR'), event('REFUSED', '8.8/4.2'), event('AUTHENTICATED'))).toBe('configuration')
  expect(causeOf(event('REFUSED', '8.8.4/3.7'))).toBe('server')
  expect(causeOf(event('EXPIRED'), event('GENERATED'))).toBe('code')
  expect(causeOf(event('INSTALL_FAILED'), event('DOWNLOADED'))).toBe('device')
})

test('a new code, a download or an installation makes a failure history', () => {
  expect(causeOf(event('GENERATED_AGAIN'), event('REFUSED', '8.1/4.8'))).toBeUndefined()
  expect(causeOf(event('DOWNLOADED'), event('REFUSED', '8.2.7/3.8'))).toBeUndefined()
  expect(failureOf('ENABLED', [event('REFUSED', '8.1.1/3.8')])).toBeUndefined()
  expect(causeOf()).toBeUndefined()
})
