import { createHash, generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto'
import { fromHex, toHex, withRaw } from '@simwright/asn1'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Certificate,
  CertificateError,
  CURVES,
  type Curve,
  eidOf,
  eidPrefixesOf,
  exportPkcs8,
  importPrivateKey,
  isKeyPair,
  isSgp26TestCi,
  isSignedBy,
  issueCertificate,
  issueCrl,
  issuerOf,
  issueTestEuicc,
  issueTestPki,
  type NewCertificate,
  nameOf,
  nameText,
  parseCertificate,
  parseCertificates,
  parseCrl,
  publicKeyOf,
  registeredIdOf,
  roleOf,
  type Sources,
  writePem,
} from './index.ts'
import { certificate, certificateList, tbsCertList } from './structure.ts'

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
const eid = '89049032123451234512345678901235'

function refusal(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    if (error instanceof CertificateError) return error.code
    throw error
  }
  return 'accepted'
}

describe.each(['P-256', 'brainpoolP256r1'] as const)('a test PKI on %s', (curve) => {
  const pki = issueTestPki({ ...sources, curve, host: 'smdp.example.com', oid: '2.999.10' })
  const euicc = issueTestEuicc({ ...sources, curve, eum: pki.eum, eid })
  const all = { ...pki, euicc }

  test.each(Object.keys(all) as (keyof typeof all)[])('%s is parsed to the values OpenSSL reads', (which) => {
    const ours = parseCertificate(all[which].certificate)
    const theirs = new X509Certificate(all[which].certificate)
    expect(ours.serialNumber.toUpperCase()).toBe(theirs.serialNumber)
    expect(ours.notBefore.getTime()).toBe(Date.parse(theirs.validFrom))
    expect(ours.notAfter.getTime()).toBe(Date.parse(theirs.validTo))
    expect(nameText(ours.subject).split(', ').join('\n')).toBe(theirs.subject.replaceAll('\\+', '+'))
    expect(nameText(ours.issuer).split(', ').join('\n')).toBe(theirs.issuer)
    expect(Buffer.from(ours.publicKeyInfo)).toEqual(theirs.publicKey.export({ type: 'spki', format: 'der' }))
    expect(theirs.ca).toBe(ours.extensions.basicConstraints?.ca === true)
    expect(ours.curve).toBe(curve)
    expect(isKeyPair(ours, importPrivateKey(all[which].privateKey))).toBe(true)
  })

  test("each certificate verifies with its issuer's key, here and in OpenSSL", () => {
    const ci = new X509Certificate(pki.ci.certificate)
    for (const { certificate } of Object.values(pki)) {
      expect(new X509Certificate(certificate).verify(ci.publicKey)).toBe(true)
      expect(isSignedBy(parseCertificate(certificate), parseCertificate(pki.ci.certificate))).toBe(true)
    }
    expect(new X509Certificate(euicc.certificate).verify(new X509Certificate(pki.eum.certificate).publicKey)).toBe(true)
    expect(isSignedBy(parseCertificate(euicc.certificate), parseCertificate(pki.ci.certificate))).toBe(false)
  })

  test('the roles, identifiers and limits of SGP.26 are in them', () => {
    const read = Object.fromEntries(
      Object.entries(all).map(([which, { certificate }]) => [which, parseCertificate(certificate)]),
    ) as Record<keyof typeof all, Certificate>
    expect(Object.entries(read).map(([which, certificate]) => [which, roleOf(certificate)])).toEqual([
      ['ci', 'ci'],
      ['eum', 'eum'],
      ['dpAuth', 'dp-auth'],
      ['dpPb', 'dp-pb'],
      ['dpTls', 'dp-tls'],
      ['euicc', 'euicc'],
    ])
    expect([read.dpAuth, read.dpPb, read.dpTls].map(registeredIdOf)).toEqual(['2.999.10', '2.999.10', '2.999.10'])
    expect(eidPrefixesOf(read.eum)).toEqual(['89049032'])
    expect(read.eum.extensions.basicConstraints).toEqual({ ca: true, pathLength: 0 })
    expect(read.eum.extensions.nameConstraints?.permitted[0]?.organizations).toEqual(['Simwright Test EUM'])
    expect([...read.ci.extensions.keyUsage!]).toEqual(['keyCertSign', 'cRLSign'])
    expect(eidOf(read.euicc)).toBe(eid)
    expect(eidOf(read.dpAuth)).toBeUndefined()
    expect(read.euicc.notAfter.getUTCFullYear()).toBe(7496)
    const key = createHash('sha1').update(read.ci.publicKey).digest('hex')
    expect(toHex(read.ci.extensions.subjectKeyIdentifier!)).toBe(key)
    expect(toHex(read.dpAuth.extensions.authorityKeyIdentifier!)).toBe(key)
    expect(read.dpTls.extensions.alternativeNames).toEqual({
      dnsNames: ['smdp.example.com', 'localhost'],
      ipAddresses: ['127.0.0.1'],
      registeredIds: ['2.999.10'],
    })
    const tlsDays = (read.dpTls.notAfter.getTime() - read.dpTls.notBefore.getTime()) / 86_400_000
    expect(tlsDays).toBe(398)
  })

  test('a certificate with any one bit flipped is unreadable or does not verify', () => {
    const ci = parseCertificate(pki.ci.certificate)
    const whole = pki.dpAuth.certificate
    const accepted: number[] = []
    for (let bit = 0; bit < whole.length * 8; bit += curve === 'P-256' ? 1 : 17) {
      const damaged = Uint8Array.from(whole)
      damaged[bit >> 3]! ^= 0x80 >> (bit & 7)
      let read: Certificate | undefined
      if (refusal(() => (read = parseCertificate(damaged))) === 'accepted' && isSignedBy(read!, ci)) accepted.push(bit)
    }
    expect(accepted).toEqual([])
  })
})

const pki = issueTestPki({ ...sources, host: 'localhost', oid: '2.999.10' })
const ci = parseCertificate(pki.ci.certificate)
const issuer = issuerOf(ci, importPrivateKey(pki.ci.privateKey))
const plain: NewCertificate = {
  role: 'dp-auth',
  subject: nameOf({ O: 'ACME', CN: 'Test' }),
  publicKeyInfo: ci.publicKeyInfo,
  issuer,
  serialNumber: fromHex('ff00112233445566'),
  notBefore: now,
  notAfter: new Date('2027-01-01T00:00:00Z'),
}

describe('reading', () => {
  test('takes PEM with text around it, and several certificates of one file in order', () => {
    const pem = `Subject: CI\n${writePem('CERTIFICATE', pki.ci.certificate)}\n${writePem('CERTIFICATE', pki.eum.certificate)}`
    const read = parseCertificates(Buffer.from(pem))
    expect(read.map(roleOf)).toEqual(['ci', 'eum'])
    expect(parseCertificate(Buffer.from(pem)).raw).toEqual(pki.ci.certificate)
    expect(new X509Certificate(writePem('CERTIFICATE', pki.ci.certificate)).serialNumber.toLowerCase()).toBe(
      ci.serialNumber,
    )
  })

  test('retains the received bytes unchanged', () => {
    expect(toHex(ci.raw)).toBe(toHex(pki.ci.certificate))
    expect(toHex(pki.ci.certificate)).toContain(toHex(ci.tbs))
    const fromBuffer = parseCertificate(Buffer.from(pki.ci.certificate))
    expect(Object.getPrototypeOf(fromBuffer.raw)).toBe(Uint8Array.prototype)
  })

  test.each([
    ['nothing', new Uint8Array()],
    ['PEM without a certificate', Buffer.from(writePem('PRIVATE KEY', pki.ci.privateKey))],
    ['PEM with damaged base64', Buffer.from('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n')],
    ['a cut certificate', pki.ci.certificate.subarray(0, 300)],
    ['a certificate followed by further bytes', Buffer.concat([pki.ci.certificate, Buffer.alloc(1)])],
    ['a revocation list', issueCrl({ issuer, thisUpdate: now, nextUpdate: now, revoked: [], number: 1 })],
    ['text', Buffer.from('hello')],
  ])('refuses %s', (_what, bytes) => {
    expect(refusal(() => parseCertificate(bytes))).toBe('malformed')
  })

  test('parses any bytes or throws a CertificateError', () => {
    const damaged = fc.tuple(fc.nat(pki.eum.certificate.length - 8), fc.uint8Array({ minLength: 1, maxLength: 8 }))
    const property = fc.property(damaged, ([at, bytes]) => {
      const input = Uint8Array.from(pki.eum.certificate)
      input.set(bytes, at)
      refusal(() => parseCertificate(input))
    })
    expect(() => fc.assert(property)).not.toThrow()
  })

  test('a date is UTCTime through 2049 and GeneralizedTime to the year 9999', () => {
    const ends = ['2049-12-31T23:59:59Z', '2050-01-01T00:00:00Z', '9999-12-31T23:59:59Z']
    for (const end of ends) {
      const der = issueCertificate({ ...plain, notAfter: new Date(end) })
      expect(parseCertificate(der).notAfter).toEqual(new Date(end))
      expect(Date.parse(new X509Certificate(der).validTo)).toBe(Date.parse(end))
      expect(toHex(der).includes(end.startsWith('2049') ? '170d343931323331' : '180f')).toBe(true)
    }
  })

  test('a serial number is positive and never begins with a zero byte', () => {
    expect(parseCertificate(issueCertificate(plain)).serialNumber).toBe('7f00112233445566')
    const zeros = issueCertificate({ ...plain, serialNumber: new Uint8Array(8) })
    expect(parseCertificate(zeros).serialNumber).toBe('4000000000000000')
    expect(() => issueCertificate({ ...plain, serialNumber: new Uint8Array(7) })).toThrow(TypeError)
  })

  test('revocation list addresses are found', () => {
    const crlUrls = ['http://ci.test.example.com/CRL-A.crl', 'http://ci.test.example.com/CRL-B.crl']
    const der = issueCertificate({ ...plain, crlUrls })
    expect(parseCertificate(der).extensions.crlUrls).toEqual(crlUrls)
    expect(new X509Certificate(der).toString()).toContain('BEGIN CERTIFICATE')
  })

  test('an EUM of v3 names its EID prefixes in permittedEins', () => {
    const v3 = issueTestPki({
      ...sources,
      host: 'localhost',
      oid: '2.999.10',
      eidLimit: 'permittedEins',
      eidPrefixes: ['89049032', '89086030'],
    })
    const eum = parseCertificate(v3.eum.certificate)
    expect(eum.extensions.policies).toEqual(['2.23.146.1.2.1.0.0.0'])
    expect(roleOf(eum)).toBe('eum')
    expect(eidPrefixesOf(eum)).toEqual(['89049032', '89086030'])
  })

  test('a key on a curve that OpenSSL lacks is recognized but verifies nothing', () => {
    const point = Buffer.from(ci.publicKey).toString('hex')
    const spki = fromHex(`305b301506072a8648ce3d0201060a2a817a01815f65820001034200${point}`)
    const der = issueCertificate({ ...plain, publicKeyInfo: spki })
    const read = parseCertificate(der)
    expect(read.curve).toBe('FRP256v1')
    expect(isSignedBy(read, read)).toBe(false)
    expect(refusal(() => publicKeyOf(read.publicKeyInfo))).toBe('bad_key')
  })

  test('a certificate with another kind of key is parsed with an undefined curve', () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
    const spki = new Uint8Array(publicKey.export({ type: 'spki', format: 'der' }))
    const read = parseCertificate(issueCertificate({ ...plain, publicKeyInfo: spki }))
    expect(read.curve).toBeUndefined()
    expect(isSignedBy(ci, read)).toBe(false)
  })
})

/** A signature algorithm with parameters, for the unsigned part of a certificate. */
const withParameters = (algorithm: string) => ({ algorithm, parameters: fromHex('0500') })

describe('a certificate that contradicts itself is refused', () => {
  const changed = (from: string, to: string, which: 'first' | 'last' = 'first'): Uint8Array => {
    const hex = toHex(pki.dpAuth.certificate)
    const at = which === 'first' ? hex.indexOf(from) : hex.lastIndexOf(from)
    return fromHex(hex.slice(0, at) + to + hex.slice(at + from.length))
  }
  const parametersAdded = () => {
    const { tbs, algorithm, signature } = certificate.decode(pki.dpAuth.certificate)
    return certificate.encode({ tbs, algorithm: withParameters(algorithm.algorithm), signature })
  }

  test.each([
    ['extensions in version 1', changed('a003020102', 'a003020100'), 'malformed'],
    ['two signature algorithms', changed('06082a8648ce3d040302', '06082a8648ce3d040303', 'last'), 'malformed'],
    ['parameters only in the unsigned signature algorithm', parametersAdded(), 'malformed'],
    ['the same extension twice', changed('0603551d23', '0603551d0e'), 'malformed'],
    ['a compressed public key', changed('03420004', '03420002'), 'unsupported'],
  ])('%s', (_what, bytes, code) => {
    expect(refusal(() => parseCertificate(bytes))).toBe(code)
  })

  test('an issuer needs a subject key identifier', () => {
    const { subjectKeyIdentifier: _dropped, ...extensions } = ci.extensions
    expect(refusal(() => issuerOf({ ...ci, extensions }, issuer.privateKey))).toBe('unsupported')
  })
})

describe('private keys', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const forms: [string, Buffer | string][] = [
    ['PKCS#8 PEM', privateKey.export({ type: 'pkcs8', format: 'pem' })],
    ['SEC1 PEM', privateKey.export({ type: 'sec1', format: 'pem' })],
    ['PKCS#8 DER', privateKey.export({ type: 'pkcs8', format: 'der' })],
    ['SEC1 DER', privateKey.export({ type: 'sec1', format: 'der' })],
    [
      'SEC1 PEM after its parameters',
      `-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n${privateKey.export({ type: 'sec1', format: 'pem' })}`,
    ],
  ]

  test.each(forms)('%s is read', (_form, bytes) => {
    expect(importPrivateKey(Buffer.from(bytes)).equals(privateKey)).toBe(true)
  })

  test.each([
    ['a certificate', Buffer.from(writePem('CERTIFICATE', pki.ci.certificate))],
    ['nothing', Buffer.alloc(0)],
    [
      'a key with a password',
      Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })),
    ],
  ])('%s is refused without revealing it', (_what, bytes) => {
    expect(refusal(() => importPrivateKey(bytes))).toBe('bad_key')
  })
})

describe('a revocation list', () => {
  const crl = issueCrl({
    issuer,
    thisUpdate: now,
    nextUpdate: new Date('2026-04-01T00:00:00Z'),
    revoked: [{ serialNumber: fromHex('40aa'), revokedAt: now }],
    number: 7,
  })

  test("contains serial numbers and dates, and verifies with its issuer's key", () => {
    const read = parseCrl(Buffer.from(writePem('X509 CRL', crl)))
    expect([...read.revoked]).toEqual([['40aa', now]])
    expect(read.nextUpdate).toEqual(new Date('2026-04-01T00:00:00Z'))
    expect(toHex(read.raw)).toBe(toHex(crl))
    expect(isSignedBy(read, ci)).toBe(true)
    expect(isSignedBy(read, parseCertificate(pki.eum.certificate))).toBe(false)
  })

  test('with a critical extension that is not understood is refused', () => {
    const { tbs, ...rest } = certificateList.decode(crl)
    const value = { ...tbs.value, extensions: [{ id: '1.2.3', critical: true, value: new Uint8Array() }] }
    const strange = certificateList.encode({ ...rest, tbs: withRaw(tbsCertList, value) })
    expect(refusal(() => parseCrl(strange))).toBe('unsupported')
    const partial = { ...value, extensions: [{ id: '2.23.146.1.2.0.3', critical: true, value: new Uint8Array() }] }
    expect(parseCrl(certificateList.encode({ ...rest, tbs: withRaw(tbsCertList, partial) })).revoked.size).toBe(1)
  })

  test('whose signature algorithms differ is refused', () => {
    const { algorithm, ...rest } = certificateList.decode(crl)
    const changed = certificateList.encode({ ...rest, algorithm: withParameters(algorithm.algorithm) })
    expect(refusal(() => parseCrl(changed))).toBe('malformed')
  })

  test('that is another structure or truncated is refused', () => {
    expect(refusal(() => parseCrl(pki.ci.certificate))).toBe('malformed')
    expect(refusal(() => parseCrl(crl.subarray(0, 40)))).toBe('malformed')
  })
})

/** Root certificates that test eUICCs trust, published with SGP.26 v1.x (CERT_CI_ECDSA_NIST and _BRP). */
const sgp26: Record<Curve & ('P-256' | 'brainpoolP256r1'), string> = {
  'P-256': `MIICUDCCAfegAwIBAgIJALh086v6bETTMAoGCCqGSM49BAMCMEQxEDAOBgNVBAMMB1Rlc3QgQ0kxETAPBgNVBAsMCFRFU1RDRVJUMRAwDgYDVQQKDAdSU1BURVNUMQswCQYDVQQGEwJJVDAgFw0yMDA0MDEwODI3NTFaGA8yMDU1MDQwMTA4Mjc1MVowRDEQMA4GA1UEAwwHVGVzdCBDSTERMA8GA1UECwwIVEVTVENFUlQxEDAOBgNVBAoMB1JTUFRFU1QxCzAJBgNVBAYTAklUMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAElAZXpnPcKI+J1S6opHcEmSeR+cNLADbmM+LQy6lFTWXbMusXmBeZ0vJDiO4rlcEJRUbJeQHOrrqWUJGaLiDSKaOBzzCBzDAdBgNVHQ4EFgQU9UFyvfmKldZcvriKOKHBHYAKhcMwDwYDVR0TAQH/BAUwAwEB/zAXBgNVHSABAf8EDTALMAkGB2eBEgECAQAwDgYDVR0PAQH/BAQDAgEGMA4GA1UdEQQHMAWIA4g3ATBhBgNVHR8EWjBYMCqgKKAmhiRodHRwOi8vY2kudGVzdC5leGFtcGxlLmNvbS9DUkwtQS5jcmwwKqAooCaGJGh0dHA6Ly9jaS50ZXN0LmV4YW1wbGUuY29tL0NSTC1CLmNybDAKBggqhkjOPQQDAgNHADBEAiBSdWqvwgIKbOy/Ll88IIklEP8pdR0pi9OwFdlgWk/mfQIgV5goNuTSBd3S5sPBtFWTf2tuSTtgL9G2bDV0iak192s=`,
  brainpoolP256r1: `MIICUTCCAfigAwIBAgIJALh086v6bETTMAoGCCqGSM49BAMCMEQxEDAOBgNVBAMMB1Rlc3QgQ0kxETAPBgNVBAsMCFRFU1RDRVJUMRAwDgYDVQQKDAdSU1BURVNUMQswCQYDVQQGEwJJVDAgFw0yMDA0MDEwODI3NTFaGA8yMDU1MDQwMTA4Mjc1MVowRDEQMA4GA1UEAwwHVGVzdCBDSTERMA8GA1UECwwIVEVTVENFUlQxEDAOBgNVBAoMB1JTUFRFU1QxCzAJBgNVBAYTAklUMFowFAYHKoZIzj0CAQYJKyQDAwIIAQEHA0IABCeHtNVu2CSp5r4E4Yh/a5i6/rjHY/UoN/cBE+k2Tt2+E5vAx95+Fo8eXNDBhTT8UGTmT2htxTMnyn8dzqhaKZSjgc8wgcwwHQYDVR0OBBYEFMC8cLo2kp1DtGf/V1cFMOV6uPzYMA8GA1UdEwEB/wQFMAMBAf8wFwYDVR0gAQH/BA0wCzAJBgdngRIBAgEAMA4GA1UdDwEB/wQEAwIBBjAOBgNVHREEBzAFiAOINwEwYQYDVR0fBFowWDAqoCigJoYkaHR0cDovL2NpLnRlc3QuZXhhbXBsZS5jb20vQ1JMLUEuY3JsMCqgKKAmhiRodHRwOi8vY2kudGVzdC5leGFtcGxlLmNvbS9DUkwtQi5jcmwwCgYIKoZIzj0EAwIDRwAwRAIgPYrf0CKl0FBMUaHx5xS1duTDbQ4wBZN3qKBeNniuux0CIHBek2vLfoANAdttf5u5Ce6DVC2oIfpn5UnS24F3oMqM`,
}

describe.each(Object.entries(sgp26))('the published SGP.26 CI on %s', (curve, base64) => {
  const published = parseCertificate(Buffer.from(base64, 'base64'))

  test('is read: role, curve, dates, identifiers, list addresses', () => {
    expect(published.curve).toBe(curve)
    expect(roleOf(published)).toBe('ci')
    expect(nameText(published.subject)).toBe('CN=Test CI, OU=TESTCERT, O=RSPTEST, C=IT')
    expect(published.notBefore).toEqual(new Date('2020-04-01T08:27:51Z'))
    expect(published.notAfter).toEqual(new Date('2055-04-01T08:27:51Z'))
    expect(registeredIdOf(published)).toBe('2.999.1')
    expect(published.extensions.crlUrls).toEqual([
      'http://ci.test.example.com/CRL-A.crl',
      'http://ci.test.example.com/CRL-B.crl',
    ])
    expect(isSgp26TestCi(published.extensions.subjectKeyIdentifier!)).toBe(true)
    expect(isSgp26TestCi(ci.extensions.subjectKeyIdentifier!)).toBe(false)
  })

  test('verifies with its own key', () => {
    expect(isSignedBy(published, published)).toBe(true)
  })
})
