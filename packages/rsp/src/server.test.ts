import { toHex, writeTlv } from '@simwright/asn1'
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
  cancelSessionResponse,
  generateKeyPair,
  generateOneTimeKey,
  importSigningKey,
  importVerifyingKey,
  initiateAuthentication,
  NotificationFault,
  type OpenedSession,
  type ProfileInstallationResult,
  prepareDownloadResponse,
  RspRefusal,
  readPendingNotification,
  serverSigned1,
  smdpSigned2,
  transactionOf,
  verifyAuthenticateClient,
  verifyCancelSession,
  verifyInstallationResult,
  verifyOtherNotification,
  verifyPrepareDownload,
} from './index.ts'
import {
  authenticate,
  authenticateResponse,
  cancelResponse,
  createScene,
  type Device,
  deviceUnder,
  eid,
  info1Of,
  initiate,
  installationResult,
  later,
  now,
  prepareResponse,
  profileNotification,
  random,
  type Scene,
  serverAddress,
  smdpOid,
} from './testing/scene.ts'

let scene: Scene
let stranger: Scene
beforeAll(() => {
  scene = createScene()
  stranger = createScene()
})

function refusalOf(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    if (error instanceof RspRefusal) return `${error.subjectCode}/${error.reasonCode} ${error.refusal}`
    if (error instanceof NotificationFault) return error.code
    throw error
  }
  return 'accepted'
}

const spkiOf = (certificate: Uint8Array) => parseCertificate(certificate).publicKeyInfo
const flipped = (bytes: Uint8Array, bit: number) => {
  const damaged = Uint8Array.from(bytes)
  damaged[bit >> 3]! ^= 1 << (bit & 7)
  return damaged
}
const unknown = '8.10.1/3.9 transaction_unknown'
const badSignature = '8.1/6.1 euicc_signature_invalid'

describe('initiateAuthentication', () => {
  test('answers with what the eUICC sent and a signature of CERT.DPauth over it', () => {
    const { answer, session } = initiate(scene)
    const signed = serverSigned1.decode(answer.serverSigned1)
    expect(signed).toMatchObject({ serverAddress, transactionId: session.transactionId })
    expect(toHex(signed.serverChallenge)).toBe(toHex(session.serverChallenge))
    expect(toHex(answer.euiccCiPKIdToBeUsed)).toBe(`0414${toHex(scene.ciKeyId)}`)
    const key = importVerifyingKey(spkiOf(answer.serverCertificate))
    expect(toHex(answer.serverSignature1.subarray(0, 3))).toBe('5f3740')
    expect(key.verify(answer.serverSigned1, answer.serverSignature1.subarray(3))).toBe(true)
  })

  test('two calls never share a transaction or a challenge', () => {
    const [one, two] = [initiate(scene).session, initiate(scene).session]
    expect(toHex(one.transactionId)).not.toBe(toHex(two.transactionId))
    expect(toHex(one.serverChallenge)).not.toBe(toHex(two.serverChallenge))
  })

  test.each(['rsp.example.com', 'RSP.EXAMPLE.COM', 'rsp.example.com:8443'])(
    'takes %s as its own address',
    (address) => {
      expect(initiate(scene, { smdpAddress: address }).session.serverAddress).toBe(address)
    },
  )

  test.each(['rsp.example.org', 'rsp.example.com:443', '', 'rsp.example.com.'])('refuses the address %j', (address) => {
    expect(refusalOf(() => initiate(scene, { smdpAddress: address }))).toBe('8.8.1/3.8 server_address_refused')
  })

  test.each(['2.1.0', '2.2.1', '2.2.2', '2.3.0', '2.5.0'])('speaks with eUICCs of version %s', (svn) => {
    expect(refusalOf(() => initiate(scene, { euiccInfo1: info1Of({ ...scene.device.info, svn }) }))).toBe('accepted')
  })

  test.each(['1.0.0', '2.0.0', '3.0.0', '3.1.0'])('refuses eUICCs of version %s', (svn) => {
    const euiccInfo1 = info1Of({ ...scene.device.info, svn })
    expect(refusalOf(() => initiate(scene, { euiccInfo1 }))).toBe('8.8.3/3.1 version_unsupported')
  })

  test('refuses an eUICC that signs under unknown CIs only', () => {
    const euiccInfo1 = info1Of({ ...scene.device.info, euiccCiPKIdListForSigning: [random(20)] })
    expect(refusalOf(() => initiate(scene, { euiccInfo1 }))).toBe('8.8.2/3.1 ci_unsupported')
  })

  test('refuses an eUICC that cannot verify any of its certificates', () => {
    const euiccInfo1 = info1Of({ ...scene.device.info, euiccCiPKIdListForVerification: [random(20)] })
    expect(refusalOf(() => initiate(scene, { euiccInfo1 }))).toBe('8.8.4/3.7 server_certificate_unavailable')
  })

  test('refuses what is no EUICCInfo1, naming the place in its detail alone', () => {
    expect(refusalOf(() => initiate(scene, { euiccInfo1: Uint8Array.of(0x30, 0) }))).toBe('1.3.1/2.1 request_malformed')
  })

  test('the address is judged before the version, the version before the CI', () => {
    const bad = info1Of({ ...scene.device.info, svn: '1.0.0', euiccCiPKIdListForSigning: [] })
    expect(refusalOf(() => initiate(scene, { euiccInfo1: bad, smdpAddress: 'x' }))).toContain('server_address_refused')
    expect(refusalOf(() => initiate(scene, { euiccInfo1: bad }))).toContain('version_unsupported')
  })

  test("among several CIs the eUICC's order decides", () => {
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
        random,
        endsAt: later,
      })
    const first = choose([random(20), stranger.ciKeyId, scene.ciKeyId])
    expect(first.session.ciKeyId).toEqual(stranger.ciKeyId)
    expect(first.credentials).toBe(stranger.credentials)
    expect(first.session.serverCiKeyId).toEqual(stranger.ciKeyId)
    expect(choose([scene.ciKeyId, stranger.ciKeyId]).credentials).toBe(scene.credentials)
  })
})

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
    refusalOf(() => verify(authenticateResponse(session, { ...scene.device, ...device }, signed)))

  test('tells the MatchingID, and takes an empty one for none', () => {
    const matchingIdOf = (matchingId?: string) => {
      const client = verify(authenticateResponse(session, scene.device, matchingId === undefined ? {} : { matchingId }))
      return client.kind === 'authenticated' ? client.matchingId : client.code
    }
    expect(matchingIdOf('04386-AGYFT')).toBe('04386-AGYFT')
    expect(matchingIdOf('')).toBeUndefined()
    expect(matchingIdOf()).toBeUndefined()
  })

  test("an eUICC's error answer is no refusal", () => {
    const response = authenticateServerResponse.encode({
      kind: 'error',
      value: { transactionId: session.transactionId, authenticateErrorCode: 'invalidSignature' },
    })
    expect(verify(response)).toEqual({ kind: 'error', code: 'invalidSignature' })
  })

  test('an unknown session is refused, and one that ended, before anything is read', () => {
    const garbage = Uint8Array.of(1, 2, 3)
    expect(refusalOf(() => verify(garbage, { session: undefined }))).toBe(unknown)
    expect(refusalOf(() => verify(garbage, { at: later }))).toBe(unknown)
    expect(refusalOf(() => verify(garbage))).toBe('1.3.1/2.1 request_malformed')
  })

  test('another signed transaction id is refused', () => {
    expect(outcome({}, { transactionId: random(16) })).toBe(unknown)
  })

  test('another signed challenge or address is refused', () => {
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

  test('a trusted CI that is not the one chosen is refused', () => {
    const { key, certificate, eumCertificate } = stranger.device
    const response = authenticateResponse(session, { ...scene.device, key, certificate, eumCertificate })
    const trust = { ...scene.trust, roots: [...scene.trust.roots, ...stranger.trust.roots] }
    const request = { transactionId: session.transactionId, authenticateServerResponse: response }
    expect(refusalOf(() => verifyAuthenticateClient({ request, session, trust, at: now }))).toBe(
      '8.11.1/3.9 ci_unknown',
    )
    const chosen = { ...session, ciKeyId: stranger.ciKeyId }
    expect(refusalOf(() => verifyAuthenticateClient({ request, session: chosen, trust, at: now }))).toBe('accepted')
  })

  test('an eUICC certificate of another EUM is refused', () => {
    const { key, certificate } = stranger.device
    expect(outcome({ key, certificate })).toBe('8.1.3/6.1 euicc_certificate_invalid')
  })

  test("an EID outside the EUM's range is refused", () => {
    const foreign = deviceUnder(scene.eum, { ...scene, eid: '89044000123451234512345678901235' })
    expect(outcome(foreign)).toBe('8.1.3/6.1 euicc_certificate_invalid')
  })

  test('a certificate in the wrong place is refused', () => {
    expect(outcome({ eumCertificate: scene.device.certificate })).toMatch(/invalid|ci_unknown/)
    expect(outcome({ certificate: scene.eum.certificate })).toBe('8.1.3/6.1 euicc_certificate_invalid')
    expect(outcome({ certificate: scene.credentials.authCertificate })).toMatch(/invalid|ci_unknown/)
  })

  test('what is no certificate is refused as that certificate', () => {
    expect(outcome({ certificate: Uint8Array.of(0x30, 0) })).toBe('8.1.3/6.1 euicc_certificate_invalid')
    expect(outcome({ eumCertificate: Uint8Array.of(0x30, 0) })).toBe('8.1.2/6.1 eum_certificate_invalid')
  })

  test('an expired certificate is told apart, whichever it is', () => {
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
      refusalOf(() => verifyAuthenticateClient({ request, session: own, trust, at: late(days) }))
    expect(at(0)).toBe('accepted')
    expect(at(31 * 365)).toBe('8.1.2/6.3 eum_certificate_expired')
    expect(at(-1)).toBe('8.11.1/3.9 ci_unknown')
  })

  test('an expired eUICC certificate is told apart', () => {
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
      refusalOf(() =>
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
      refusalOf(() => verifyAuthenticateClient({ request, session: own, trust: { roots: [ci], crls }, at: now }))
    expect(under('not-checked')).toBe('accepted')
    expect(under([parseCrl(crl)])).toBe('8.1.2/6.1 eum_certificate_invalid')
  })

  test('no flipped bit is accepted', () => {
    const response = authenticateResponse(session, scene.device, { matchingId: 'A' })
    const accepted: number[] = []
    for (let bit = 0; bit < response.length * 8; bit += 5) {
      const result = refusalOf(() => verify(flipped(response, bit)))
      if (result === 'accepted') accepted.push(bit)
    }
    expect(accepted).toEqual([])
  })
})

describe('the offer', () => {
  test('asks for the confirmation code and offers the earlier key as told', () => {
    const bppEuiccOtpk = generateOneTimeKey('P-256').publicKey
    const plain = smdpSigned2.decode(authenticate(scene).answer.smdpSigned2)
    expect(plain).toMatchObject({ ccRequiredFlag: false })
    expect(plain.bppEuiccOtpk).toBeUndefined()
    expect(smdpSigned2.decode(authenticate(scene, { bppEuiccOtpk }).answer.smdpSigned2).bppEuiccOtpk).toEqual(
      bppEuiccOtpk,
    )
  })
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
  const outcome = (response: Uint8Array, change: object = {}) => refusalOf(() => verify(response, change))

  test('the hash of the confirmation code comes along', () => {
    const hashCc = random(32)
    expect(verify(prepareResponse(own.session, scene.device, { hashCc }))).toMatchObject({ hashCc })
  })

  test("an eUICC's error answer is no refusal", () => {
    const value = { transactionId: own.session.transactionId, downloadErrorCode: 'invalidCertificate' as const }
    expect(verify(prepareDownloadResponse.encode({ kind: 'error', value }))).toEqual({
      kind: 'error',
      code: 'invalidCertificate',
    })
  })

  test('out of step it is unknown: before AuthenticateClient, without an offer, after the end', () => {
    const response = prepareResponse(own.session, scene.device)
    expect(outcome(response)).toBe('accepted')
    expect(outcome(response, { session: undefined })).toBe(unknown)
    expect(outcome(response, { session: { ...own.session, smdpSignature2: undefined } })).toBe(unknown)
    expect(outcome(response, { at: later })).toBe(unknown)
  })

  test('another signed transaction id is refused', () => {
    expect(outcome(prepareResponse(own.session, scene.device, { transactionId: random(16) }))).toBe(unknown)
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

  test('no flipped bit is accepted', () => {
    const response = prepareResponse(own.session, scene.device, { hashCc: random(32) })
    for (let bit = 0; bit < response.length * 8; bit++) {
      expect(outcome(flipped(response, bit)), `bit ${bit}`).not.toBe('accepted')
    }
  })
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
  const outcome = (response: Uint8Array, change: object = {}) => refusalOf(() => verify(response, change))

  test.each([
    'endUserRejection',
    'postponed',
    'timeout',
    'pprNotAllowed',
    'metadataMismatch',
    'loadBppExecutionError',
    'undefinedReason',
    99,
  ] as const)('tells the reason %s', (reason) => {
    expect(verify(cancelResponse(own.session, scene.device, { reason }))).toEqual({ kind: 'cancelled', reason })
  })

  test("an eUICC's error answer is no refusal", () => {
    const response = cancelSessionResponse.encode({ kind: 'error', value: 'invalidTransactionId' })
    expect(verify(response)).toEqual({ kind: 'error', code: 'invalidTransactionId' })
  })

  test('an unknown or ended session is refused', () => {
    const response = cancelResponse(own.session, scene.device)
    expect(outcome(response, { session: undefined })).toBe(unknown)
    expect(outcome(response, { at: later })).toBe(unknown)
  })

  test('a signature of another eUICC is refused', () => {
    expect(outcome(cancelResponse(own.session, stranger.device))).toBe(badSignature)
  })

  test("another server's OID is refused, before another transaction id is", () => {
    const mixed = cancelResponse(own.session, scene.device, { smdpOid: '2.999.11', transactionId: random(16) })
    expect(outcome(mixed)).toBe('8.8/3.10 server_oid_mismatch')
    expect(outcome(cancelResponse(own.session, scene.device, { transactionId: random(16) }))).toBe(unknown)
  })

  test('no flipped bit is accepted', () => {
    const response = cancelResponse(own.session, scene.device)
    for (let bit = 0; bit < response.length * 8; bit++) {
      expect(outcome(flipped(response, bit)), `bit ${bit}`).not.toBe('accepted')
    }
  })
})

describe('installation results', () => {
  let own: ReturnType<typeof authenticate>
  beforeAll(() => {
    own = authenticate(scene)
  })
  const verify = (bytes: Uint8Array, change: object = {}) => {
    const result = readPendingNotification(bytes).value as ProfileInstallationResult
    return verifyInstallationResult({ result, session: own.session, smdpOid, ...change })
  }
  const outcome = (bytes: Uint8Array, change: object = {}) => refusalOf(() => verify(bytes, change))

  test('name the session they belong to', () => {
    const notification = readPendingNotification(installationResult(own.session, scene.device))
    expect(toHex(transactionOf(notification.value as ProfileInstallationResult))).toBe(toHex(own.session.transactionId))
  })

  test('a failure tells the command, the reason and what the eUICC said', () => {
    const simaResponse = Uint8Array.of(0x30, 0)
    const value = {
      bppCommandId: 'loadProfileElements' as const,
      errorReason: 'installFailedDueToPEProcessingError' as const,
      simaResponse,
    }
    expect(verify(installationResult(own.session, scene.device, { finalResult: { kind: 'error', value } }))).toEqual({
      kind: 'failed',
      iccid: '8901234567890123456',
      seqNumber: 7,
      command: 'loadProfileElements',
      reason: 'installFailedDueToPEProcessingError',
      simaResponse,
    })
  })

  test('prove nothing from another eUICC, for another session or for another server', () => {
    expect(outcome(installationResult(own.session, scene.device))).toBe('accepted')
    expect(outcome(installationResult(own.session, stranger.device))).toBe('bad_signature')
    expect(outcome(installationResult(own.session, scene.device), { session: undefined })).toBe('unknown_transaction')
    expect(outcome(installationResult({ transactionId: random(16) }, scene.device))).toBe('unknown_transaction')
    expect(outcome(installationResult(own.session, scene.device, { smdpOid: '2.999.11' }))).toBe('foreign_server')
  })

  test('no flipped bit is accepted', () => {
    const bytes = installationResult(own.session, scene.device)
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const result = refusalOf(() => {
        const notification = readPendingNotification(flipped(bytes, bit))
        if (notification.kind !== 'profileInstallationResult') throw new NotificationFault('malformed', 'another kind')
        verifyInstallationResult({ result: notification.value, session: own.session, smdpOid })
      })
      expect(result, `bit ${bit}`).not.toBe('accepted')
    }
  })
})

describe('other notifications', () => {
  const verify = (bytes: Uint8Array, change: Partial<Scene> = {}) => {
    const notification = readPendingNotification(bytes)
    if (notification.kind !== 'otherSignedNotification') throw new NotificationFault('malformed', 'another kind')
    return verifyOtherNotification(notification.value, { ...scene, ...change }.trust, now)
  }
  const outcome = (bytes: Uint8Array, change: Partial<Scene> = {}) => refusalOf(() => verify(bytes, change))

  test.each(['enable', 'disable', 'delete', 'install'] as const)('%s is told with its EID and number', (event) => {
    expect(verify(profileNotification(scene.device, [event]))).toEqual({
      eid,
      event,
      iccid: '8901234567890123456',
      seqNumber: 8,
      address: serverAddress,
    })
  })

  test('a chain of another CI proves nothing', () => {
    expect(outcome(profileNotification(stranger.device, ['delete']))).toBe('bad_chain')
  })

  test("another key than the certificate's proves nothing", () => {
    expect(outcome(profileNotification({ ...scene.device, key: stranger.device.key }, ['delete']))).toBe(
      'bad_signature',
    )
  })

  test('none or several events at once are malformed', () => {
    expect(outcome(profileNotification(scene.device, []))).toBe('malformed')
    expect(outcome(profileNotification(scene.device, ['enable', 'delete']))).toBe('malformed')
    expect(outcome(Uint8Array.of(0x30, 0x00))).toBe('malformed')
  })
})
