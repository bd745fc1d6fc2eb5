import { writeTlv } from '@simwright/asn1'
import {
  type Identity,
  importPrivateKey,
  issueCrl,
  issuerOf,
  issueTestEuicc,
  issueTestPki,
  parseCertificate,
  parseCrl,
} from '@simwright/x509'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  authenticateServerResponse,
  type Curve,
  generateKeyPair,
  generateOneTimeKey,
  importSigningKey,
  importVerifyingKey,
  type OpenedSession,
  type ProfileInstallationResult,
  readPendingNotification,
  smdpSigned2,
  verifyAuthenticateClient,
  verifyInstallationResult,
  verifyPrepareDownload,
} from './index.ts'
import {
  authenticate,
  authenticateResponse,
  createScene,
  type Device,
  deviceUnder,
  eid,
  initiate,
  installationResult,
  later,
  now,
  prepareResponse,
  random,
  type Scene,
  serverAddress,
  smdpOid,
} from './testing/scene.ts'
import { badSignature, flipped, unknownTransaction, verdictOf } from './testing/verdict.ts'

let scene: Scene
let stranger: Scene
beforeAll(() => {
  scene = createScene()
  stranger = createScene()
})

const spkiOf = (certificate: Uint8Array) => parseCertificate(certificate).publicKeyInfo

describe.each(['P-256', 'brainpoolP256r1'] as const)('a whole session on %s', (curve: Curve) => {
  test('goes from the challenge to the verified installation', () => {
    const own = createScene(curve)
    const { session, client, answer } = authenticate(own)
    expect(client.eid).toBe(eid)
    expect(client.euiccInfo2).toEqual(own.device.info)
    const pb = importVerifyingKey(spkiOf(answer.smdpCertificate))
    const covered = Buffer.concat([answer.smdpSigned2, writeTlv(0x5f37, client.euiccSignature1)])
    expect(pb.verify(covered, answer.smdpSignature2.subarray(3))).toBe(true)
    const euiccOtpk = generateOneTimeKey(curve).publicKey
    const prepared = verifyPrepareDownload({
      request: {
        transactionId: session.transactionId,
        prepareDownloadResponse: prepareResponse(session, own.device, { euiccOtpk }),
      },
      session,
      at: now,
    })
    expect(prepared).toEqual({ kind: 'prepared', euiccOtpk, hashCc: undefined })
    const result = readPendingNotification(installationResult(session, own.device))
    expect(result.kind).toBe('profileInstallationResult')
    const outcome = verifyInstallationResult({ result: result.value as ProfileInstallationResult, session, smdpOid })
    expect(outcome).toMatchObject({ kind: 'installed', iccid: '8901234567890123456', seqNumber: 7 })
  })
})

describe('authenticateClient', () => {
  let session: OpenedSession
  beforeAll(() => {
    session = initiate(scene).session
  })

  const verify = (response: Uint8Array, change: { session?: OpenedSession | undefined; at?: Date } = {}) =>
    verifyAuthenticateClient({
      request: { transactionId: session.transactionId, authenticateServerResponse: response },
      session,
      trust: scene.trust,
      at: now,
      ...change,
    })
  const outcome = (device: Partial<Device>, signed: Parameters<typeof authenticateResponse>[2] = {}) =>
    verdictOf(() => verify(authenticateResponse(session, { ...scene.device, ...device }, signed)))

  test('returns the MatchingID and treats an empty one as absent', () => {
    const matchingIdOf = (matchingId?: string) => {
      const client = verify(authenticateResponse(session, scene.device, matchingId === undefined ? {} : { matchingId }))
      return client.kind === 'authenticated' ? client.matchingId : client.code
    }
    expect(matchingIdOf('04386-AGYFT')).toBe('04386-AGYFT')
    expect(matchingIdOf('')).toBeUndefined()
    expect(matchingIdOf()).toBeUndefined()
  })

  test("an eUICC's error answer is returned, not refused", () => {
    const response = authenticateServerResponse.encode({
      kind: 'error',
      value: { transactionId: session.transactionId, authenticateErrorCode: 'invalidSignature' },
    })
    expect(verify(response)).toEqual({ kind: 'error', code: 'invalidSignature' })
  })

  test('an unknown or ended session is refused before the response is decoded', () => {
    const garbage = Uint8Array.of(1, 2, 3)
    expect(verdictOf(() => verify(garbage, { session: undefined }))).toBe(unknownTransaction)
    expect(verdictOf(() => verify(garbage, { at: later }))).toBe(unknownTransaction)
    expect(verdictOf(() => verify(garbage))).toBe('1.3.1/2.1 request_malformed')
  })

  test('a different signed transaction id is refused', () => {
    expect(outcome({}, { transactionId: random(16) })).toBe(unknownTransaction)
  })

  test('a different signed challenge or address is refused', () => {
    expect(outcome({}, { serverChallenge: random(16) })).toBe(badSignature)
    expect(outcome({}, { serverAddress: 'rsp.example.org' })).toBe(badSignature)
  })

  test('a signature of another key is refused', () => {
    expect(outcome({ key: stranger.device.key })).toBe(badSignature)
  })

  test('certificates under another CI are refused', () => {
    const { key, certificate, eumCertificate } = stranger.device
    expect(outcome({ key, certificate, eumCertificate })).toBe('8.11.1/3.9 ci_unknown')
  })

  test('a trusted CI other than the chosen one is refused', () => {
    const { key, certificate, eumCertificate } = stranger.device
    const response = authenticateResponse(session, { ...scene.device, key, certificate, eumCertificate })
    const trust = { ...scene.trust, roots: [...scene.trust.roots, ...stranger.trust.roots] }
    const request = { transactionId: session.transactionId, authenticateServerResponse: response }
    expect(verdictOf(() => verifyAuthenticateClient({ request, session, trust, at: now }))).toBe(
      '8.11.1/3.9 ci_unknown',
    )
    const chosen = { ...session, ciKeyId: stranger.ciKeyId }
    expect(verdictOf(() => verifyAuthenticateClient({ request, session: chosen, trust, at: now }))).toBe('accepted')
  })

  test('an eUICC certificate of another EUM is refused', () => {
    const { key, certificate } = stranger.device
    expect(outcome({ key, certificate })).toBe('8.1.3/6.1 euicc_certificate_invalid')
  })

  test("an EID outside the EUM's range is refused", () => {
    const foreign = deviceUnder(scene.eum, { ...scene, eid: '89044000123451234512345678901235' })
    expect(outcome(foreign)).toBe('8.1.3/6.1 euicc_certificate_invalid')
  })

  test('an EID with wrong check digits is refused', () => {
    const misnumbered = deviceUnder(scene.eum, { ...scene, eid: '89049032123451234512345678901236' })
    expect(outcome(misnumbered)).toBe('8.1.3/6.1 euicc_certificate_invalid')
  })

  test('a certificate in the wrong field is refused', () => {
    expect(outcome({ eumCertificate: scene.device.certificate })).toMatch(/invalid|ci_unknown/)
    expect(outcome({ certificate: scene.eum.certificate })).toBe('8.1.3/6.1 euicc_certificate_invalid')
    expect(outcome({ certificate: scene.credentials.authCertificate })).toMatch(/invalid|ci_unknown/)
  })

  test('bytes that are not a certificate are refused as an invalid certificate', () => {
    expect(outcome({ certificate: Uint8Array.of(0x30, 0) })).toBe('8.1.3/6.1 euicc_certificate_invalid')
    expect(outcome({ eumCertificate: Uint8Array.of(0x30, 0) })).toBe('8.1.2/6.1 eum_certificate_invalid')
  })

  test('an expired EUM certificate is reported as expired', () => {
    const sources = { random, generateKeyPair: (curve: string) => generateKeyPair(curve as Curve) }
    const pki = issueTestPki({ ...sources, now, host: serverAddress, oid: smdpOid })
    const ci = parseCertificate(pki.ci.certificate)
    const late = (days: number) => new Date(now.getTime() + days * 86_400_000)
    const device = deviceUnder(pki.eum, { curve: 'P-256', ciKeyId: ci.extensions.subjectKeyIdentifier! })
    const own = { ...session, ciKeyId: ci.extensions.subjectKeyIdentifier!, endsAt: late(100_000) }
    const request = {
      transactionId: own.transactionId,
      authenticateServerResponse: authenticateResponse(own, device),
    }
    const trust = { roots: [ci], crls: 'not-checked' as const }
    const at = (days: number) =>
      verdictOf(() => verifyAuthenticateClient({ request, session: own, trust, at: late(days) }))
    expect(at(0)).toBe('accepted')
    expect(at(31 * 365)).toBe('8.1.2/6.3 eum_certificate_expired')
    expect(at(-1)).toBe('8.11.1/3.9 ci_unknown')
  })

  test('an expired EUM certificate is reported before any fault of the eUICC certificate', () => {
    const sources = { random, generateKeyPair: (curve: string) => generateKeyPair(curve as Curve) }
    const pki = issueTestPki({ ...sources, now, host: serverAddress, oid: smdpOid })
    const ci = parseCertificate(pki.ci.certificate)
    const ciKeyId = ci.extensions.subjectKeyIdentifier!
    const own = { ...session, ciKeyId, endsAt: new Date('9000-01-01') }
    const verdict = (certificate: Uint8Array, at: Date) => {
      const device = { ...deviceUnder(pki.eum, { curve: 'P-256', ciKeyId }), certificate }
      const authenticateServerResponse = authenticateResponse(own, device)
      const request = { transactionId: own.transactionId, authenticateServerResponse }
      const trust = { roots: [ci], crls: 'not-checked' as const }
      return verdictOf(() => verifyAuthenticateClient({ request, session: own, trust, at }))
    }
    const inForce = new Date(now.getTime() + 1)
    const lapsed = new Date(now.getTime() + 31 * 365 * 86_400_000)
    for (const certificate of [stranger.device.certificate, Uint8Array.of(0x30, 0)]) {
      expect(verdict(certificate, inForce)).toBe('8.1.3/6.1 euicc_certificate_invalid')
      expect(verdict(certificate, lapsed)).toBe('8.1.2/6.3 eum_certificate_expired')
    }
  })

  test('an expired eUICC certificate is reported as expired', () => {
    const sources = {
      now: new Date('7496-01-20T00:00:00Z'),
      random,
      generateKeyPair: (c: string) => generateKeyPair(c as Curve),
    }
    const pki = issueTestPki({ ...sources, host: serverAddress, oid: smdpOid })
    const ci = parseCertificate(pki.ci.certificate)
    const euicc = issueTestEuicc({ ...sources, eum: pki.eum, eid })
    const device: Device = {
      ...scene.device,
      key: importSigningKey(euicc.privateKey),
      certificate: euicc.certificate,
      eumCertificate: pki.eum.certificate,
    }
    const own = { ...session, ciKeyId: ci.extensions.subjectKeyIdentifier!, endsAt: new Date('9000-01-01') }
    const request = { transactionId: own.transactionId, authenticateServerResponse: authenticateResponse(own, device) }
    const at = (date: string) =>
      verdictOf(() =>
        verifyAuthenticateClient({
          request,
          session: own,
          trust: { roots: [ci], crls: 'not-checked' },
          at: new Date(date),
        }),
      )
    expect(at('7496-01-21T00:00:00Z')).toBe('accepted')
    expect(at('7496-02-01T00:00:00Z')).toBe('8.1.3/6.3 euicc_certificate_expired')
  })

  test('a revoked EUM is refused', () => {
    const sources = { random, generateKeyPair: (c: string) => generateKeyPair(c as Curve) }
    const pki = issueTestPki({ ...sources, now, host: serverAddress, oid: smdpOid })
    const ci = parseCertificate(pki.ci.certificate)
    const eum = parseCertificate(pki.eum.certificate)
    const crl = issueCrl({
      issuer: issuerOf(ci, importPrivateKey((pki.ci as Identity).privateKey)),
      thisUpdate: now,
      nextUpdate: later,
      revoked: [{ serialNumber: Buffer.from(eum.serialNumber, 'hex'), revokedAt: now }],
      number: 1,
    })
    const device = deviceUnder(pki.eum, { curve: 'P-256', ciKeyId: ci.extensions.subjectKeyIdentifier! })
    const own = { ...session, ciKeyId: ci.extensions.subjectKeyIdentifier! }
    const request = { transactionId: own.transactionId, authenticateServerResponse: authenticateResponse(own, device) }
    const under = (crls: 'not-checked' | ReturnType<typeof parseCrl>[]) =>
      verdictOf(() => verifyAuthenticateClient({ request, session: own, trust: { roots: [ci], crls }, at: now }))
    expect(under('not-checked')).toBe('accepted')
    expect(under([parseCrl(crl)])).toBe('8.1.2/6.1 eum_certificate_invalid')
  })

  test('a response with a flipped bit is refused', () => {
    const response = authenticateResponse(session, scene.device, { matchingId: 'A' })
    const accepted: number[] = []
    for (let bit = 0; bit < response.length * 8; bit += 5) {
      const result = verdictOf(() => verify(flipped(response, bit)))
      if (result === 'accepted') accepted.push(bit)
    }
    expect(accepted).toEqual([])
  })
})

describe('the offer', () => {
  test('sets ccRequiredFlag and bppEuiccOtpk as requested', () => {
    const bppEuiccOtpk = generateOneTimeKey('P-256').publicKey
    const plain = smdpSigned2.decode(authenticate(scene).answer.smdpSigned2)
    expect(plain).toMatchObject({ ccRequiredFlag: false })
    expect(plain.bppEuiccOtpk).toBeUndefined()
    expect(smdpSigned2.decode(authenticate(scene, { bppEuiccOtpk }).answer.smdpSigned2).bppEuiccOtpk).toEqual(
      bppEuiccOtpk,
    )
  })
})
