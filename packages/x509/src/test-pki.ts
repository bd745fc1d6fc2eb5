import { parseCertificate } from './certificate.ts'
import type { Curve } from './curve.ts'
import {
  type IssuedRole,
  type Issuer,
  issueCertificate,
  issuerOf,
  keyIdentifierOf,
  type NewCertificate,
} from './issue.ts'
import { ATTRIBUTES, type Name, nameOf } from './name.ts'
import { importPrivateKey } from './private-key.ts'

/** SubjectPublicKeyInfo and PKCS#8, both DER. */
export interface KeyPair {
  readonly publicKeyInfo: Uint8Array
  readonly privateKey: Uint8Array
}

/** A certificate, DER, with its private key, PKCS#8 DER. */
export interface Identity {
  readonly certificate: Uint8Array
  readonly privateKey: Uint8Array
}

/** What a PKI is made from besides names: the world's randomness and time. */
export interface Sources {
  readonly now: Date
  readonly random: (byteLength: number) => Uint8Array
  readonly generateKeyPair: (curve: Curve) => KeyPair
}

export interface TestPki {
  readonly ci: Identity
  readonly eum: Identity
  readonly dpAuth: Identity
  readonly dpPb: Identity
  readonly dpTls: Identity
}

export interface TestPkiRequest extends Sources {
  /** default P-256 */
  readonly curve?: Curve
  /** the SM-DP+'s DNS name, without port */
  readonly host: string
  /** the SM-DP+'s object identifier */
  readonly oid: string
  /** EIDs the test EUM may issue; default the prefix of the SGP.26 test EUM */
  readonly eidPrefixes?: readonly string[]
  /** default v2's */
  readonly eidLimit?: 'nameConstraints' | 'permittedEins'
}

const ORGANIZATION = 'Simwright'
const EUM_ORGANIZATION = 'Simwright Test EUM'
const SERIAL_NUMBER_BYTES = 16
const DAY_MS = 24 * 60 * 60 * 1000

/** The longest life that TLS clients accept. */
export const TLS_CERTIFICATE_DAYS = 398

/** SGP.26 lets its test eUICC certificates end in this year. */
const EUICC_LAST_DAY = new Date('7496-01-24T00:00:00Z')

const LIFE_DAYS = { ci: 35 * 365, eum: 30 * 365, dp: 30 * 365 } as const

/** The EID prefix of the SGP.26 test EUM. */
export const TEST_EID_PREFIX = '89049032'

/** A whole test PKI in the shape of SGP.26 variant O: a CI of one's own, an EUM under it, and an SM-DP+. */
export function issueTestPki(request: TestPkiRequest): TestPki {
  const { curve = 'P-256', oid, eidPrefixes = [TEST_EID_PREFIX], eidLimit = 'nameConstraints' } = request
  const keys = request.generateKeyPair(curve)
  const subject = nameOf({ CN: 'Simwright Test CI', OU: 'TESTCERT', O: ORGANIZATION, C: 'DE' })
  const self: Issuer = {
    subject,
    subjectKeyIdentifier: keyIdentifierOf(keys.publicKeyInfo),
    privateKey: importPrivateKey(keys.privateKey),
  }
  const ci = issue(request, { role: 'ci', subject, keys, issuer: self, days: LIFE_DAYS.ci, registeredId: '2.999.1' })
  const dp = (role: IssuedRole, CN: string) =>
    issueWithNewKey(request, {
      role,
      subject: nameOf({ O: ORGANIZATION, CN }),
      issuer: self,
      days: LIFE_DAYS.dp,
      curve,
      registeredId: oid,
    })
  return {
    ci,
    eum: issueWithNewKey(request, {
      role: 'eum',
      subject: nameOf({ C: 'DE', O: EUM_ORGANIZATION, CN: 'Simwright EUM' }),
      issuer: self,
      days: LIFE_DAYS.eum,
      curve,
      registeredId: '2.999.5',
      eidPrefixes,
      eidLimit,
    }),
    dpAuth: dp('dp-auth', 'Simwright SM-DP+ authentication'),
    dpPb: dp('dp-pb', 'Simwright SM-DP+ profile binding'),
    dpTls: issueTestTls({ ...request, ci, curve }),
  }
}

/** What an SM-DS under a CI that is at hand shows to eUICCs. */
export function issueTestDsAuth(request: Sources & { ci: Identity; curve?: Curve; oid: string }): Identity {
  const { ci, oid, curve = 'P-256' } = request
  return issueWithNewKey(request, {
    role: 'ds-auth',
    subject: nameOf({ O: ORGANIZATION, CN: 'Simwright SM-DS authentication' }),
    issuer: issuer(ci),
    days: LIFE_DAYS.dp,
    curve,
    registeredId: oid,
  })
}

type TlsRequest = Sources & { ci: Identity; curve?: Curve; host: string; oid: string; role?: 'dp-tls' | 'ds-tls' }

/**
 * The TLS certificate of an SM-DP+, or SM-DS, under a CI that is at hand: for the host, `localhost` and 127.0.0.1, from
 * an hour ago (clocks differ) for 398 days in all. Issue it again before it expires.
 */
export function issueTestTls(request: TlsRequest): Identity {
  const { ci, host, oid, curve = 'P-256', role = 'dp-tls' } = request
  if (!/^[A-Za-z0-9.-]+$/.test(host)) throw new TypeError('a host name without port is expected')
  const isAddress = /^\d{1,3}(\.\d{1,3}){3}$/.test(host)
  return issueWithNewKey(request, {
    role,
    subject: nameOf({ O: ORGANIZATION, CN: host.slice(0, 64) }),
    issuer: issuer(ci),
    days: TLS_CERTIFICATE_DAYS,
    curve,
    registeredId: oid,
    dnsNames: [...new Set(isAddress ? ['localhost'] : [host, 'localhost'])],
    ipAddresses: [...new Set(isAddress ? [host, '127.0.0.1'] : ['127.0.0.1'])],
  })
}

/** An eUICC under a test EUM; its certificate lasts as long as its life, as in the field. */
export function issueTestEuicc(request: Sources & { eum: Identity; eid: string; curve?: Curve }): Identity {
  const { eum, eid, curve = 'P-256' } = request
  const organization = parseCertificate(eum.certificate).subject.filter(({ type }) => type === ATTRIBUTES.O)
  return issueWithNewKey(request, {
    role: 'euicc',
    subject: [...nameOf({ C: 'DE' }), ...organization, ...nameOf({ serialNumber: eid, CN: 'Test eUICC' })],
    issuer: issuer(eum),
    notAfter: EUICC_LAST_DAY,
    curve,
  })
}

type Draft = Omit<NewCertificate, 'publicKeyInfo' | 'serialNumber' | 'notBefore' | 'notAfter'> &
  ({ days: number } | { notAfter: Date })

function issuer({ certificate, privateKey }: Identity): Issuer {
  return issuerOf(parseCertificate(certificate), importPrivateKey(privateKey))
}

function issueWithNewKey(sources: Sources, draft: Draft & { curve: Curve }): Identity {
  return issue(sources, { ...draft, keys: sources.generateKeyPair(draft.curve) })
}

function issue({ now, random }: Sources, draft: Draft & { keys: KeyPair; subject: Name }): Identity {
  const notBefore = new Date(now.getTime() - 60 * 60 * 1000)
  const notAfter = 'days' in draft ? new Date(notBefore.getTime() + draft.days * DAY_MS) : draft.notAfter
  const certificate = issueCertificate({
    ...draft,
    publicKeyInfo: draft.keys.publicKeyInfo,
    serialNumber: random(SERIAL_NUMBER_BYTES),
    notBefore,
    notAfter,
  })
  return { certificate, privateKey: draft.keys.privateKey }
}
