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
import { StartRefusal } from '../../../runtime/start-refusal.ts'
import type { TestIssuer } from './test-issuer.ts'

/** `test`: anyone can create an eUICC under this issuer, so it may only download profiles for test devices. */
export type TrustClass = 'test' | 'live'

/** The certificates and keys of the SM-DP+ under one certificate issuer. */
export type SmdpCredentials = ServerCredentials & { readonly trustClass: TrustClass }

/** A TLS certificate chain and key as PEM, with the first host name of the certificate. */
export type ServedTls = { readonly cert: string; readonly key: string; readonly host: string | undefined }

/** All certificates of the SM-DP+ and SM-DS: those they trust and those they present. */
export type Credentials = {
  /** In order of preference when an eUICC trusts several issuers. */
  readonly all: readonly SmdpCredentials[]
  /** The SM-DS's certificates and keys. */
  readonly smds: readonly AuthenticationCredentials[]
  /** Class of each trusted issuer, by its key identifier in lower-case hex. */
  readonly classes: ReadonlyMap<string, TrustClass>
  readonly trust: EuiccTrust
  readonly trustedCiKeyIds: readonly Uint8Array[]
  /** From RSP_CERTS_DIR, for the first port; undefined when the test issuer has to issue one. */
  readonly tls: ServedTls | undefined
  /** The same for the port of the Brainpool set. */
  readonly brainpoolTls: ServedTls | undefined
  /** From RSP_CERTS_DIR, the certificate for this host and the port of this issuer. */
  readonly tlsFor: (host: string, set: CertificateIssuer) => ServedTls | undefined
  /** The SM-DS's, from RSP_CERTS_DIR; undefined when the test issuer has to issue one. */
  readonly smdsTls: ServedTls | undefined
  readonly expiring: readonly { readonly file: string; readonly notAfter: Date }[]
}

export const keyIdText = (keyId: Uint8Array): string => Buffer.from(keyId).toString('hex')

/** The TLS certificate from RSP_CERTS_DIR for the port of an issuer. */
export const servedTls = ({ tls, brainpoolTls }: Credentials, set: CertificateIssuer): ServedTls | undefined =>
  set === 'BRP' ? brainpoolTls : tls

export type CertificateFolder = {
  directory: string | undefined
  /** SMDP_HOST, if set: a TLS certificate for it is preferred. */
  host?: string | undefined
  /** Number of ports; with two, the first one presents no Brainpool certificate. */
  ports?: number
}

/**
 * Combines the certificates of RSP_CERTS_DIR, which are preferred, with those of the test issuers.
 * @throws Error that names every faulty file
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
    tls: chooseTls(tlsOf('NIST'), host),
    brainpoolTls: chooseTls(tlsOf('BRP'), host),
    tlsFor: (host, set) =>
      chooseTls(
        tlsOf(set).filter((one) => isForHost(one, host)),
        host,
      ),
    smdsTls: chooseTls(found.dsTls, undefined),
    expiring: named.map(({ file, certificate }) => ({ file, notAfter: certificate.notAfter })),
  }
}

const NOTHING: CertificateDirectory = { sets: [], tls: [], dsTls: [], faults: [] }

function readDirectory(directory: string): CertificateDirectory {
  const found = readCertificateDirectory(readFiles(directory))
  if (found.faults.length === 0) return found
  const lines = found.faults.map(({ file, text }) => `  ${file}: ${text}`)
  throw new StartRefusal(`RSP_CERTS_DIR ${directory} has faulty files:\n${lines.join('\n')}`)
}

/** Prefers a certificate for `host`, then one on P-256, which every phone supports. */
function chooseTls(found: readonly KeyedCertificate[], host: string | undefined): ServedTls | undefined {
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

/** Whether a certificate is for this host. A wildcard matches one label (RFC 6125, 6.4.3). */
function isForHost({ certificate }: KeyedCertificate, host: string): boolean {
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

/** The private keys of SGP.26 test issuers are public. */
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
    throw new StartRefusal(`RSP_CERTS_DIR ${directory} cannot be read: ${(cause as Error).message}`, { cause })
  }
}

/** A fingerprint of the folder that changes with any of its files. */
export function folderState(directory: string | undefined): string {
  if (directory === undefined) return ''
  const states = listFiles(directory).map((path) => {
    const { mtimeMs, size } = statSync(path)
    return `${path} ${mtimeMs} ${size}`
  })
  return states.sort().join('\n')
}
