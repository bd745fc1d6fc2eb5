import { toHex } from '@simwright/asn1'
import { type Certificate, parseCertificates, registeredIdOf } from './certificate.ts'
import { CertificateError } from './certificate-error.ts'
import { type Crl, isCrlOf, isCrlSignedBy, parseCrl } from './crl.ts'
import type { Curve } from './curve.ts'
import { exportPkcs8, importPrivateKey, isKeyPair } from './private-key.ts'
import { isSgp26TestCi, type Role, roleOf } from './role.ts'
import { isSignedBy } from './signature.ts'

/** A certificate with its private key, and the file it came from. */
export interface KeyedCertificate {
  readonly file: string
  readonly certificate: Certificate
  /** Further certificates of the same file, in its order. */
  readonly issuers: readonly Certificate[]
  /** PKCS#8, DER. */
  readonly privateKey: Uint8Array
}

/** The certificates that one SM-DP+ signs with under one CI (SGP.22, 4.5.2). Both carry the same OID. */
export interface SmdpSet {
  /** The SM-DP+ OID, the registeredID of both certificates. */
  readonly oid: string
  readonly dpAuth: KeyedCertificate
  readonly dpPb: KeyedCertificate
}

/** One CI and the certificates of the directory that it signed. */
export interface CertificateSet {
  readonly ci: Certificate
  readonly file: string
  /** The CI's subject key identifier, lower-case hex. */
  readonly keyId: string
  readonly curve: Curve
  /** Whether the CI is a published SGP.26 test CI, whose private key is public. */
  readonly isSgp26Test: boolean
  readonly smdps: readonly SmdpSet[]
  /** SM-DS authentication certificates, the one that expires last first. */
  readonly dsAuths: readonly KeyedCertificate[]
  readonly eums: readonly Certificate[]
  readonly crls: readonly Crl[]
}

/** A fault of one file, as a sentence for the administrator. It contains no key material. */
export interface FileFault {
  readonly file: string
  readonly text: string
}

/** The usable content of a certificate directory and its faults. */
export interface CertificateDirectory {
  readonly sets: readonly CertificateSet[]
  /** TLS certificates of the SM-DP+, of any issuer; the one that expires last first. */
  readonly tls: readonly KeyedCertificate[]
  /** The same for the SM-DS. */
  readonly dsTls: readonly KeyedCertificate[]
  /** Faults of the files. Certificates at fault are not in the sets. */
  readonly faults: readonly FileFault[]
}

/**
 * File names of the SGP.26 test certificates. The group between prefix and extension pairs a certificate with its key:
 * `CERT_x.der` belongs to `SK_x.pem`.
 */
const KINDS: readonly { pattern: RegExp; role: Role; isKeyed: boolean }[] = [
  { pattern: /^CERT_CI(_.+)?\.(der|pem|crt|cer)$/i, role: 'ci', isKeyed: false },
  { pattern: /^CERT_EUM(_.+)?\.(der|pem|crt|cer)$/i, role: 'eum', isKeyed: false },
  { pattern: /^CERT_(S_SM_DP\d*auth(_.+)?)\.(der|pem|crt|cer)$/i, role: 'dp-auth', isKeyed: true },
  { pattern: /^CERT_(S_SM_DP\d*pb(_.+)?)\.(der|pem|crt|cer)$/i, role: 'dp-pb', isKeyed: true },
  { pattern: /^CERT_(S_SM_DP\d*_TLS(_.+)?)\.(der|pem|crt|cer)$/i, role: 'dp-tls', isKeyed: true },
  { pattern: /^CERT_(S_SM_DS\d*auth(_.+)?)\.(der|pem|crt|cer)$/i, role: 'ds-auth', isKeyed: true },
  { pattern: /^CERT_(S_SM_DS\d*_TLS(_.+)?)\.(der|pem|crt|cer)$/i, role: 'ds-tls', isKeyed: true },
]

const CRL = /\.crl$/i

/** A certificate file that was read and fits its file name. */
interface CertificateFile {
  readonly role: Role
  readonly file: string
  readonly certificate: Certificate
  readonly issuers: readonly Certificate[]
  readonly privateKey: Uint8Array | undefined
}

/**
 * Reads a certificate directory (RSP_CERTS_DIR), given as a map from file name, with or without folders, to content. Other
 * file names are ignored. Faults are collected, never thrown. Validity dates are not checked, because certificates expire
 * while the server runs; the caller checks them when it uses a certificate.
 */
export function readCertificateDirectory(files: ReadonlyMap<string, Uint8Array>): CertificateDirectory {
  const faults: FileFault[] = []
  const found = readCertificateFiles(files, faults)
  const crls = readCrlFiles(files, faults)
  const ofRole = (role: Role) => found.filter((one) => one.role === role)
  const sets = ofRole('ci').flatMap((ci) => readSet(ci, { ofRole, crls, faults }))
  if (sets.length === 0) faults.push({ file: 'CERT_CI_*', text: 'No CI certificate found.' })
  refuseOrphans([...ofRole('dp-auth'), ...ofRole('dp-pb'), ...ofRole('ds-auth'), ...ofRole('eum')], sets, faults)
  if (sets.length > 0 && sets.every(({ smdps }) => smdps.length === 0)) {
    faults.push({ file: 'CERT_S_SM_DPauth_*', text: 'No CI has both a DPauth and a DPpb certificate of one SM-DP+.' })
  }
  const ofTls = (role: 'dp-tls' | 'ds-tls') => ofRole(role).filter(isKeyed).sort(latestFirst)
  return { sets, tls: ofTls('dp-tls'), dsTls: ofTls('ds-tls'), faults }
}

/** Reads the certificate files. A second file with the same certificate in the same role is ignored. */
function readCertificateFiles(files: ReadonlyMap<string, Uint8Array>, faults: FileFault[]): CertificateFile[] {
  const found: CertificateFile[] = []
  const seen = new Set<string>()
  for (const [file, bytes] of files) {
    const kind = KINDS.find(({ pattern }) => pattern.test(baseName(file)))
    if (kind === undefined) continue
    collect(faults, file, () => {
      const [certificate, ...issuers] = parseCertificates(bytes)
      const key = `${kind.role} ${toHex(certificate!.raw)}`
      if (seen.has(key)) return
      checkCertificate(certificate!, kind.role)
      const privateKey = kind.isKeyed ? readKey(files, file, certificate!) : undefined
      seen.add(key)
      found.push({ role: kind.role, file, certificate: certificate!, issuers, privateKey })
    })
  }
  return found
}

/**
 * Throws CertificateError unless the certificate has the role and a curve that the file name requires. A TLS certificate
 * may come from a public CA, so neither is required of it.
 */
function checkCertificate(certificate: Certificate, role: Role): void {
  const stated = roleOf(certificate)
  if (role === 'dp-tls' || role === 'ds-tls') return
  if (stated !== role) {
    const text = stated === undefined ? 'states no GSMA role' : `is a ${stated} certificate`
    throw new CertificateError('unsupported', `The file name calls for a ${role} certificate, but it ${text}.`)
  }
  if (certificate.curve === undefined || certificate.curve === 'FRP256v1') {
    throw new CertificateError('unsupported', 'The key is on neither NIST P-256 nor brainpoolP256r1.')
  }
}

/**
 * The private key of a certificate as PKCS#8: `SK_x.pem` (or .der, .key) in any folder for `CERT_x.der`.
 * @throws CertificateError `bad_key` if no such file has the key that matches the certificate
 */
function readKey(files: ReadonlyMap<string, Uint8Array>, file: string, certificate: Certificate): Uint8Array {
  const stem = baseName(file)
    .replace(/\.[^.]+$/, '')
    .replace(/^CERT_/i, '')
  const isKeyFile = (name: string) =>
    /^SK_(.+)\.(pem|der|key)$/i.exec(baseName(name))?.[1]?.toLowerCase() === stem.toLowerCase()
  const keyFiles = [...files].filter(([name]) => isKeyFile(name))
  if (keyFiles.length === 0) throw new CertificateError('bad_key', `Its private key SK_${stem}.pem is missing.`)
  for (const [name, bytes] of keyFiles) {
    try {
      const key = importPrivateKey(bytes)
      if (isKeyPair(certificate, key)) return exportPkcs8(key)
    } catch (cause) {
      if (cause instanceof CertificateError)
        throw new CertificateError('bad_key', `${name}: ${cause.message}`, { cause })
      throw cause
    }
  }
  throw new CertificateError('bad_key', `The private key in ${keyFiles[0]![0]} belongs to another certificate.`)
}

/** The readable revocation lists; their signatures are checked when their CI is known. */
function readCrlFiles(files: ReadonlyMap<string, Uint8Array>, faults: FileFault[]): { file: string; crl: Crl }[] {
  const found: { file: string; crl: Crl }[] = []
  for (const [file, bytes] of files) {
    if (CRL.test(file)) collect(faults, file, () => found.push({ file, crl: parseCrl(bytes) }))
  }
  return found
}

/** What readSet needs besides the CI. It appends to `faults`. */
interface SetContext {
  readonly ofRole: (role: Role) => CertificateFile[]
  readonly crls: readonly { file: string; crl: Crl }[]
  readonly faults: FileFault[]
}

/** The set of one CI: a list of one, or empty with a fault if the certificate is not a self-signed CI. */
function readSet({ certificate: ci, file }: CertificateFile, { ofRole, crls, faults }: SetContext): CertificateSet[] {
  const keyId = ci.extensions.subjectKeyIdentifier
  if (keyId === undefined || !isSignedBy(ci, ci)) {
    faults.push({ file, text: 'Not a self-signed CI certificate with a subject key identifier.' })
    return []
  }
  const own = (role: Role) =>
    ofRole(role)
      .filter((one) => isSignedBy(one.certificate, ci))
      .sort(latestFirst)
  const smdps = own('dp-auth')
    .filter(isKeyed)
    .flatMap((dpAuth) => pairUp(dpAuth, own('dp-pb').filter(isKeyed), faults))
  const listed = crls.filter(({ crl }) => isCrlOf(crl, ci))
  for (const { file: crlFile, crl } of listed) {
    if (!isCrlSignedBy(crl, ci)) faults.push({ file: crlFile, text: `Its signature is not that of the CI in ${file}.` })
  }
  return [
    {
      ci,
      file,
      keyId: toHex(keyId),
      curve: ci.curve!,
      isSgp26Test: isSgp26TestCi(keyId),
      smdps: newestOfEach(smdps),
      dsAuths: own('ds-auth').filter(isKeyed),
      eums: own('eum').map(({ certificate }) => certificate),
      crls: listed.map(({ crl }) => crl).filter((crl) => isCrlSignedBy(crl, ci)),
    },
  ]
}

/** The DPauth certificate with the DPpb certificate of the same OID: a list of one, or empty with a fault. */
function pairUp(dpAuth: KeyedCertificate, candidates: readonly KeyedCertificate[], faults: FileFault[]): SmdpSet[] {
  const oid = registeredIdOf(dpAuth.certificate)
  if (oid === undefined) {
    faults.push({ file: dpAuth.file, text: 'It has no registeredID (the SM-DP+ OID) in subjectAltName.' })
    return []
  }
  const dpPb = candidates.find(({ certificate }) => registeredIdOf(certificate) === oid)
  if (dpPb !== undefined) return [{ oid, dpAuth, dpPb }]
  faults.push({ file: dpAuth.file, text: `No DPpb certificate with the same SM-DP+ OID (${oid}) under the same CI.` })
  return []
}

/** For each SM-DP+ OID the certificates that expire last. The input is sorted by expiry, latest first. */
function newestOfEach(smdps: readonly SmdpSet[]): SmdpSet[] {
  return smdps.filter(({ oid }, index) => smdps.findIndex((other) => other.oid === oid) === index)
}

/** Reports certificates that none of the CIs signed. */
function refuseOrphans(found: readonly CertificateFile[], sets: readonly CertificateSet[], faults: FileFault[]): void {
  for (const { file, certificate } of found) {
    if (!sets.some(({ ci }) => isSignedBy(certificate, ci))) {
      faults.push({ file, text: 'No CI certificate in the directory has signed it.' })
    }
  }
}

function isKeyed(found: CertificateFile): found is CertificateFile & KeyedCertificate {
  return found.privateKey !== undefined
}

/** Sort order: the certificate that expires last comes first. */
function latestFirst(a: { certificate: Certificate }, b: { certificate: Certificate }): number {
  return b.certificate.notAfter.getTime() - a.certificate.notAfter.getTime()
}

/** Runs `read`; a CertificateError becomes a fault of the file. */
function collect(faults: FileFault[], file: string, read: () => void): void {
  try {
    read()
  } catch (error) {
    if (!(error instanceof CertificateError)) throw error
    faults.push({ file, text: error.message })
  }
}

function baseName(file: string): string {
  return file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1)
}
