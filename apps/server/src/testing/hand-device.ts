import { concat, withRaw, writeTlv } from '@simwright/asn1'
import type { Es9HttpAnswer } from '@simwright/euicc'
import { parseTac, tacToBytes } from '@simwright/ids'
import {
  adminProtocol,
  authenticateServerResponse,
  type CancelReason,
  cancelSessionResponse,
  type Es9Answer,
  type Es9Function,
  type Es9Request,
  type EuiccInfo1,
  type EuiccInfo2,
  es9Path,
  euiccCancelSessionSigned,
  euiccInfo1,
  euiccInfo2,
  euiccSigned1,
  euiccSigned2,
  type FinalResult,
  generateOneTimeKey,
  importSigningKey,
  type NotificationEvent,
  notificationMetadata,
  otherSignedNotification,
  prepareDownloadResponse,
  profileInstallationResult,
  profileInstallationResultData,
  readEs9Answer,
  serverSigned1,
  writeEs9Request,
} from '@simwright/rsp'
import { type Identity, issueTestEuicc, parseCertificate } from '@simwright/x509'
import { sourcesOf } from '../modules/provisioning/smdp/service.ts'
import type { TestPhones } from './phone.ts'
import type { TestServer } from './server.ts'

export const SMDP_OID = '2.999.10'
export const SUCCESS = 'Executed-Success'

/** An answer of the server. `verdict` is `Executed-Success`, or subject and reason code as `8.1/6.1`. */
export type DeviceAnswer<T> = {
  verdict: string
  answer: T | undefined
  message: string | undefined
  http: Es9HttpAnswer
}

/** What a device knows of a session after InitiateAuthentication, and after AuthenticateClient. */
export type Opened = { transactionId: Uint8Array; serverChallenge: Uint8Array; serverAddress: string }
export type Offered = Opened & { smdpSignature2: Uint8Array; ccRequired: boolean }

type Signed1 = Partial<Opened> & {
  matchingId?: string
  info?: Partial<EuiccInfo2>
  /** Signs with this key instead of the certificate's. */
  key?: Identity
  euiccCertificate?: Uint8Array
  eumCertificate?: Uint8Array
  /** The transaction id in the JSON, when it differs from the signed one. */
  calls?: Uint8Array
  /** Changes the data to sign before signing. */
  rewrite?: (signed: Uint8Array) => Uint8Array
}
type Signed2 = {
  transactionId?: Uint8Array
  euiccOtpk?: Uint8Array
  hashCc?: Uint8Array
  key?: Identity
  calls?: Uint8Array
}
type SignedCancel = {
  transactionId?: Uint8Array
  smdpOid?: string
  reason?: CancelReason
  key?: Identity
  calls?: Uint8Array
}

/** Sends any body to an ES9+ function over TLS. */
export type Post = (name: string, body: string, headers?: Record<string, string>) => Promise<Es9HttpAnswer>

type Equipment = Pick<TestPhones, 'transport' | 'device'> & { issuer: Pick<TestPhones['issuer'], 'ci' | 'eum'> }

/** Devices that build and sign each message on their own, so that a test can send manipulated ones. */
export function handDevices({ server }: Pick<TestServer, 'server'>, { issuer, transport, device: model }: Equipment) {
  const address = server.smdp.address
  const ciKeyId = parseCertificate(issuer.ci.certificate).extensions.subjectKeyIdentifier!

  const post: Post = (name, body, headers = {}) =>
    transport({
      address,
      path: es9Path(name as Es9Function),
      headers: { 'content-type': 'application/json', 'x-admin-protocol': adminProtocol, ...headers },
      body,
    })

  async function call<F extends Es9Function>(name: F, request: Es9Request<F>): Promise<DeviceAnswer<Es9Answer<F>>> {
    const http = await post(name, JSON.stringify(writeEs9Request(name, request)))
    if (http.status !== 200) return { verdict: `HTTP ${http.status}`, answer: undefined, message: undefined, http }
    const outcome = readEs9Answer(name, JSON.parse(http.body))
    if (outcome.kind === 'done') return { verdict: SUCCESS, answer: outcome.answer, message: undefined, http }
    if (outcome.kind === 'malformed') return { verdict: outcome.fault, answer: undefined, message: undefined, http }
    const { subjectCode, reasonCode, message } = outcome.status
    return { verdict: `${subjectCode}/${reasonCode}`, answer: undefined, message, http }
  }

  function infoOf(change: Partial<EuiccInfo2> = {}): EuiccInfo2 {
    return {
      profileVersion: '2.3.1',
      svn: '2.2.2',
      euiccFirmwareVer: '1.0.0',
      extCardResource: Uint8Array.of(0x81, 1, 0, 0x82, 3, 8, 0, 0, 0x83, 2, 0x20, 0),
      uiccCapability: new Set(['usimSupport', 'akaMilenage', 'javacard', 'getIdentity']),
      rspCapability: new Set(['additionalProfile', 'testProfileSupport']),
      euiccCiPKIdListForVerification: [ciKeyId],
      euiccCiPKIdListForSigning: [ciKeyId],
      ppVersion: '1.0.0',
      sasAcreditationNumber: '',
      ...change,
    }
  }

  function device(eid: string, identity = issueTestEuicc({ ...sourcesOf(server), eum: issuer.eum, eid })) {
    const keyOf = (other: Identity = identity) => importSigningKey(other.privateKey)

    const initiate = (change: Partial<EuiccInfo1> & { smdpAddress?: string } = {}) => {
      const { smdpAddress = address, ...info } = change
      const { svn, euiccCiPKIdListForVerification, euiccCiPKIdListForSigning } = infoOf(info)
      const encodedInfo = euiccInfo1.encode({ svn, euiccCiPKIdListForVerification, euiccCiPKIdListForSigning })
      return call('initiateAuthentication', {
        euiccChallenge: server.random.bytes(16),
        euiccInfo1: encodedInfo,
        smdpAddress,
      })
    }

    async function open(): Promise<Opened> {
      const { answer, verdict } = await initiate()
      if (!answer) throw new Error(`initiateAuthentication: ${verdict}`)
      return serverSigned1.decode(answer.serverSigned1)
    }

    function signed1(opened: Opened, change: Signed1 = {}): Uint8Array {
      const { matchingId, info, key, euiccCertificate, eumCertificate, calls: _calls, rewrite, ...rest } = change
      const { value: said, raw: encoded } = withRaw(euiccSigned1, {
        transactionId: opened.transactionId,
        serverAddress: opened.serverAddress,
        serverChallenge: opened.serverChallenge,
        euiccInfo2: withRaw(euiccInfo2, infoOf(info)),
        ctxParams1: {
          matchingId,
          deviceInfo: { tac: tacToBytes(parseTac(model.tac)), deviceCapabilities: {} },
        },
        ...rest,
      })
      const value = { value: said, raw: rewrite ? rewrite(encoded) : encoded }
      return authenticateServerResponse.encode({
        kind: 'ok',
        value: {
          euiccSigned1: value,
          euiccSignature1: keyOf(key).sign(value.raw),
          euiccCertificate: euiccCertificate ?? identity.certificate,
          eumCertificate: eumCertificate ?? issuer.eum.certificate,
        },
      })
    }

    const authenticate = (opened: Opened, change: Signed1 = {}) =>
      call('authenticateClient', {
        transactionId: change.calls ?? opened.transactionId,
        authenticateServerResponse: signed1(opened, change),
      })

    /** Runs InitiateAuthentication and AuthenticateClient. @throws Error when the server refuses */
    async function offered(matchingId: string | undefined, change: Signed1 = {}): Promise<Offered> {
      const opened = await open()
      const { answer, verdict } = await authenticate(opened, {
        ...(matchingId === undefined ? {} : { matchingId }),
        ...change,
      })
      if (!answer) throw new Error(`authenticateClient: ${verdict}`)
      const ccRequired = Buffer.from(answer.smdpSigned2).includes(Buffer.of(1, 1, 0xff))
      return { ...opened, smdpSignature2: answer.smdpSignature2.subarray(3), ccRequired }
    }

    const ask = async (matchingId?: string, change: Signed1 = {}) =>
      await authenticate(await open(), { ...(matchingId === undefined ? {} : { matchingId }), ...change })

    function prepare(offer: Offered, change: Signed2 = {}) {
      const { key, calls, ...rest } = change
      const value = withRaw(euiccSigned2, {
        transactionId: offer.transactionId,
        euiccOtpk: generateOneTimeKey('P-256').publicKey,
        ...rest,
      })
      const euiccSignature2 = keyOf(key).sign(concat(value.raw, writeTlv(0x5f37, offer.smdpSignature2)))
      return call('getBoundProfilePackage', {
        transactionId: calls ?? offer.transactionId,
        prepareDownloadResponse: prepareDownloadResponse.encode({
          kind: 'ok',
          value: { euiccSigned2: value, euiccSignature2 },
        }),
      })
    }

    function cancel(session: { transactionId: Uint8Array }, change: SignedCancel = {}) {
      const { key, calls, ...rest } = change
      const value = withRaw(euiccCancelSessionSigned, {
        transactionId: session.transactionId,
        smdpOid: SMDP_OID,
        ...rest,
        reason: rest.reason ?? 'endUserRejection',
      })
      const ok = { euiccCancelSessionSigned: value, euiccCancelSessionSignature: keyOf(key).sign(value.raw) }
      return call('cancelSession', {
        transactionId: calls ?? session.transactionId,
        cancelSessionResponse: cancelSessionResponse.encode({ kind: 'ok', value: ok }),
      })
    }

    type ResultChange = { finalResult?: FinalResult; smdpOid?: string; seqNumber?: number; key?: Identity }
    function result(session: { transactionId: Uint8Array }, iccid: string, change: ResultChange = {}) {
      const success = { aid: Uint8Array.of(0xa0, 0, 0, 5, 0x59), simaResponse: Uint8Array.of(0x30, 0) }
      const value = withRaw(profileInstallationResultData, {
        transactionId: session.transactionId,
        notificationMetadata: {
          seqNumber: change.seqNumber ?? 1,
          profileManagementOperation: new Set(['install'] as const),
          notificationAddress: address,
          iccid,
        },
        smdpOid: change.smdpOid ?? SMDP_OID,
        finalResult: change.finalResult ?? { kind: 'success', value: success },
      })
      return profileInstallationResult.encode({
        profileInstallationResultData: value,
        euiccSignPIR: keyOf(change.key).sign(value.raw),
      })
    }

    function notification(event: NotificationEvent, { iccid, seqNumber }: { iccid: string; seqNumber: number }) {
      const value = withRaw(notificationMetadata, {
        seqNumber,
        profileManagementOperation: new Set([event]),
        notificationAddress: address,
        iccid,
      })
      return otherSignedNotification.encode({
        tbsOtherNotification: value,
        euiccNotificationSignature: keyOf().sign(value.raw),
        euiccCertificate: identity.certificate,
        eumCertificate: issuer.eum.certificate,
      })
    }

    return { eid, identity, initiate, open, signed1, authenticate, offered, ask, prepare, cancel, result, notification }
  }

  /** @returns the HTTP status */
  const notify = async (pendingNotification: Uint8Array) =>
    (await call('handleNotification', { pendingNotification })).http.status

  return { address, ciKeyId, post, call, device, notify }
}
