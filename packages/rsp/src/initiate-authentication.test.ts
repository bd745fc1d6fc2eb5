import { toHex } from '@simwright/asn1'
import { parseCertificate } from '@simwright/x509'
import { beforeAll, describe, expect, test } from 'vitest'
import { beginRandom, importVerifyingKey, initiateAuthentication, serverSigned1 } from './index.ts'
import { createScene, info1Of, initiate, later, random, type Scene, serverAddress } from './testing/scene.ts'
import { verdictOf } from './testing/verdict.ts'

let scene: Scene
let stranger: Scene
beforeAll(() => {
  scene = createScene()
  stranger = createScene()
})

const spkiOf = (certificate: Uint8Array) => parseCertificate(certificate).publicKeyInfo

describe('initiateAuthentication', () => {
  test("answers with the eUICC's challenge and a signature of CERT.DPauth over it", () => {
    const { answer, session } = initiate(scene)
    const signed = serverSigned1.decode(answer.serverSigned1)
    expect(signed).toMatchObject({ serverAddress, transactionId: session.transactionId })
    expect(toHex(signed.serverChallenge)).toBe(toHex(session.serverChallenge))
    expect(toHex(answer.euiccCiPKIdToBeUsed)).toBe(`0414${toHex(scene.ciKeyId)}`)
    const key = importVerifyingKey(spkiOf(answer.serverCertificate))
    expect(toHex(answer.serverSignature1.subarray(0, 3))).toBe('5f3740')
    expect(key.verify(answer.serverSigned1, answer.serverSignature1.subarray(3))).toBe(true)
  })

  test('two calls have different transaction ids and challenges', () => {
    const [one, two] = [initiate(scene).session, initiate(scene).session]
    expect(toHex(one.transactionId)).not.toBe(toHex(two.transactionId))
    expect(toHex(one.serverChallenge)).not.toBe(toHex(two.serverChallenge))
  })

  test.each(['rsp.example.com', 'RSP.EXAMPLE.COM', 'rsp.example.com:8443'])(
    'accepts %s as its own address',
    (address) => {
      expect(initiate(scene, { smdpAddress: address }).session.serverAddress).toBe(address)
    },
  )

  test.each(['rsp.example.org', 'rsp.example.com:443', '', 'rsp.example.com.'])('refuses the address %j', (address) => {
    expect(verdictOf(() => initiate(scene, { smdpAddress: address }))).toBe('8.8.1/3.8 server_address_refused')
  })

  test.each(['2.1.0', '2.2.1', '2.2.2', '2.3.0', '2.5.0'])('accepts eUICCs of version %s', (svn) => {
    expect(verdictOf(() => initiate(scene, { euiccInfo1: info1Of({ ...scene.device.info, svn }) }))).toBe('accepted')
  })

  test.each(['1.0.0', '2.0.0', '3.0.0', '3.1.0'])('refuses eUICCs of version %s', (svn) => {
    const euiccInfo1 = info1Of({ ...scene.device.info, svn })
    expect(verdictOf(() => initiate(scene, { euiccInfo1 }))).toBe('8.8.3/3.1 version_unsupported')
  })

  test('refuses an eUICC that signs only under unknown CIs', () => {
    const euiccInfo1 = info1Of({ ...scene.device.info, euiccCiPKIdListForSigning: [random(20)] })
    expect(verdictOf(() => initiate(scene, { euiccInfo1 }))).toBe('8.8.2/3.1 ci_unsupported')
  })

  test('refuses an eUICC that cannot verify any of its certificates', () => {
    const euiccInfo1 = info1Of({ ...scene.device.info, euiccCiPKIdListForVerification: [random(20)] })
    expect(verdictOf(() => initiate(scene, { euiccInfo1 }))).toBe('8.8.4/3.7 server_certificate_unavailable')
  })

  test('refuses bytes that are not an EUICCInfo1', () => {
    expect(verdictOf(() => initiate(scene, { euiccInfo1: Uint8Array.of(0x30, 0) }))).toBe('1.3.1/2.1 request_malformed')
  })

  test('checks the address before the version and the version before the CI', () => {
    const bad = info1Of({ ...scene.device.info, svn: '1.0.0', euiccCiPKIdListForSigning: [] })
    expect(verdictOf(() => initiate(scene, { euiccInfo1: bad, smdpAddress: 'x' }))).toContain('server_address_refused')
    expect(verdictOf(() => initiate(scene, { euiccInfo1: bad }))).toContain('version_unsupported')
  })

  test("chooses among several CIs in the eUICC's order", () => {
    const server = {
      addresses: [serverAddress],
      trustedCiKeyIds: [scene.ciKeyId, stranger.ciKeyId],
      credentials: [scene.credentials, stranger.credentials],
    }
    const choose = (ids: Uint8Array[]) =>
      initiateAuthentication({
        request: {
          euiccChallenge: random(16),
          smdpAddress: serverAddress,
          euiccInfo1: info1Of({
            ...scene.device.info,
            euiccCiPKIdListForSigning: ids,
            euiccCiPKIdListForVerification: [...ids].reverse(),
          }),
        },
        server,
        begin: beginRandom({ random, endsAt: later }),
      })
    const first = choose([random(20), stranger.ciKeyId, scene.ciKeyId])
    expect(first.session.ciKeyId).toEqual(stranger.ciKeyId)
    expect(first.credentials).toBe(stranger.credentials)
    expect(first.session.serverCiKeyId).toEqual(stranger.ciKeyId)
    expect(choose([scene.ciKeyId, stranger.ciKeyId]).credentials).toBe(scene.credentials)
  })
})
