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

/** The environment that issuing needs: the clock, randomness and key generation. */
export interface Sources {
  readonly now: Date
  readonly random: (byteLength: number) => Uint8Array
  readonly generateKeyPair: (curve: Curve) => KeyPair
}

/** The certificates and keys of a test PKI, all on one curve. */
export interface TestPki {
  readonly ci: Identity
  readonly eum: Identity
  readonly dpAuth: Identity
  readonly dpPb: Identity
  readonly dpTls: Identity
}

/** The parameters of a test PKI. */
export interface TestPkiRequest extends Sources {
  /** Default: P-256. */
  readonly curve?: Curve
  /** The SM-DP+'s DNS name, without port. */
  readonly host: string
  /** The SM-DP+ OID. */
  readonly oid: string
  /** Prefixes of the EIDs for which the test EUM may issue certificates. Default: that of the SGP.26 test EUM. */
  readonly eidPrefixes?: readonly string[]
  /** The extension for `eidPrefixes`. Default: `nameConstraints`, as in SGP.22 v2. */
  readonly eidLimit?: 'nameConstraints' | 'permittedEins'
}

const ORGANIZATION = 'Simwright'
const EUM_ORGANIZATION = 'Simwright Test EUM'
const SERIAL_NUMBER_BYTES = 16
const DAY_MS = 24 * 60 * 60 * 1000

/** The longest validity in days that TLS clients accept. */
export const TLS_CERTIFICATE_DAYS = 398

/** The end of validity of the SGP.26 test eUICC certificates. */
const EUICC_LAST_DAY = new Date('7496-01-24T00:00:00Z')

/** Validity in days, as in SGP.26. */
const LIFE_DAYS = { ci: 35 * 365, eum: 30 * 365, dp: 30 * 365 } as const

/** The EID prefix of the SGP.26 test EUM. */
export const TEST_EID_PREFIX = '89049032'

/** Issues a complete test PKI in the format of SGP.26 variant O: a new CI, and under it an EUM and an SM-DP+. */
export function issueTestPki(request: TestPkiRequest): TestPki {
  const { curve = 'P-256', oid, eidPrefixes = [TEST_EID_PREFIX], eidLimit = 'nameConstraints' } = request
  const keys = request.generateKeyPair(curve)
  const subject = nameOf({ CN: 'Simwright Test CI', OU: 'TESTCERT', O: ORGANIZATION, C: 'DE' })
  const ciIssuer: Issuer = {
    subject,
    subjectKeyIdentifier: keyIdentifierOf(keys.publicKeyInfo),
    privateKey: importPrivateKey(keys.privateKey),
  }
  const ci = issue(request, {
    role: 'ci',
    subject,
    keys,
    issuer: ciIssuer,
    days: LIFE_DAYS.ci,
    registeredId: '2.999.1',
  })
  const dp = (role: IssuedRole, CN: string) =>
    issueWithNewKey(request, {
      role,
      subject: nameOf({ O: ORGANIZATION, CN }),
      issuer: ciIssuer,
      days: LIFE_DAYS.dp,
      curve,
      registeredId: oid,
    })
  return {
    ci,
    eum: issueWithNewKey(request, {
      role: 'eum',
      subject: nameOf({ C: 'DE', O: EUM_ORGANIZATION, CN: 'Simwright EUM' }),
      issuer: ciIssuer,
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

/** Issues the authentication certificate (DSauth) of an SM-DS under an existing CI. */
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
 * Issues the TLS certificate of an SM-DP+ or SM-DS under an existing CI, for the host, `localhost` and 127.0.0.1. It is
 * valid for 398 days from an hour ago, because clocks differ. Issue a new one before it expires.
 * @throws TypeError for a host with a port
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

/** Issues an eUICC certificate under a test EUM. It practically never expires, like those of real eUICCs. */
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

/** A certificate to issue, with its validity as a number of days or an end date. */
type CertificateDraft = Omit<NewCertificate, 'publicKeyInfo' | 'serialNumber' | 'notBefore' | 'notAfter'> &
  ({ days: number } | { notAfter: Date })

function issuer({ certificate, privateKey }: Identity): Issuer {
  return issuerOf(parseCertificate(certificate), importPrivateKey(privateKey))
}

function issueWithNewKey(sources: Sources, draft: CertificateDraft & { curve: Curve }): Identity {
  return issue(sources, { ...draft, keys: sources.generateKeyPair(draft.curve) })
}

/** Issues a certificate that is valid from an hour ago. */
function issue({ now, random }: Sources, draft: CertificateDraft & { keys: KeyPair; subject: Name }): Identity {
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
