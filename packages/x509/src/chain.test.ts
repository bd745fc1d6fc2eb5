import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { fromHex } from '@simwright/asn1'
import { describe, expect, test } from 'vitest'
import {
  type Certificate,
  ChainError,
  type ChainRequest,
  CURVES,
  type Curve,
  exportPkcs8,
  type Identity,
  importPrivateKey,
  issueCertificate,
  issueCrl,
  issuerOf,
  issueTestEuicc,
  issueTestPki,
  type NewCertificate,
  nameOf,
  parseCertificate,
  parseCrl,
  type Sources,
  verifyChain,
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
const eid = '89049032123451234512345678901235'
const otherEid = '89086030202200000024000012345678'

function pkiOf(curve: Curve, eidLimit: 'nameConstraints' | 'permittedEins' = 'nameConstraints') {
  const pki = issueTestPki({ ...sources, curve, eidLimit, host: 'localhost', oid: '2.999.10' })
  return { ...pki, euicc: issueTestEuicc({ ...sources, curve, eum: pki.eum, eid }) }
}

const nist = pkiOf('P-256')
const read = ({ certificate }: Identity): Certificate => parseCertificate(certificate)

function euiccChain(pki: ReturnType<typeof pkiOf> = nist): ChainRequest {
  return {
    leaf: read(pki.euicc),
    role: 'euicc',
    intermediates: [read(pki.eum)],
    roots: [read(pki.ci)],
    at: now,
    crls: 'not-checked',
  }
}

/** `<role of the certificate at fault> <fault>`, or `accepted`. */
function refusal(request: ChainRequest): string {
  try {
    verifyChain(request)
  } catch (error) {
    if (error instanceof ChainError) return `${error.role} ${error.fault}`
    throw error
  }
  return 'accepted'
}

/** A certificate like the test PKI's, except for `change`. */
function issued(authority: Identity, change: Partial<NewCertificate> & Pick<NewCertificate, 'role'>): Certificate {
  return parseCertificate(
    issueCertificate({
      subject: nameOf({ C: 'DE', O: 'Simwright Test EUM', serialNumber: eid, CN: 'Test' }),
      publicKeyInfo: read(nist.euicc).publicKeyInfo,
      issuer: issuerOf(read(authority), importPrivateKey(authority.privateKey)),
      serialNumber: sources.random(16),
      notBefore: new Date('2026-01-01T00:00:00Z'),
      notAfter: new Date('2027-01-01T00:00:00Z'),
      eidPrefixes: ['89049032'],
      ...change,
    }),
  )
}

describe('an eUICC chain', () => {
  test.each([
    ['P-256', 'nameConstraints'],
    ['brainpoolP256r1', 'nameConstraints'],
    ['P-256', 'permittedEins'],
  ] as const)('on %s with the EID limit in %s is accepted and yields the EID', (curve, eidLimit) => {
    const request = euiccChain(pkiOf(curve, eidLimit))
    const verified = verifyChain(request)
    expect(verified.eid).toBe(eid)
    expect(verified.root).toBe(request.roots[0])
    expect(verified.path).toHaveLength(3)
    expect(verified.revocation).toBe('not-checked')
  })

  test('finds its root among several roots and its EUM among other certificates', () => {
    const other = pkiOf('P-256')
    const request = euiccChain()
    const roots = [read(other.ci), ...request.roots]
    expect(refusal({ ...request, roots, intermediates: [read(other.eum), read(nist.eum)] })).toBe('accepted')
  })

  test('under an untrusted CI is refused with unknown_root', () => {
    expect(refusal({ ...euiccChain(), roots: [read(pkiOf('P-256').ci)] })).toBe('eum unknown_root')
    expect(refusal({ ...euiccChain(), roots: [] })).toBe('eum unknown_root')
  })

  test('whose eUICC certificate another EUM issued is refused', () => {
    expect(refusal({ ...euiccChain(), intermediates: [read(pkiOf('P-256').eum)] })).toBe('euicc wrong_key_identifier')
    expect(refusal({ ...euiccChain(), intermediates: [] })).toBe('euicc unknown_root')
  })

  test('with a wrong signature is refused with the role of that certificate', () => {
    const request = euiccChain()
    const damage = (certificate: Certificate): Certificate => {
      const raw = Uint8Array.from(certificate.raw)
      raw[raw.length - 3]! ^= 1
      return parseCertificate(raw)
    }
    expect(refusal({ ...request, leaf: damage(request.leaf) })).toBe('euicc bad_signature')
    expect(refusal({ ...request, intermediates: [damage(request.intermediates[0]!)] })).toBe('eum bad_signature')
  })

  test('whose CI key is forged under the genuine key identifier is refused', () => {
    const forger = pkiOf('P-256')
    const issuer = {
      ...issuerOf(read(forger.ci), importPrivateKey(forger.ci.privateKey)),
      subjectKeyIdentifier: read(nist.ci).extensions.subjectKeyIdentifier!,
    }
    const eum = issued(forger.ci, { role: 'eum', issuer, publicKeyInfo: read(nist.eum).publicKeyInfo })
    expect(refusal({ ...euiccChain(), intermediates: [eum] })).toBe('eum bad_signature')
  })

  test('reports which certificate is expired or not yet valid', () => {
    expect(refusal({ ...euiccChain(), at: new Date('2070-01-01T00:00:00Z') })).toBe('ci expired')
    expect(refusal({ ...euiccChain(), at: new Date('2058-01-01T00:00:00Z') })).toBe('eum expired')
    const leaf = issued(nist.eum, { role: 'euicc' })
    expect(refusal({ ...euiccChain(), leaf })).toBe('accepted')
    expect(refusal({ ...euiccChain(), leaf, at: leaf.notAfter })).toBe('accepted')
    expect(refusal({ ...euiccChain(), leaf, at: new Date('2027-01-01T00:00:01Z') })).toBe('euicc expired')
    const late = issued(nist.eum, { role: 'euicc', notBefore: new Date('2026-06-01T00:00:00Z') })
    expect(refusal({ ...euiccChain(), leaf: late })).toBe('euicc not_yet_valid')
    expect(refusal({ ...euiccChain(), leaf: late, at: late.notBefore })).toBe('accepted')
    expect(refusal({ ...euiccChain(), at: new Date('2026-01-01T00:00:00Z') })).toBe('ci not_yet_valid')
  })

  test('that is expired and forged is refused as forged', () => {
    const forged = issued(nist.ci, { role: 'euicc', notAfter: new Date('2026-02-01T00:00:00Z') })
    const leaf = {
      ...forged,
      extensions: { ...forged.extensions, authorityKeyIdentifier: read(nist.eum).extensions.subjectKeyIdentifier! },
    }
    expect(refusal({ ...euiccChain(), leaf: { ...leaf, issuer: read(nist.eum).subject } })).toBe('euicc bad_signature')
  })

  const past = { notAfter: new Date('2026-02-01T00:00:00Z') }
  const future = { notBefore: new Date('2026-06-01T00:00:00Z') }
  const eumKey = { subject: read(nist.eum).subject, publicKeyInfo: read(nist.eum).publicKeyInfo }

  test.each([
    ['an EUM that has another role', { role: 'dp-auth' }],
    ['an EUM that may issue other EIDs only', { role: 'eum', eidPrefixes: ['89044000'] }],
    ['an EUM that may issue no EIDs', { role: 'eum', eidPrefixes: [] }],
  ] as const)('of %s is refused as expired if it is also expired', (_, change) => {
    const eum = (dates: object) => issued(nist.ci, { ...eumKey, ...change, ...dates } as Parameters<typeof issued>[1])
    expect(refusal({ ...euiccChain(), intermediates: [eum({})] })).toMatch(
      /^(eum|euicc) (wrong_role|eid_not_permitted)$/,
    )
    expect(refusal({ ...euiccChain(), intermediates: [eum(past)] })).toBe('eum expired')
    expect(refusal({ ...euiccChain(), intermediates: [eum(future)] })).toBe('eum not_yet_valid')
  })

  test.each([
    ['another role', { role: 'dp-auth' }],
    ['an EID of another EUM', { role: 'euicc', subject: nameOf({ O: 'Simwright Test EUM', serialNumber: otherEid }) }],
    ['no EID', { role: 'euicc', subject: nameOf({ O: 'Simwright Test EUM' }) }],
  ] as const)('with %s in the eUICC certificate is refused as expired if it is also expired', (_, change) => {
    const leaf = (dates: object) => issued(nist.eum, { ...change, ...dates } as Parameters<typeof issued>[1])
    expect(refusal({ ...euiccChain(), leaf: leaf({}) })).toMatch(/^euicc (wrong_role|eid_not_permitted|missing_eid)$/)
    expect(refusal({ ...euiccChain(), leaf: leaf(past) })).toBe('euicc expired')
    expect(refusal({ ...euiccChain(), leaf: leaf(future) })).toBe('euicc not_yet_valid')
  })

  test('under a CI with another fault is refused as expired if the CI is also expired', () => {
    const ci = read(nist.ci)
    const roots = [{ ...ci, extensions: { ...ci.extensions, unknownCritical: ['1.2.3'] } }]
    expect(refusal({ ...euiccChain(), roots })).toBe('ci unknown_critical_extension')
    expect(refusal({ ...euiccChain(), roots, at: new Date('2070-01-01T00:00:00Z') })).toBe('ci expired')
  })

  test('that contains a certificate of another role is refused', () => {
    expect(refusal({ ...euiccChain(), role: 'dp-auth' })).toBe('ci-sub wrong_role')
    const leaf = issued(nist.eum, { role: 'dp-auth' })
    expect(refusal({ ...euiccChain(), leaf })).toBe('euicc wrong_role')
    expect(refusal({ ...euiccChain(), leaf: read(nist.eum), intermediates: [] })).toBe('euicc wrong_issuer')
    expect(refusal({ ...euiccChain(), leaf: read(nist.ci) })).toBe('euicc wrong_role')
  })

  test('issued by the CI without an EUM is refused', () => {
    expect(refusal({ ...euiccChain(), leaf: issued(nist.ci, { role: 'euicc' }) })).toBe('euicc wrong_issuer')
  })

  test('issued by an end-entity certificate is refused', () => {
    const dp = issued(nist.dpAuth, { role: 'euicc' })
    expect(refusal({ ...euiccChain(), leaf: dp, intermediates: [read(nist.dpAuth)] })).toBe('eum wrong_role')
    const middle = issued(nist.euicc, { role: 'euicc' })
    expect(refusal({ ...euiccChain(), leaf: middle, intermediates: [read(nist.euicc), read(nist.eum)] })).toBe(
      'ci-sub wrong_role',
    )
  })

  test('with a CA below an EUM whose path length is 0 is refused', () => {
    const keys = sources.generateKeyPair('P-256')
    const sub = issued(nist.eum, { role: 'eum', publicKeyInfo: keys.publicKeyInfo })
    const relabelled: Certificate = { ...sub, extensions: { ...sub.extensions, policies: ['2.23.146.1.2.1.0.0.0.0'] } }
    const leaf = issued({ certificate: sub.raw, privateKey: keys.privateKey }, { role: 'euicc' })
    expect(refusal({ ...euiccChain(), leaf, intermediates: [relabelled, read(nist.eum)] })).toBe('eum path_too_long')
    expect(refusal({ ...euiccChain(), leaf, intermediates: [sub, read(nist.eum)] })).toBe('ci-sub wrong_role')
  })

  test('on two curves is refused', () => {
    const brainpool = sources.generateKeyPair('brainpoolP256r1')
    const leaf = issued(nist.eum, { role: 'euicc', publicKeyInfo: brainpool.publicKeyInfo })
    expect(refusal({ ...euiccChain(), leaf })).toBe('euicc wrong_curve')
  })

  const changed = (change: Partial<Certificate['extensions']>): Certificate => {
    const leaf = read(nist.euicc)
    return { ...leaf, extensions: { ...leaf.extensions, ...change } }
  }

  test.each([
    ['that names no authority key', { authorityKeyIdentifier: undefined }, 'wrong_key_identifier'],
    ['that names another authority key', { authorityKeyIdentifier: fromHex('00') }, 'wrong_key_identifier'],
    ['without the digitalSignature usage', { keyUsage: new Set(['keyAgreement'] as const) }, 'wrong_key_usage'],
    ['without any key usage', { keyUsage: undefined }, 'wrong_key_usage'],
    [
      'that may sign certificates',
      { keyUsage: new Set(['digitalSignature', 'keyCertSign'] as const) },
      'wrong_key_usage',
    ],
    ['that calls itself a CA', { basicConstraints: { ca: true } }, 'wrong_basic_constraints'],
    ['with two roles', { policies: ['2.23.146.1.2.1.1', '2.23.146.1.2.1.2'] }, 'wrong_role'],
    ['without a role', { policies: [] }, 'wrong_role'],
    ['with an unknown critical extension', { unknownCritical: ['1.2.3'] }, 'unknown_critical_extension'],
  ] as [string, Partial<Certificate['extensions']>, string][])(
    'with an eUICC certificate %s is refused',
    (_what, change, fault) => {
      expect(refusal({ ...euiccChain(), leaf: changed(change) })).toBe(`euicc ${fault}`)
    },
  )

  test.each([
    ['without keyCertSign', { keyUsage: new Set(['digitalSignature'] as const) }, 'wrong_key_usage'],
    ['that is not a CA', { basicConstraints: undefined }, 'wrong_basic_constraints'],
    ['with an unknown critical extension', { unknownCritical: ['1.2.3'] }, 'unknown_critical_extension'],
  ] as [string, Partial<Certificate['extensions']>, string][])(
    'with an EUM certificate %s is refused',
    (_what, change, fault) => {
      const eum = read(nist.eum)
      const intermediates = [{ ...eum, extensions: { ...eum.extensions, ...change } }]
      expect(refusal({ ...euiccChain(), intermediates })).toBe(`eum ${fault}`)
    },
  )

  test("whose issuer name is not its EUM's is refused", () => {
    const issuer = {
      ...issuerOf(read(nist.eum), importPrivateKey(nist.eum.privateKey)),
      subject: nameOf({ O: 'Other' }),
    }
    expect(refusal({ ...euiccChain(), leaf: issued(nist.eum, { role: 'euicc', issuer }) })).toBe('euicc wrong_issuer')
  })
})

describe('the EID of an eUICC chain', () => {
  const leafWith = (serialNumber: string | undefined, O = 'Simwright Test EUM'): Certificate =>
    issued(nist.eum, { role: 'euicc', subject: nameOf({ O, serialNumber: serialNumber!, CN: 'Test' }) })

  test.each([
    ["outside the EUM's range", leafWith(otherEid), 'eid_not_permitted'],
    ["that only contains the EUM's prefix", leafWith(`00${eid.slice(0, 30)}`), 'eid_not_permitted'],
    ['that is missing', leafWith(undefined), 'missing_eid'],
    ['of 31 digits', leafWith(eid.slice(1)), 'missing_eid'],
    ['with a letter', leafWith(`${eid.slice(0, 31)}A`), 'missing_eid'],
    ['under another organization', leafWith(eid, 'Other EUM'), 'eid_not_permitted'],
  ])('%s is refused', (_what, leaf, fault) => {
    expect(refusal({ ...euiccChain(), leaf })).toBe(`euicc ${fault}`)
  })

  test('outside permittedEins is refused', () => {
    const v3 = pkiOf('P-256', 'permittedEins')
    const euicc = issueTestEuicc({ ...sources, eum: v3.eum, eid: otherEid })
    expect(refusal({ ...euiccChain(v3), leaf: read(euicc) })).toBe('euicc eid_not_permitted')
  })

  test('under an EUM without any limit is refused', () => {
    const eum = issued(nist.ci, {
      role: 'eum',
      subject: read(nist.eum).subject,
      publicKeyInfo: read(nist.eum).publicKeyInfo,
      eidPrefixes: [],
    })
    expect(refusal({ ...euiccChain(), intermediates: [eum] })).toBe('euicc eid_not_permitted')
    const { nameConstraints: _dropped, ...extensions } = eum.extensions
    expect(refusal({ ...euiccChain(), intermediates: [{ ...eum, extensions }] })).toBe('euicc eid_not_permitted')
  })

  test('under a v3 EUM of another organization is refused', () => {
    const v3 = pkiOf('P-256', 'permittedEins')
    const leaf = issued(v3.eum, { role: 'euicc', subject: nameOf({ O: 'Other', serialNumber: eid }) })
    expect(refusal({ ...euiccChain(v3), leaf })).toBe('euicc wrong_organization')
    const nameless = issued(v3.eum, { role: 'euicc', subject: nameOf({ serialNumber: eid }) })
    expect(refusal({ ...euiccChain(v3), leaf: nameless })).toBe('euicc wrong_organization')
  })
})

describe('an SM-DP+ chain', () => {
  test.each([
    ['dp-auth', 'dpAuth'],
    ['dp-pb', 'dpPb'],
    ['dp-tls', 'dpTls'],
  ] as const)('of a %s certificate is accepted for that role and no other', (role, which) => {
    const request: ChainRequest = { ...euiccChain(), intermediates: [], leaf: read(nist[which]), role }
    expect(verifyChain(request).eid).toBeUndefined()
    expect(refusal(request)).toBe('accepted')
    const others = (['dp-auth', 'dp-pb', 'dp-tls', 'ds-auth', 'ds-tls'] as const).filter((other) => other !== role)
    expect(others.map((other) => refusal({ ...request, role: other }))).toEqual(
      others.map((other) => `${other} wrong_role`),
    )
  })

  test('under an EUM is refused', () => {
    const leaf = issued(nist.eum, { role: 'dp-auth' })
    expect(refusal({ ...euiccChain(), leaf, role: 'dp-auth' })).toBe('ci-sub wrong_role')
  })

  test('under an untrusted CI is refused', () => {
    const roots = [read(pkiOf('P-256').ci)]
    expect(refusal({ ...euiccChain(), intermediates: [], leaf: read(nist.dpAuth), role: 'dp-auth', roots })).toBe(
      'dp-auth unknown_root',
    )
  })
})

test('a chain without an authority key identifier or longer than the limit is refused', () => {
  const dpAuth = read(nist.dpAuth)
  const request: ChainRequest = { ...euiccChain(), intermediates: [], leaf: dpAuth, role: 'dp-auth' }
  const { authorityKeyIdentifier: _dropped, ...extensions } = dpAuth.extensions
  expect(refusal({ ...request, leaf: { ...dpAuth, extensions } })).toBe('dp-auth wrong_key_identifier')
  const link = (number: number): Certificate => ({
    ...read(nist.eum),
    raw: Uint8Array.of(number),
    extensions: {
      ...read(nist.eum).extensions,
      subjectKeyIdentifier: Uint8Array.of(number),
      authorityKeyIdentifier: Uint8Array.of(number + 1),
    },
  })
  const leaf = { ...dpAuth, extensions: { ...dpAuth.extensions, authorityKeyIdentifier: Uint8Array.of(0) } }
  const intermediates = Array.from({ length: 200 }, (_, number) => link(number))
  expect(refusal({ ...request, leaf, intermediates })).toMatch(/path_too_long$/)
})

describe('revocation', () => {
  const list = (authority: Identity, revoked: readonly string[], nextUpdate = new Date('2026-04-01T00:00:00Z')) =>
    parseCrl(
      issueCrl({
        issuer: issuerOf(read(authority), importPrivateKey(authority.privateKey)),
        thisUpdate: now,
        nextUpdate,
        revoked: revoked.map((serialNumber) => ({ serialNumber: fromHex(serialNumber), revokedAt: now })),
        number: 1,
      }),
    )
  const dpChain: ChainRequest = { ...euiccChain(), intermediates: [], leaf: read(nist.dpAuth), role: 'dp-auth' }

  test('of the EUM by its CI causes a refusal', () => {
    const crls = [list(nist.ci, [read(nist.eum).serialNumber])]
    expect(refusal({ ...euiccChain(), crls })).toBe('eum revoked')
    expect(refusal({ ...dpChain, crls })).toBe('accepted')
  })

  test('in the list of another CI has no effect', () => {
    const crls = [list(pkiOf('P-256').ci, [read(nist.eum).serialNumber])]
    expect(refusal({ ...euiccChain(), crls })).toBe('accepted')
    expect(verifyChain({ ...euiccChain(), crls }).revocation).toBe('not-checked')
  })

  test('is reported as current, lapsed or not checked', () => {
    const lapsed = new Date('2026-03-01T11:00:00Z')
    expect(verifyChain({ ...dpChain, crls: [list(nist.ci, [])] }).revocation).toBe('current')
    expect(verifyChain({ ...dpChain, crls: [list(nist.ci, [], lapsed)] }).revocation).toBe('lapsed')
    expect(verifyChain({ ...dpChain, crls: [] }).revocation).toBe('not-checked')
  })

  test('remains in effect when the list has lapsed', () => {
    const crls = [list(nist.ci, [read(nist.dpAuth).serialNumber], new Date('2026-03-01T11:00:00Z'))]
    expect(refusal({ ...dpChain, crls })).toBe('dp-auth revoked')
  })

  test('by a list with a wrong signature causes a refusal', () => {
    const good = list(nist.ci, [])
    const signature = Uint8Array.from(good.signature)
    signature[signature.length - 1]! ^= 1
    expect(refusal({ ...dpChain, crls: [{ ...good, signature }] })).toBe('dp-auth bad_crl')
  })

  test('by a CA that may not sign lists causes a refusal', () => {
    expect(refusal({ ...euiccChain(), crls: [list(nist.eum, [])] })).toBe('euicc bad_crl')
  })
})

test('every role and leaf mismatch is refused with a ChainError', () => {
  const all = Object.values(nist).map(read)
  const roles = ['ci', 'eum', 'euicc', 'dp-auth', 'dp-pb', 'dp-tls', 'ds-auth', 'ds-tls'] as const
  const accepted: string[] = []
  for (const leaf of all) {
    for (const role of roles) {
      const outcome = refusal({ ...euiccChain(), leaf, role, intermediates: all })
      if (outcome === 'accepted') accepted.push(role)
    }
  }
  expect(accepted).toEqual(['ci', 'eum', 'dp-auth', 'dp-pb', 'dp-tls', 'euicc'])
})
