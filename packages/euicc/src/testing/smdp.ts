/** An SM-DP+ in memory with the server functions of the RSP package. A test can change its answers. */
import { randomBytes } from 'node:crypto'
import { toHex } from '@simwright/asn1'
import { eidToBytes, parseEid } from '@simwright/ids'
import {
  type AuthenticatedClient,
  type BspKeys,
  beginRandom,
  bindProfilePackage,
  type Curve,
  checkConfirmationCode,
  digestConfirmationCode,
  type Es9Answer,
  type Es9Function,
  type Es9Request,
  type EuiccTrust,
  generateKeyPair,
  generateOneTimeKey,
  importSigningKey,
  initiateAuthentication,
  type OpenedSession,
  offerProfile,
  RspRefusal,
  readEs9Request,
  readPendingNotification,
  reopenBoundPackage,
  type ServerCredentials,
  type StoreMetadataRequest,
  storeMetadataRequest,
  transactionOf,
  verifyAuthenticateClient,
  verifyCancelSession,
  verifyInstallationResult,
  verifyOtherNotification,
  verifyPrepareDownload,
  writeEs9Answer,
  writeFailure,
} from '@simwright/rsp'
import {
  type IssuedRole,
  importPrivateKey,
  issueCertificate,
  issuerOf,
  issueTestPki,
  nameOf,
  parseCertificate,
  type TestPki,
} from '@simwright/x509'
import type { Es9Transport } from '../es9-client.ts'

export const NOW = new Date('2026-11-21T12:00:00Z')
export const SMDP_OID = '2.999.10'
export const SMDP_HOST = 'rsp.example.com'
export const random = (length: number): Uint8Array => Uint8Array.from(randomBytes(length))
export const sources = { now: NOW, random, generateKeyPair: (curve: string) => generateKeyPair(curve as Curve) }

/** A profile that is offered under a MatchingID. */
export type Offer = {
  metadata: StoreMetadataRequest
  profilePackage: Uint8Array
  confirmationCode?: string
  protectionKeys?: BspKeys
}

type Session = OpenedSession & Partial<AuthenticatedClient> & { smdpSignature2?: Uint8Array; offer?: Offer }
type Binding = { euiccOtpk: Uint8Array; smdpOtpk: Uint8Array; segments: Uint8Array }

export function credentialsOf(pki: TestPki): ServerCredentials {
  return {
    ciKeyId: parseCertificate(pki.ci.certificate).extensions.subjectKeyIdentifier!,
    smdpOid: SMDP_OID,
    authCertificate: pki.dpAuth.certificate,
    authKey: importSigningKey(pki.dpAuth.privateKey),
    pbCertificate: pki.dpPb.certificate,
    pbKey: importSigningKey(pki.dpPb.privateKey),
  }
}

export function testPki(curve: Curve = 'P-256', now = NOW): TestPki {
  return issueTestPki({ ...sources, now, curve, host: SMDP_HOST, oid: SMDP_OID })
}

/** A day in milliseconds. */
const DAY_MS = 86_400_000

/** Another certificate of the CI, with its key. Without an OID if `oid` is `none`. */
export function issuedBy(pki: TestPki, role: IssuedRole, more: { oid?: string; notAfter?: Date } = {}) {
  const keys = generateKeyPair('P-256')
  const certificate = issueCertificate({
    role,
    subject: nameOf({ O: 'Test', CN: role }),
    publicKeyInfo: keys.publicKeyInfo,
    issuer: issuerOf(parseCertificate(pki.ci.certificate), importPrivateKey(pki.ci.privateKey)),
    serialNumber: random(16),
    notBefore: new Date(NOW.getTime() - 10 * DAY_MS),
    notAfter: more.notAfter ?? new Date(NOW.getTime() + DAY_MS),
    registeredId: more.oid === 'none' ? undefined : (more.oid ?? SMDP_OID),
  })
  return { certificate, key: importSigningKey(keys.privateKey) }
}

/** The server. It accepts each MatchingID any number of times. */
export class TestSmdp {
  readonly pki: TestPki
  credentials: ServerCredentials
  readonly trust: EuiccTrust
  /** By MatchingID. */
  readonly offers = new Map<string, Offer>()
  /** Verified events in their order: `installed`, `enable`, `canceled:timeout`, `error:invalidSignature` ... */
  readonly events: string[] = []
  readonly calls: Es9Function[] = []
  readonly sessions = new Map<string, Session>()
  readonly #bindings = new Map<string, Binding>()
  /** Changes an answer before it is sent. */
  damage: (name: Es9Function, answer: Record<string, Uint8Array>) => void = () => {}
  isReachable = true

  constructor(pki = testPki(), trustedPki = pki) {
    this.pki = pki
    this.credentials = credentialsOf(pki)
    this.trust = { roots: [parseCertificate(trustedPki.ci.certificate)], crls: 'not-checked' }
  }

  readonly transport: Es9Transport = async ({ path, body }) => {
    if (!this.isReachable) throw new Error('connection refused')
    const name = path.split('/').at(-1) as Es9Function
    this.calls.push(name)
    try {
      const answer = this.#answer(name, JSON.parse(body))
      if (!answer) return { status: 204, headers: {}, body: '' }
      this.damage(name, answer as Record<string, Uint8Array>)
      return { status: 200, headers: {}, body: JSON.stringify(writeEs9Answer(name, answer as never)) }
    } catch (error) {
      if (!(error instanceof RspRefusal)) throw error
      return { status: 200, headers: {}, body: JSON.stringify(writeFailure(error)) }
    }
  }

  #answer(name: Es9Function, json: unknown): object | undefined {
    switch (name) {
      case 'initiateAuthentication':
        return this.#initiate(readEs9Request(name, json))
      case 'authenticateClient':
        return this.#authenticate(readEs9Request(name, json))
      case 'getBoundProfilePackage':
        return this.#bind(readEs9Request(name, json))
      case 'cancelSession':
        return this.#cancel(readEs9Request(name, json))
      case 'handleNotification':
        this.#notify(readEs9Request(name, json))
        return undefined
    }
  }

  #session(transactionId: Uint8Array): Session {
    const session = this.sessions.get(toHex(transactionId))
    if (!session) throw new RspRefusal('transaction_unknown')
    return session
  }

  #initiate(request: Es9Request<'initiateAuthentication'>): Es9Answer<'initiateAuthentication'> {
    const { answer, session } = initiateAuthentication({
      request,
      server: {
        addresses: [SMDP_HOST],
        trustedCiKeyIds: this.trust.roots.map((root) => root.extensions.subjectKeyIdentifier!),
        credentials: [this.credentials],
      },
      begin: beginRandom({ random, endsAt: new Date(NOW.getTime() + 600_000) }),
    })
    this.sessions.set(toHex(session.transactionId), session)
    return answer
  }

  #authenticate(request: Es9Request<'authenticateClient'>): Es9Answer<'authenticateClient'> {
    const session = this.#session(request.transactionId)
    const client = verifyAuthenticateClient({ request, session, trust: this.trust, at: NOW })
    if (client.kind === 'error') return this.#ended(request.transactionId, `error:${client.code}`)
    const offer = this.offers.get(client.matchingId ?? '')
    if (!offer) throw new RspRefusal('matching_id_refused')
    const { answer, smdpSignature2 } = offerProfile({
      transactionId: session.transactionId,
      profileMetadata: storeMetadataRequest.encode(offer.metadata),
      confirmationCodeRequired: offer.confirmationCode !== undefined,
      bppEuiccOtpk: this.#bindings.get(client.matchingId ?? '')?.euiccOtpk,
      euiccSignature1: client.euiccSignature1,
      credentials: this.credentials,
    })
    Object.assign(session, client, { smdpSignature2, offer })
    return answer
  }

  #ended(transactionId: Uint8Array, event: string): never {
    this.events.push(event)
    this.sessions.delete(toHex(transactionId))
    throw new RspRefusal('transaction_unknown')
  }

  #bind(request: Es9Request<'getBoundProfilePackage'>): Es9Answer<'getBoundProfilePackage'> {
    const session = this.#session(request.transactionId)
    const prepared = verifyPrepareDownload({ request, session: session as never, at: NOW })
    if (prepared.kind === 'error') return this.#ended(request.transactionId, `error:${prepared.code}`)
    const { transactionId, offer } = session
    if (offer!.confirmationCode !== undefined) {
      const digest = digestConfirmationCode(offer!.confirmationCode)
      checkConfirmationCode({ digest, transactionId, hashCc: prepared.hashCc, attempt: 1, maxAttempts: 3 })
    }
    return { transactionId, boundProfilePackage: this.#package(session, prepared.euiccOtpk) }
  }

  /** Returns the same package for the same one-time key, and a new one for another key. */
  #package(session: Session, euiccOtpk: Uint8Array): Uint8Array {
    const { transactionId, offer, eid, matchingId = '' } = session
    const hostId = Uint8Array.of(1, 2, 3)
    const key = this.credentials.pbKey
    const binding = this.#bindings.get(matchingId)
    if (binding && toHex(binding.euiccOtpk) === toHex(euiccOtpk)) {
      this.events.push('reopened')
      return reopenBoundPackage({ transactionId, hostId, key, ...binding })
    }
    const bound = bindProfilePackage({
      transactionId,
      hostId,
      euiccOtpk,
      key,
      oneTimeKey: generateOneTimeKey(key.curve),
      eid: eidToBytes(parseEid(eid!)),
      metadata: storeMetadataRequest.encode(offer!.metadata),
      profilePackage: offer!.profilePackage,
      protectionKeys: offer!.protectionKeys,
    })
    this.#bindings.set(matchingId, { euiccOtpk, smdpOtpk: bound.smdpOtpk, segments: bound.segments })
    return bound.boundProfilePackage
  }

  #cancel(request: Es9Request<'cancelSession'>): Es9Answer<'cancelSession'> {
    const session = this.#session(request.transactionId)
    const canceled = verifyCancelSession({
      request,
      session: session as never,
      smdpOid: this.credentials.smdpOid,
      at: NOW,
    })
    this.events.push(canceled.kind === 'canceled' ? `canceled:${canceled.reason}` : `error:${canceled.code}`)
    this.sessions.delete(toHex(request.transactionId))
    return {}
  }

  #notify({ pendingNotification }: Es9Request<'handleNotification'>): void {
    const notification = readPendingNotification(pendingNotification)
    if (notification.kind === 'otherSignedNotification') {
      const { event, iccid, eid } = verifyOtherNotification(notification.value, this.trust, NOW)
      this.events.push(`${event} ${iccid} ${eid}`)
      return
    }
    const session = this.sessions.get(toHex(transactionOf(notification.value)))
    const outcome = verifyInstallationResult({
      result: notification.value,
      session: session as never,
      smdpOid: this.credentials.smdpOid,
    })
    this.events.push(outcome.kind === 'installed' ? `installed ${outcome.iccid}` : `failed:${outcome.reason}`)
  }
}
