import { beforeAll, describe, expect, test } from 'vitest'
import { cancelSessionResponse, verifyCancelSession } from './index.ts'
import { authenticate, cancelResponse, createScene, later, now, random, type Scene, smdpOid } from './testing/scene.ts'
import { badSignature, flipped, unknownTransaction, verdictOf } from './testing/verdict.ts'

let scene: Scene
let stranger: Scene
beforeAll(() => {
  scene = createScene()
  stranger = createScene()
})

describe('cancelSession', () => {
  let own: ReturnType<typeof authenticate>
  beforeAll(() => {
    own = authenticate(scene)
  })
  const verify = (response: Uint8Array, change: object = {}) =>
    verifyCancelSession({
      request: { transactionId: own.session.transactionId, cancelSessionResponse: response },
      session: own.session,
      smdpOid,
      at: now,
      ...change,
    })
  const outcome = (response: Uint8Array, change: object = {}) => verdictOf(() => verify(response, change))

  test.each([
    'endUserRejection',
    'postponed',
    'timeout',
    'pprNotAllowed',
    'metadataMismatch',
    'loadBppExecutionError',
    'undefinedReason',
    99,
  ] as const)('returns the reason %s', (reason) => {
    expect(verify(cancelResponse(own.session, scene.device, { reason }))).toEqual({ kind: 'canceled', reason })
  })

  test("an eUICC's error answer is returned, not refused", () => {
    const response = cancelSessionResponse.encode({ kind: 'error', value: 'invalidTransactionId' })
    expect(verify(response)).toEqual({ kind: 'error', code: 'invalidTransactionId' })
  })

  test('an unknown or ended session is refused', () => {
    const response = cancelResponse(own.session, scene.device)
    expect(outcome(response, { session: undefined })).toBe(unknownTransaction)
    expect(outcome(response, { at: later })).toBe(unknownTransaction)
  })

  test('a signature of another eUICC is refused', () => {
    expect(outcome(cancelResponse(own.session, stranger.device))).toBe(badSignature)
  })

  test("another server's OID is refused before a different transaction id", () => {
    const mixed = cancelResponse(own.session, scene.device, { smdpOid: '2.999.11', transactionId: random(16) })
    expect(outcome(mixed)).toBe('8.8/3.10 server_oid_mismatch')
    expect(outcome(cancelResponse(own.session, scene.device, { transactionId: random(16) }))).toBe(unknownTransaction)
  })

  test('a response with a flipped bit is refused', () => {
    const response = cancelResponse(own.session, scene.device)
    for (let bit = 0; bit < response.length * 8; bit++) {
      expect(outcome(flipped(response, bit)), `bit ${bit}`).not.toBe('accepted')
    }
  })
})
