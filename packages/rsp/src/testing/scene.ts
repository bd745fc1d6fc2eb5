import { randomBytes } from 'node:crypto'
import { concat, withRaw, writeTlv } from '@simwright/asn1'
import { type Identity, issueTestEuicc, issueTestPki, parseCertificate } from '@simwright/x509'
import {
  type AuthenticatedClient,
  authenticateServerResponse,
  type BegunSession,
  beginRandom,
  type CancelReason,
  type ChosenSession,
  type Curve,
  cancelSessionResponse,
  type EuiccInfo2,
  type EuiccTrust,
  euiccCancelSessionSigned,
  euiccInfo1,
  euiccInfo2,
  euiccSigned1,
  euiccSigned2,
  type FinalResult,
  generateKeyPair,
  generateOneTimeKey,
  importSigningKey,
  initiateAuthentication,
  type NotificationEvent,
  notificationMetadata,
  type OpenedSession,
  offerProfile,
  otherSignedNotification,
  prepareDownloadResponse,
  profileInstallationResult,
  profileInstallationResultData,
  type ServerCredentials,
  type SigningKey,
  storeMetadataRequest,
  verifyAuthenticateClient,
} from '../index.ts'

/** The time of all checks. Sessions end ten minutes later, at `later`. */
export const now = new Date('2026-11-21T12:00:00Z')
export const later = new Date('2026-11-21T12:10:00Z')
/** The EID of the SGP.26 test eUICC. */
export const eid = '89049032123451234512345678901235'
export const smdpOid = '2.999.10'
export const serverAddress = 'rsp.example.com'
export const metadata = storeMetadataRequest.encode({
  iccid: '8901234567890123456',
  serviceProviderName: 'Operator',
  profileName: 'Plan',
  profileClass: 'operational',
})

export const random = (length: number): Uint8Array => Uint8Array.from(randomBytes(length))

/** A server and a device under a new CI. Every signature is genuine. */
export interface Scene {
  curve: Curve
  ciKeyId: Uint8Array
  credentials: ServerCredentials
  trust: EuiccTrust
  device: Device
  /** The EUM's certificate and key, to issue other eUICCs under it. */
  eum: Identity
}

/** The data that a device answers with; a test replaces single members. */
export interface Device {
  key: SigningKey
  certificate: Uint8Array
  eumCertificate: Uint8Array
  info: EuiccInfo2
}

const sources = { now, random, generateKeyPair: (curve: string) => generateKeyPair(curve as Curve) }

/** A server and a device with new keys on the curve. */
export function createScene(curve: Curve = 'P-256'): Scene {
  const pki = issueTestPki({ ...sources, curve, host: serverAddress, oid: smdpOid })
  const ci = parseCertificate(pki.ci.certificate)
  const ciKeyId = ci.extensions.subjectKeyIdentifier!
  return {
    curve,
    ciKeyId,
    credentials: {
      ciKeyId,
      smdpOid,
      authCertificate: pki.dpAuth.certificate,
      authKey: importSigningKey(pki.dpAuth.privateKey),
      pbCertificate: pki.dpPb.certificate,
      pbKey: importSigningKey(pki.dpPb.privateKey),
    },
    trust: { roots: [ci], crls: 'not-checked' },
    device: deviceUnder(pki.eum, { curve, ciKeyId }),
    eum: pki.eum,
  }
}

/** A device whose eUICC certificate the EUM issues. */
export function deviceUnder(eum: Identity, facts: { curve: Curve; ciKeyId: Uint8Array; eid?: string }): Device {
  const euicc = issueTestEuicc({ ...sources, eum, eid: facts.eid ?? eid, curve: facts.curve })
  return {
    key: importSigningKey(euicc.privateKey),
    certificate: euicc.certificate,
    eumCertificate: eum.certificate,
    info: {
      profileVersion: '2.3.1',
      svn: '2.2.2',
      euiccFirmwareVer: '1.0.0',
      extCardResource: Uint8Array.of(0x81, 1, 0, 0x82, 3, 1, 0, 0, 0x83, 2, 0x20, 0),
      uiccCapability: new Set(['usimSupport', 'akaMilenage']),
      rspCapability: new Set(['additionalProfile']),
      euiccCiPKIdListForVerification: [facts.ciKeyId],
      euiccCiPKIdListForSigning: [facts.ciKeyId],
      ppVersion: '1.0.0',
      sasAcreditationNumber: '',
    },
  }
}

/** EUICCInfo1 with the values of an EUICCInfo2. */
export function info1Of({ svn, euiccCiPKIdListForVerification, euiccCiPKIdListForSigning }: EuiccInfo2): Uint8Array {
  return euiccInfo1.encode({ svn, euiccCiPKIdListForVerification, euiccCiPKIdListForSigning })
}

/** Calls initiateAuthentication for the device; `change` overrides members of the request. */
export function initiate(
  scene: Scene,
  change: { smdpAddress?: string; euiccInfo1?: Uint8Array } = {},
  begin: (chosen: ChosenSession) => BegunSession = beginRandom({ random, endsAt: later }),
) {
  return initiateAuthentication({
    request: {
      euiccChallenge: random(16),
      euiccInfo1: info1Of(scene.device.info),
      smdpAddress: serverAddress,
      ...change,
    },
    server: {
      addresses: [serverAddress, `${serverAddress}:8443`],
      trustedCiKeyIds: [scene.ciKeyId],
      credentials: [scene.credentials],
    },
    begin,
  })
}

/** The device's AuthenticateServerResponse; `signed` overrides signed members. */
export function authenticateResponse(
  session: OpenedSession,
  device: Device,
  signed: {
    transactionId?: Uint8Array
    serverAddress?: string
    serverChallenge?: Uint8Array
    matchingId?: string
  } = {},
): Uint8Array {
  const { matchingId, ...change } = signed
  const value = withRaw(euiccSigned1, {
    transactionId: session.transactionId,
    serverAddress: session.serverAddress,
    serverChallenge: session.serverChallenge,
    euiccInfo2: withRaw(euiccInfo2, device.info),
    ctxParams1: { matchingId, deviceInfo: { tac: Uint8Array.of(0x53, 0x92, 0x60, 0x11), deviceCapabilities: {} } },
    ...change,
  })
  return authenticateServerResponse.encode({
    kind: 'ok',
    value: {
      euiccSigned1: value,
      euiccSignature1: device.key.sign(value.raw),
      euiccCertificate: device.certificate,
      eumCertificate: device.eumCertificate,
    },
  })
}

/** A session after the answer of AuthenticateClient. */
export function authenticate(scene: Scene, offer: { bppEuiccOtpk?: Uint8Array } = {}) {
  const { session } = initiate(scene)
  const { transactionId } = session
  const request = { transactionId, authenticateServerResponse: authenticateResponse(session, scene.device) }
  const client = verifyAuthenticateClient({ request, session, trust: scene.trust, at: now }) as AuthenticatedClient
  const { credentials } = scene
  const { answer, smdpSignature2 } = offerProfile({
    transactionId,
    profileMetadata: metadata,
    confirmationCodeRequired: false,
    euiccSignature1: client.euiccSignature1,
    credentials,
    ...offer,
  })
  return { session: { ...session, ...client, smdpSignature2 }, client, answer, smdpSignature2 }
}

/** The device's PrepareDownloadResponse; `signed` overrides signed members. */
export function prepareResponse(
  session: { transactionId: Uint8Array; smdpSignature2: Uint8Array },
  device: Device,
  signed: { transactionId?: Uint8Array; euiccOtpk?: Uint8Array; hashCc?: Uint8Array } = {},
): Uint8Array {
  const value = withRaw(euiccSigned2, {
    transactionId: session.transactionId,
    euiccOtpk: generateOneTimeKey(device.key.curve).publicKey,
    ...signed,
  })
  const euiccSignature2 = device.key.sign(concat(value.raw, writeTlv(0x5f37, session.smdpSignature2)))
  return prepareDownloadResponse.encode({ kind: 'ok', value: { euiccSigned2: value, euiccSignature2 } })
}

/** The device's CancelSessionResponse; `signed` overrides signed members. */
export function cancelResponse(
  session: { transactionId: Uint8Array },
  device: Device,
  signed: { transactionId?: Uint8Array; smdpOid?: string; reason?: CancelReason | number } = {},
): Uint8Array {
  const value = withRaw(euiccCancelSessionSigned, {
    transactionId: session.transactionId,
    smdpOid,
    ...signed,
    reason: signed.reason ?? 'endUserRejection',
  })
  const signature = device.key.sign(value.raw)
  const ok = { euiccCancelSessionSigned: value, euiccCancelSessionSignature: signature }
  return cancelSessionResponse.encode({ kind: 'ok', value: ok })
}

/** The device's ProfileInstallationResult; by default a success. */
export function installationResult(
  session: { transactionId: Uint8Array },
  device: Device,
  reported: { finalResult?: FinalResult; smdpOid?: string } = {},
): Uint8Array {
  const success = { aid: Uint8Array.of(0xa0, 0, 0, 5, 0x59), simaResponse: Uint8Array.of(0x30, 0) }
  const value = withRaw(profileInstallationResultData, {
    transactionId: session.transactionId,
    notificationMetadata: {
      seqNumber: 7,
      profileManagementOperation: new Set(['install'] as const),
      notificationAddress: serverAddress,
      iccid: '8901234567890123456',
    },
    smdpOid: reported.smdpOid ?? smdpOid,
    finalResult: reported.finalResult ?? { kind: 'success', value: success },
  })
  const euiccSignPIR = device.key.sign(value.raw)
  return profileInstallationResult.encode({ profileInstallationResultData: value, euiccSignPIR })
}

/** The device's OtherSignedNotification for the events. */
export function profileNotification(device: Device, events: NotificationEvent[]): Uint8Array {
  const value = withRaw(notificationMetadata, {
    seqNumber: 8,
    profileManagementOperation: new Set(events),
    notificationAddress: serverAddress,
    iccid: '8901234567890123456',
  })
  return otherSignedNotification.encode({
    tbsOtherNotification: value,
    euiccNotificationSignature: device.key.sign(value.raw),
    euiccCertificate: device.certificate,
    eumCertificate: device.eumCertificate,
  })
}
