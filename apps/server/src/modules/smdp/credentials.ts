import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EuiccTrust, ServerCredentials } from '@simwright/rsp'
import { importSigningKey } from '@simwright/rsp'
import {
  type Certificate,
  type CertificateSet,
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

/** Everything that decides whom the SM-DP+ trusts and how it shows who it is. */
export type Credentials = {
  readonly all: readonly SmdpCredentials[]
  /** Class of each trusted issuer, by its key identifier in lower-case hex. */
  readonly classes: ReadonlyMap<string, TrustClass>
  readonly trust: EuiccTrust
  readonly trustedCiKeyIds: readonly Uint8Array[]
  /** From RSP_CERTS_DIR; absent where the test issuer makes one. */
  readonly tls: { readonly cert: string; readonly key: string; readonly host: string | undefined } | undefined
  readonly expiring: readonly { readonly file: string; readonly notAfter: Date }[]
}

export const keyIdText = (keyId: Uint8Array): string => Buffer.from(keyId).toString('hex')

/**
 * The own test issuer, and what RSP_CERTS_DIR holds beside it.
 * @throws Error that names every file that is unfit
 */
export function readCredentials(issuer: TestIssuer, directory: string | undefined): Credentials {
  const own = ownCredentials(issuer)
  const ci = parseCertificate(issuer.ci.certificate)
  const base = { all: [own], roots: [ci], classes: new Map<string, TrustClass>([[keyIdText(own.ciKeyId), 'test']]) }
  if (directory === undefined) return assemble(base)
  const { sets, tls, faults } = readCertificateDirectory(readFiles(directory))
  if (faults.length > 0) {
    throw new Error(
      `RSP_CERTS_DIR ${directory} needs mending:\n${faults.map(({ file, text }) => `  ${file}: ${text}`).join('\n')}`,
    )
  }
  for (const set of sets) {
    const trustClass: TrustClass = set.isSgp26Test ? 'test' : 'live'
    base.classes.set(set.keyId, trustClass)
    base.roots.push(set.ci)
    base.all.push(...directoryCredentials(set, trustClass))
  }
  const [served] = tls
  const crls = sets.flatMap((set) => set.crls)
  const named = [...sets.flatMap(({ smdps }) => smdps.flatMap(({ dpAuth, dpPb }) => [dpAuth, dpPb])), ...tls]
  return {
    ...assemble(base),
    trust: { roots: base.roots, crls: crls.length > 0 ? crls : 'not-checked' },
    tls: served && {
      cert: [served.certificate, ...served.issuers].map(({ raw }) => writePem('CERTIFICATE', raw)).join(''),
      key: writePem('PRIVATE KEY', served.privateKey),
      host: served.certificate.extensions.alternativeNames.dnsNames[0],
    },
    expiring: named.map(({ file, certificate }) => ({ file, notAfter: certificate.notAfter })),
  }
}

function assemble(base: {
  all: SmdpCredentials[]
  roots: Certificate[]
  classes: Map<string, TrustClass>
}): Credentials {
  return {
    // the operator's own come first: where an eUICC trusts both, they are shown
    all: base.all.toReversed(),
    classes: base.classes,
    trust: { roots: base.roots, crls: 'not-checked' },
    trustedCiKeyIds: base.roots.map((root) => root.extensions.subjectKeyIdentifier!),
    tls: undefined,
    expiring: [],
  }
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

function directoryCredentials(set: CertificateSet, trustClass: TrustClass): SmdpCredentials[] {
  return set.smdps.map(({ oid, dpAuth, dpPb }) => ({
    ciKeyId: set.ci.extensions.subjectKeyIdentifier!,
    smdpOid: oid,
    authCertificate: dpAuth.certificate.raw,
    authKey: importSigningKey(dpAuth.privateKey),
    pbCertificate: dpPb.certificate.raw,
    pbKey: importSigningKey(dpPb.privateKey),
    trustClass,
  }))
}

function readFiles(directory: string): Map<string, Uint8Array> {
  const names = readdirSync(directory, { recursive: true, withFileTypes: true })
  return new Map(
    names
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name)
        return [path, readFileSync(path)]
      }),
  )
}
