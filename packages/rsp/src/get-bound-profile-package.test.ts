import { beforeAll, describe, expect, test } from 'vitest'
import { prepareDownloadResponse, verifyPrepareDownload } from './index.ts'
import { authenticate, createScene, later, now, prepareResponse, random, type Scene } from './testing/scene.ts'
import { badSignature, flipped, unknownTransaction, verdictOf } from './testing/verdict.ts'

let scene: Scene
let stranger: Scene
beforeAll(() => {
  scene = createScene()
  stranger = createScene()
})

describe('getBoundProfilePackage', () => {
  let own: ReturnType<typeof authenticate>
  beforeAll(() => {
    own = authenticate(scene)
  })
  const verify = (response: Uint8Array, change: object = {}) =>
    verifyPrepareDownload({
      request: { transactionId: own.session.transactionId, prepareDownloadResponse: response },
      session: own.session,
      at: now,
      ...change,
    })
  const outcome = (response: Uint8Array, change: object = {}) => verdictOf(() => verify(response, change))

  test('the hash of the confirmation code is returned', () => {
    const hashCc = random(32)
    expect(verify(prepareResponse(own.session, scene.device, { hashCc }))).toMatchObject({ hashCc })
  })

  test("an eUICC's error answer is returned, not refused", () => {
    const value = { transactionId: own.session.transactionId, downloadErrorCode: 'invalidCertificate' as const }
    expect(verify(prepareDownloadResponse.encode({ kind: 'error', value }))).toEqual({
      kind: 'error',
      code: 'invalidCertificate',
    })
  })

  test('a session before AuthenticateClient, without an offer or after its end is unknown', () => {
    const response = prepareResponse(own.session, scene.device)
    expect(outcome(response)).toBe('accepted')
    expect(outcome(response, { session: undefined })).toBe(unknownTransaction)
    expect(outcome(response, { session: { ...own.session, smdpSignature2: undefined } })).toBe(unknownTransaction)
    expect(outcome(response, { at: later })).toBe(unknownTransaction)
  })

  test('a different signed transaction id is refused', () => {
    expect(outcome(prepareResponse(own.session, scene.device, { transactionId: random(16) }))).toBe(unknownTransaction)
  })

  test('a signature of another eUICC, or for another offer, is refused', () => {
    expect(outcome(prepareResponse(own.session, stranger.device))).toBe(badSignature)
    const other = authenticate(scene)
    const replayed = { transactionId: own.session.transactionId, smdpSignature2: other.smdpSignature2 }
    expect(outcome(prepareResponse(replayed, scene.device))).toBe(badSignature)
  })

  test('garbage is malformed', () => {
    expect(outcome(Uint8Array.of(0x30, 0x80))).toBe('1.3.1/2.1 request_malformed')
  })

  test('a response with a flipped bit is refused', () => {
    const response = prepareResponse(own.session, scene.device, { hashCc: random(32) })
    for (let bit = 0; bit < response.length * 8; bit++) {
      expect(outcome(flipped(response, bit)), `bit ${bit}`).not.toBe('accepted')
    }
  })
})
