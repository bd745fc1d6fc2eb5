import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { CertificateIssuer } from '@simwright/contract/profiles/configuration'
import type { AuthenticationCredentials, EuiccTrust, ServerCredentials } from '@simwright/rsp'
import { importSigningKey } from '@simwright/rsp'
import {
  type CertificateDirectory,
  type CertificateSet,
  type KeyedCertificate,
  parseCertificate,
  readCertificateDirectory,
  registeredIdOf,
  writePem,
} from '@simwright/x509'
import type { TestIssuer } from './test-issuer.ts'

/** `test`: anyone can make an eUICC that chains to this issuer, so it may only get what is meant for test devices. */
export type TrustClass = 'test' | 'live'

/** What the SM-DP+ signs with under one certificate issuer. */
export type SmdpCredentials = ServerCredentials & { readonly trustClass: TrustClass }

/** The certificate that the SM-DP+ shows in TLS, as PEM, with the host that it names. */
export type ServedTls = { readonly cert: string; readonly key: string; readonly host: string | undefined }

/** Everything that decides whom the SM-DP+ trusts and how it shows who it is. */
export type Credentials = {
  /** Where an eUICC trusts several, the first is shown. */
  readonly all: readonly SmdpCredentials[]
  /** What the SM-DS signs with. */
  readonly smds: readonly AuthenticationCredentials[]
  /** Class of each trusted issuer, by its key identifier in lower-case hex. */
  readonly classes: ReadonlyMap<string, TrustClass>
  readonly trust: EuiccTrust
  readonly trustedCiKeyIds: readonly Uint8Array[]
  /** From RSP_CERTS_DIR, for the first port; absent where the test issuer issues one. */
  readonly tls: ServedTls | undefined
  /** The same for the port of the Brainpool set. */
  readonly brainpoolTls: ServedTls | undefined
  /** The one there that names this host, for the port of that set. */
  readonly tlsFor: (host: string, set: CertificateIssuer) => ServedTls | undefined
  /** The SM-DS's from RSP_CERTS_DIR; absent where the test issuer makes one. */
  readonly smdsTls: ServedTls | undefined
  readonly expiring: readonly { readonly file: string; readonly notAfter: Date }[]
}

export const keyIdText = (keyId: Uint8Array): string => Buffer.from(keyId).toString('hex')

/** The TLS certificate of RSP_CERTS_DIR that the port of a set presents. */
export const servedTls = ({ tls, brainpoolTls }: Credentials, set: CertificateIssuer): ServedTls | undefined =>
  set === 'BRP' ? brainpoolTls : tls

export type CertificateFolder = {
  directory: string | undefined
  /** The name in activation codes, where it is set: a TLS certificate for it is preferred. */
  host?: string | undefined
  /** How many ports the SM-DP+ has: with two, the first one presents no Brainpool certificate. */
  ports?: number
}

/**
 * The own test issuers, and what RSP_CERTS_DIR holds: the operator's own come first.
 * @throws Error that names every file that is unfit
 */
export function readCredentials(
  issuers: readonly TestIssuer[],
  { directory, host, ports = 1 }: CertificateFolder = { directory: undefined },
): Credentials {
  const found = directory === undefined ? NOTHING : readDirectory(directory)
  const own = issuers.map(ownCredentials)
  const fromSets = found.sets.flatMap((set) => directoryCredentials(set))
  const roots = [...found.sets.map(({ ci }) => ci), ...issuers.map(({ ci }) => parseCertificate(ci.certificate))]
  const crls = found.sets.flatMap((set) => set.crls)
  const named = [
    ...found.sets.flatMap(({ smdps }) => smdps.flatMap(({ dpAuth, dpPb }) => [dpAuth, dpPb])),
    ...found.sets.flatMap(({ dsAuths }) => dsAuths),
    ...found.tls,
    ...found.dsTls,
  ]
  const isBrainpool = ({ certificate }: KeyedCertificate) => certificate.curve === 'brainpoolP256r1'
  const tlsOf = (set: CertificateIssuer) =>
    found.tls.filter((one) => (set === 'BRP' ? isBrainpool(one) : ports === 1 || !isBrainpool(one)))
  return {
    all: [...fromSets, ...own],
    smds: [...found.sets.flatMap(directoryDiscovery), ...issuers.map(ownDiscovery)],
    classes: new Map([
      ...own.map(({ ciKeyId }): [string, TrustClass] => [keyIdText(ciKeyId), 'test']),
      ...found.sets.map((set): [string, TrustClass] => [set.keyId, classOf(set)]),
    ]),
    trust: { roots, crls: crls.length > 0 ? crls : 'not-checked' },
    trustedCiKeyIds: roots.map((root) => root.extensions.subjectKeyIdentifier!),
    tls: served(tlsOf('NIST'), host),
    brainpoolTls: served(tlsOf('BRP'), host),
    tlsFor: (host, set) =>
      served(
        tlsOf(set).filter((one) => names(one, host)),
        host,
      ),
    smdsTls: served(found.dsTls, undefined),
    expiring: named.map(({ file, certificate }) => ({ file, notAfter: certificate.notAfter })),
  }
}

const NOTHING: CertificateDirectory = { sets: [], tls: [], dsTls: [], faults: [] }

function readDirectory(directory: string): CertificateDirectory {
  const found = readCertificateDirectory(readFiles(directory))
  if (found.faults.length === 0) return found
  const lines = found.faults.map(({ file, text }) => `  ${file}: ${text}`)
  throw new Error(`RSP_CERTS_DIR ${directory} needs mending:\n${lines.join('\n')}`)
}

/** For the right host, if any is; then on the curve that every phone knows; then the one that lasts longest. */
function served(found: readonly KeyedCertificate[], host: string | undefined): ServedTls | undefined {
  const namesOf = ({ certificate }: KeyedCertificate) => certificate.extensions.alternativeNames.dnsNames
  const wanted = host?.replace(/:\d+$/, '').toLowerCase()
  const isWanted = (one: KeyedCertificate) => namesOf(one).some((name) => name.toLowerCase() === wanted)
  const rank = (one: KeyedCertificate) => (isWanted(one) ? 2 : 0) + (one.certificate.curve === 'P-256' ? 1 : 0)
  const [best] = found.toSorted((a, b) => rank(b) - rank(a))
  if (!best) return undefined
  return {
    cert: [best.certificate, ...best.issuers].map(({ raw }) => writePem('CERTIFICATE', raw)).join(''),
    key: writePem('PRIVATE KEY', best.privateKey),
    host: namesOf(best)[0],
  }
}

/** A star stands for one label (RFC 6125, 6.4.3). */
function names({ certificate }: KeyedCertificate, host: string): boolean {
  const [, ...parents] = host.split('.')
  const wanted = [host, ...(parents.length > 1 ? [`*.${parents.join('.')}`] : [])]
  return certificate.extensions.alternativeNames.dnsNames.some((name) => wanted.includes(name.toLowerCase()))
}

function ownCredentials({ ci, dpAuth, dpPb }: TestIssuer): SmdpCredentials {
  return {
    ciKeyId: parseCertificate(ci.certificate).extensions.subjectKeyIdentifier!,
    smdpOid: registeredIdOf(parseCertificate(dpAuth.certificate))!,
    authCertificate: dpAuth.certificate,
    authKey: importSigningKey(dpAuth.privateKey),
    pbCertificate: dpPb.certificate,
    pbKey: importSigningKey(dpPb.privateKey),
    trustClass: 'test',
  }
}

function ownDiscovery({ ci, dsAuth }: TestIssuer): AuthenticationCredentials {
  return {
    ciKeyId: parseCertificate(ci.certificate).extensions.subjectKeyIdentifier!,
    authCertificate: dsAuth.certificate,
    authKey: importSigningKey(dsAuth.privateKey),
  }
}

function directoryDiscovery({ ci, dsAuths }: CertificateSet): AuthenticationCredentials[] {
  return dsAuths.map(({ certificate, privateKey }) => ({
    ciKeyId: ci.extensions.subjectKeyIdentifier!,
    authCertificate: certificate.raw,
    authKey: importSigningKey(privateKey),
  }))
}

/** Of an SGP.26 test issuer anyone holds the key. */
const classOf = ({ isSgp26Test }: CertificateSet): TrustClass => (isSgp26Test ? 'test' : 'live')

function directoryCredentials(set: CertificateSet): SmdpCredentials[] {
  return set.smdps.map(({ oid, dpAuth, dpPb }) => ({
    ciKeyId: set.ci.extensions.subjectKeyIdentifier!,
    smdpOid: oid,
    authCertificate: dpAuth.certificate.raw,
    authKey: importSigningKey(dpAuth.privateKey),
    pbCertificate: dpPb.certificate.raw,
    pbKey: importSigningKey(dpPb.privateKey),
    trustClass: classOf(set),
  }))
}

function readFiles(directory: string): Map<string, Uint8Array> {
  return new Map(listFiles(directory).map((path) => [path, readFileSync(path)]))
}

/** @throws Error that names RSP_CERTS_DIR */
function listFiles(directory: string): string[] {
  try {
    const entries = readdirSync(directory, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  } catch (cause) {
    throw new Error(`RSP_CERTS_DIR ${directory} cannot be read: ${(cause as Error).message}`, { cause })
  }
}

/** Changes when a file of the folder does. */
export function folderState(directory: string | undefined): string {
  if (directory === undefined) return ''
  const states = listFiles(directory).map((path) => {
    const { mtimeMs, size } = statSync(path)
    return `${path} ${mtimeMs} ${size}`
  })
  return states.sort().join('\n')
}
