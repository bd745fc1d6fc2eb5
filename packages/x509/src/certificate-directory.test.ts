import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  type CertificateDirectory,
  CURVES,
  exportPkcs8,
  type Identity,
  importPrivateKey,
  issueCertificate,
  issueCrl,
  issuerOf,
  issueTestDsAuth,
  issueTestPki,
  issueTestTls,
  type NewCertificate,
  nameOf,
  parseCertificate,
  readCertificateDirectory,
  type Sources,
  type TestPkiRequest,
  writePem,
} from './index.ts'

const now = new Date('2026-03-01T12:00:00Z')
const sources: Sources = {
  now,
  random: (length) => new Uint8Array(randomBytes(length)),
  generateKeyPair: (curve) => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: CURVES[curve].openssl! })
    return {
      publicKeyInfo: new Uint8Array(publicKey.export({ type: 'spki', format: 'der' })),
      privateKey: exportPkcs8(privateKey),
    }
  },
}

const pkiOf = (change: Partial<TestPkiRequest> = {}) =>
  issueTestPki({ ...sources, host: 'smdp.example.com', oid: '2.999.10', ...change })
const nist = pkiOf()
const brainpool = pkiOf({ curve: 'brainpoolP256r1' })

const pem = (identity: Identity): Uint8Array => Buffer.from(writePem('CERTIFICATE', identity.certificate))
const key = (identity: Identity): Uint8Array =>
  Buffer.from(importPrivateKey(identity.privateKey).export({ type: 'sec1', format: 'pem' }))

type Files = Record<string, Uint8Array>

function filesOf(pki: typeof nist, suffix: string): Files {
  return {
    [`CERT_CI_ECDSA_${suffix}.pem`]: pem(pki.ci),
    [`CERT_EUM_ECDSA_${suffix}.der`]: pki.eum.certificate,
    [`CERT_S_SM_DPauth_ECDSA_${suffix}.der`]: pki.dpAuth.certificate,
    [`SK_S_SM_DPauth_ECDSA_${suffix}.pem`]: key(pki.dpAuth),
    [`CERT_S_SM_DPpb_ECDSA_${suffix}.der`]: pki.dpPb.certificate,
    [`SK_S_SM_DPpb_ECDSA_${suffix}.pem`]: key(pki.dpPb),
    [`CERT_S_SM_DP_TLS_${suffix}.pem`]: pem(pki.dpTls),
    [`SK_S_SM_DP_TLS_${suffix}.pem`]: key(pki.dpTls),
  }
}

const nistFiles = filesOf(nist, 'NIST')
const readFiles = (files: Files): CertificateDirectory => readCertificateDirectory(new Map(Object.entries(files)))
const faultsOf = (files: Files): string[] => readFiles(files).faults.map(({ file, text }) => `${file}: ${text}`)

describe('a certificate directory', () => {
  test('with both curves yields one set for each CI', () => {
    const found = readFiles({ ...nistFiles, ...filesOf(brainpool, 'BRP'), 'README.txt': Buffer.from('hello') })
    expect(found.faults).toEqual([])
    expect(found.sets.map(({ curve, smdps, eums }) => [curve, smdps.length, eums.length])).toEqual([
      ['P-256', 1, 1],
      ['brainpoolP256r1', 1, 1],
    ])
    const { ci, keyId, isSgp26Test, smdps } = found.sets[0]!
    expect(keyId).toBe(Buffer.from(ci.extensions.subjectKeyIdentifier!).toString('hex'))
    expect(isSgp26Test).toBe(false)
    expect(smdps[0]!.oid).toBe('2.999.10')
    expect(smdps[0]!.dpAuth.file).toBe('CERT_S_SM_DPauth_ECDSA_NIST.der')
    expect(smdps[0]!.dpAuth.privateKey).toEqual(nist.dpAuth.privateKey)
    expect(smdps[0]!.dpPb.privateKey).toEqual(nist.dpPb.privateKey)
    expect(found.tls.map(({ file }) => file)).toEqual(['CERT_S_SM_DP_TLS_NIST.pem', 'CERT_S_SM_DP_TLS_BRP.pem'])
  })

  test('with the certificates of an SM-DS yields those too', () => {
    const own = { ...sources, ci: nist.ci, host: 'smds.example.com', oid: '2.999.15' }
    const auth = issueTestDsAuth(own)
    const tls = issueTestTls({ ...own, role: 'ds-tls' })
    const files = {
      'CERT_S_SM_DSauth_ECDSA_NIST.der': auth.certificate,
      'SK_S_SM_DSauth_ECDSA_NIST.pem': key(auth),
      'CERT_S_SM_DS_TLS_NIST.der': tls.certificate,
      'SK_S_SM_DS_TLS_NIST.pem': key(tls),
    }
    const found = readFiles({ ...nistFiles, ...files })
    expect(found.faults).toEqual([])
    expect(found.sets[0]!.dsAuths.map(({ privateKey }) => privateKey)).toEqual([auth.privateKey])
    expect(found.dsTls.map(({ file }) => file)).toEqual(['CERT_S_SM_DS_TLS_NIST.der'])
    expect(found.tls).toHaveLength(1)
    expect(faultsOf({ ...nistFiles, ...files, 'CERT_S_SM_DSauth_ECDSA_NIST.der': nist.dpAuth.certificate })).toEqual([
      expect.stringContaining('calls for a ds-auth certificate, but it is a dp-auth certificate'),
    ])
  })

  test('with folders, and with the same certificate as DER and PEM, yields it once', () => {
    const files = Object.fromEntries(Object.entries(nistFiles).map(([name, bytes]) => [`some/folder/${name}`, bytes]))
    const found = readFiles({ ...files, 'CertificateIssuer/CERT_CI_ECDSA_NIST.der': nist.ci.certificate })
    expect([found.sets.length, found.faults]).toEqual([1, []])
  })

  test('with a second SM-DP+ under the same CI yields both, paired by their OID', () => {
    const issuer = issuerOf(parseCertificate(nist.ci.certificate), importPrivateKey(nist.ci.privateKey))
    const second = (role: 'dp-auth' | 'dp-pb', like: Identity): Uint8Array =>
      issueCertificate({
        role,
        issuer,
        subject: nameOf({ O: 'ACME', CN: 'Second SM-DP+' }),
        publicKeyInfo: parseCertificate(like.certificate).publicKeyInfo,
        serialNumber: sources.random(16),
        notBefore: now,
        notAfter: new Date('2027-01-01T00:00:00Z'),
        registeredId: '2.999.12',
      })
    const found = readFiles({
      ...nistFiles,
      'CERT_S_SM_DP2auth_ECDSA_NIST.der': second('dp-auth', nist.dpAuth),
      'SK_S_SM_DP2auth_ECDSA_NIST.pem': key(nist.dpAuth),
      'CERT_S_SM_DP2pb_ECDSA_NIST.der': second('dp-pb', nist.dpPb),
      'SK_S_SM_DP2pb_ECDSA_NIST.pem': key(nist.dpPb),
    })
    expect(found.faults).toEqual([])
    const pairs = found.sets[0]!.smdps.map(({ oid, dpAuth, dpPb }) => [oid, dpAuth.file, dpPb.file])
    expect(pairs).toEqual([
      ['2.999.10', 'CERT_S_SM_DPauth_ECDSA_NIST.der', 'CERT_S_SM_DPpb_ECDSA_NIST.der'],
      ['2.999.12', 'CERT_S_SM_DP2auth_ECDSA_NIST.der', 'CERT_S_SM_DP2pb_ECDSA_NIST.der'],
    ])
  })

  test('with a revocation list of its CI yields the list', () => {
    const issuer = issuerOf(parseCertificate(nist.ci.certificate), importPrivateKey(nist.ci.privateKey))
    const crl = issueCrl({ issuer, thisUpdate: now, nextUpdate: now, revoked: [], number: 1 })
    expect(readFiles({ ...nistFiles, 'CRL-A.crl': crl }).sets[0]!.crls).toHaveLength(1)
    const damaged = Uint8Array.from(crl)
    damaged[damaged.length - 1]! ^= 1
    expect(faultsOf({ ...nistFiles, 'CRL-A.crl': damaged })).toEqual([
      'CRL-A.crl: Its signature is not that of the CI in CERT_CI_ECDSA_NIST.pem.',
    ])
  })
})

describe('a fault in a certificate directory is reported with its file', () => {
  const without = (...names: string[]): Files =>
    Object.fromEntries(Object.entries(nistFiles).filter(([name]) => !names.includes(name)))
  const auth = 'CERT_S_SM_DPauth_ECDSA_NIST.der'
  const authKey = 'SK_S_SM_DPauth_ECDSA_NIST.pem'

  test.each([
    ['an empty directory', {}, 'CERT_CI_*: No CI certificate found.'],
    ['no CI', without('CERT_CI_ECDSA_NIST.pem'), 'CERT_CI_*: No CI certificate found.'],
    [
      'no CI for a certificate',
      without('CERT_CI_ECDSA_NIST.pem'),
      `${auth}: No CI certificate in the directory has signed it.`,
    ],
    ['a missing key', without(authKey), `${auth}: Its private key SK_S_SM_DPauth_ECDSA_NIST.pem is missing.`],
    [
      'a key of another certificate',
      { ...nistFiles, [authKey]: key(nist.dpPb) },
      `${auth}: The private key in ${authKey} belongs to another certificate.`,
    ],
    [
      'an unreadable key',
      { ...nistFiles, [authKey]: Buffer.from('secret') },
      `${auth}: ${authKey}: Neither a PKCS#8 nor a SEC1 private key, or one with a password.`,
    ],
    [
      'a certificate of another role',
      { ...nistFiles, [auth]: nist.dpPb.certificate, [authKey]: key(nist.dpPb) },
      `${auth}: The file name calls for a dp-auth certificate, but it is a dp-pb certificate.`,
    ],
    [
      'no DPpb',
      without('CERT_S_SM_DPpb_ECDSA_NIST.der'),
      `${auth}: No DPpb certificate with the same SM-DP+ OID (2.999.10) under the same CI.`,
    ],
    ['no DPauth', without(auth), 'CERT_S_SM_DPauth_*: No CI has both a DPauth and a DPpb certificate of one SM-DP+.'],
    [
      'an EUM of an unknown CI',
      { ...nistFiles, 'CERT_EUM_X.der': brainpool.eum.certificate },
      'CERT_EUM_X.der: No CI certificate in the directory has signed it.',
    ],
  ] as [string, Files, string][])('%s', (_what, files, fault) => {
    expect(faultsOf(files)).toContain(fault)
  })

  test('an unreadable certificate', () => {
    const faults = faultsOf({ ...nistFiles, [auth]: nist.dpAuth.certificate.subarray(0, 99) })
    expect(faults[0]).toMatch(/^CERT_S_SM_DPauth_ECDSA_NIST.der: Not a valid certificate: /)
  })

  const issuer = issuerOf(parseCertificate(nist.ci.certificate), importPrivateKey(nist.ci.privateKey))
  const odd = (change: Partial<NewCertificate> & Pick<NewCertificate, 'role'>): Uint8Array =>
    issueCertificate({
      issuer,
      subject: nameOf({ CN: 'Odd' }),
      publicKeyInfo: parseCertificate(nist.dpAuth.certificate).publicKeyInfo,
      serialNumber: sources.random(16),
      notBefore: now,
      notAfter: now,
      ...change,
    })

  test('a CI certificate that another CI signed', () => {
    expect(faultsOf({ ...nistFiles, 'CERT_CI_X.der': odd({ role: 'ci' }) })).toContain(
      'CERT_CI_X.der: Not a self-signed CI certificate with a subject key identifier.',
    )
  })

  test('a certificate without the SM-DP+ identifier', () => {
    expect(faultsOf({ ...nistFiles, [auth]: odd({ role: 'dp-auth' }) })).toContain(
      `${auth}: It has no registeredID (the SM-DP+ OID) in subjectAltName.`,
    )
  })

  test('a key on another curve', () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'secp384r1' })
    const publicKeyInfo = new Uint8Array(publicKey.export({ type: 'spki', format: 'der' }))
    expect(faultsOf({ ...nistFiles, [auth]: odd({ role: 'dp-auth', publicKeyInfo }) })).toContain(
      `${auth}: The key is on neither NIST P-256 nor brainpoolP256r1.`,
    )
  })

  test('does not reveal a key', () => {
    const secret = Buffer.from(nist.dpAuth.privateKey).toString('base64')
    const broken = Buffer.from(`-----BEGIN PRIVATE KEY-----\n${secret.slice(0, -8)}\n-----END PRIVATE KEY-----\n`)
    expect(faultsOf({ ...nistFiles, [authKey]: broken }).join()).not.toContain(secret.slice(10, 30))
  })
})
