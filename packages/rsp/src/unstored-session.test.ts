import { toHex } from '@simwright/asn1'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  beginUnstored,
  type OpenedSession,
  recognizeUnstored,
  type SessionPlace,
  timeOfUnstored,
  verifyAuthenticateClient,
} from './index.ts'
import {
  authenticateResponse,
  createScene,
  deviceUnder,
  initiate,
  later,
  now,
  random,
  type Scene,
  serverAddress,
} from './testing/scene.ts'
import { badSignature, unknownTransaction, verdictOf } from './testing/verdict.ts'

let scene: Scene
let other: Scene
beforeAll(() => {
  scene = createScene()
  other = createScene()
})

const key = random(32)
const place: SessionPlace = { interface: 'ES9+', port: 'NIST' }

const begin = () => initiate(scene, {}, beginUnstored({ place, key, at: now, endsAt: later, random })).session

type Change = Partial<{ place: SessionPlace; key: Uint8Array; transactionId: Uint8Array }>

const recognize = (session: OpenedSession, change: Change = {}) =>
  recognizeUnstored({
    transactionId: session.transactionId,
    place,
    key,
    endsAt: later,
    ciKeyIds: [other.ciKeyId, scene.ciKeyId],
    serverCiKeyIds: [other.ciKeyId, scene.ciKeyId],
    ...change,
  })

/** The id with one changed byte. */
const changedAt = (id: Uint8Array, index: number) => Uint8Array.from(id, (byte, i) => (i === index ? byte ^ 1 : byte))

describe('a session that is not stored', () => {
  test('has a transaction id of 16 bytes that begins with the time, and never the same one', () => {
    const [one, two] = [begin(), begin()]
    expect(one.transactionId).toHaveLength(16)
    expect(one.serverChallenge).toHaveLength(16)
    expect(timeOfUnstored(one.transactionId)).toEqual(now)
    expect(timeOfUnstored(one.transactionId.subarray(1))).toBeUndefined()
    expect(toHex(two.transactionId)).not.toBe(toHex(one.transactionId))
    expect(toHex(two.serverChallenge)).not.toBe(toHex(one.serverChallenge))
  })

  test('is found whole by what the eUICC signs, whatever the case of the address', () => {
    const session = begin()
    expect(recognize(session)?.find(session)).toEqual(session)
    const shouted = { ...session, serverAddress: serverAddress.toUpperCase() }
    expect(recognize(session)?.find(shouted)).toEqual(shouted)
  })

  test('with two issuers is found with each one', () => {
    const chosen = { serverAddress, ciKeyId: other.ciKeyId, serverCiKeyId: scene.ciKeyId }
    const session = { ...chosen, ...beginUnstored({ place, key, at: now, endsAt: later, random })(chosen) }
    expect(recognize(session)?.find(session)).toEqual(session)
  })

  test('is unknown once any byte of its id has changed', () => {
    const session = begin()
    for (const index of session.transactionId.keys())
      expect(recognize(session, { transactionId: changedAt(session.transactionId, index) })).toBeUndefined()
  })

  test.each<[string, Change]>([
    ['with another key', { key: random(32) }],
    ['on another port', { place: { ...place, port: 'BRP' } }],
    ['on another interface', { place: { ...place, interface: 'ES11' } }],
    ['with names that only read alike', { place: { ...place, port: 'NIS' } }],
    ['by an id of another length', { transactionId: random(15) }],
    ['by a random id', { transactionId: random(16) }],
  ])('is unknown %s', (_, change) => {
    expect(recognize(begin(), change)).toBeUndefined()
  })

  test('is not found with another challenge, address, or issuer', () => {
    const session = begin()
    const found = recognize(session)!
    expect(found.find({ ...session, serverChallenge: random(16) })).toBeUndefined()
    expect(found.find({ ...session, serverChallenge: random(15) })).toBeUndefined()
    expect(found.find({ ...session, serverChallenge: begin().serverChallenge })).toBeUndefined()
    expect(found.find({ ...session, serverAddress: 'rsp.example.org' })).toBeUndefined()
    const removed = recognizeUnstored({
      ...{ transactionId: session.transactionId, place, key, endsAt: later },
      ciKeyIds: [scene.ciKeyId],
      serverCiKeyIds: [other.ciKeyId],
    })!
    expect(removed.find(session)).toBeUndefined()
  })
})

describe('AuthenticateClient of a session that is not stored', () => {
  const verify = (session: OpenedSession, response: Uint8Array, { at = now, ...change }: Change & { at?: Date } = {}) =>
    verifyAuthenticateClient({
      request: { transactionId: session.transactionId, authenticateServerResponse: response },
      session: recognize(session, change),
      trust: scene.trust,
      at,
    })

  test('returns the session that the eUICC signed', () => {
    const session = begin()
    expect(verify(session, authenticateResponse(session, scene.device))).toMatchObject({ session })
  })

  test.each<[string, Parameters<typeof authenticateResponse>[2], string]>([
    ['another challenge', { serverChallenge: new Uint8Array(16) }, badSignature],
    ['another address', { serverAddress: 'rsp.example.org' }, badSignature],
    ['another transaction id', { transactionId: new Uint8Array(16) }, unknownTransaction],
  ])('is refused when the eUICC signed %s', (_, signed, verdict) => {
    const session = begin()
    expect(verdictOf(() => verify(session, authenticateResponse(session, scene.device, signed)))).toBe(verdict)
  })

  test('is refused with the challenge of another session of the server', () => {
    const session = begin()
    const { serverChallenge } = begin()
    const response = authenticateResponse(session, scene.device, { serverChallenge })
    expect(verdictOf(() => verify(session, response))).toBe(badSignature)
  })

  test('is refused when it has ended, or the server does not know it', () => {
    const session = begin()
    const response = authenticateResponse(session, scene.device)
    expect(verdictOf(() => verify(session, response, { at: later }))).toBe(unknownTransaction)
    expect(verdictOf(() => verify(session, response, { key: random(32) }))).toBe(unknownTransaction)
  })

  test("is refused for an eUICC under a trusted issuer that is not the session's", () => {
    const session = begin()
    const trusted = deviceUnder(other.eum, { curve: 'P-256', ciKeyId: other.ciKeyId })
    const call = {
      request: {
        transactionId: session.transactionId,
        authenticateServerResponse: authenticateResponse(session, trusted),
      },
      session: recognize(session),
      trust: { ...scene.trust, roots: [...scene.trust.roots, ...other.trust.roots] },
      at: now,
    }
    expect(verdictOf(() => verifyAuthenticateClient(call))).toBe('8.11.1/3.9 ci_unknown')
  })

  test("is refused when the signature is not of the certificate's key", () => {
    const session = begin()
    const device = { ...scene.device, key: other.device.key }
    expect(verdictOf(() => verify(session, authenticateResponse(session, device)))).toBe(badSignature)
  })
})
