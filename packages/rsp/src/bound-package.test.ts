import { children, concat, readTlv, readTlvs, writeTlv } from '@simwright/asn1'
import { describe, expect, test } from 'vitest'
import { bindProfilePackage, cutBoundPackage, type ProfileToBind, reopenBoundPackage } from './bound-package.ts'
import { initialiseSecureChannelRequest } from './bound-package-message.ts'
import { BoundPackageFailure, BoundPackageOpener, type BoundPackageStep } from './bound-package-opener.ts'
import { type BspKeys, BspSealer, deriveBspKeys, maxSegmentBytes } from './bsp.ts'
import { type Curve, generateOneTimeKey, importSigningKey, verifyingKeyOfPoint } from './key.ts'
import { storeMetadataRequest } from './profile-metadata.ts'

const counting = (length: number) => Uint8Array.from({ length }, (_, i) => i % 251)
const hex = (data: Uint8Array) => Buffer.from(data).toString('hex')

const metadata = storeMetadataRequest.encode({
  iccid: '8901234567890123456',
  serviceProviderName: 'Operator',
  profileName: 'Plan',
  profileClass: 'operational',
})
const longMetadata = storeMetadataRequest.encode({
  iccid: '8901234567890123456',
  serviceProviderName: 'Operator',
  profileName: 'Plan',
  iconType: 'png',
  icon: counting(1020),
  profileClass: 'operational',
})
const protectionKeys: BspKeys = {
  initialMacChainingValue: counting(16),
  encryptionKey: counting(17).subarray(1),
  macKey: counting(18).subarray(2),
}

function scene(change: Partial<ProfileToBind> = {}, curve: Curve = 'P-256') {
  const signer = generateOneTimeKey(curve)
  const euicc = generateOneTimeKey(curve)
  const profile: ProfileToBind = {
    transactionId: counting(16),
    hostId: new Uint8Array(8).fill(0x80),
    euiccOtpk: euicc.publicKey,
    key: importSigningKey(signer.exportPrivateKey()),
    oneTimeKey: generateOneTimeKey(curve),
    eid: Buffer.from('89049032123451234512345678901235', 'hex'),
    metadata,
    profilePackage: counting(2500),
    ...change,
  }
  const session = {
    transactionId: profile.transactionId,
    eid: profile.eid,
    oneTimeKey: euicc,
    smdpKey: verifyingKeyOfPoint(curve, signer.publicKey),
  }
  return { profile, session, bound: bindProfilePackage(profile) }
}

function openAll(opener: BoundPackageOpener, pieces: Uint8Array[]): BoundPackageStep[] {
  return pieces.flatMap((piece) => opener.load(piece))
}

function profileOf(steps: BoundPackageStep[]): string {
  return hex(concat(...steps.flatMap((step) => (step.kind === 'loadProfileElements' ? [step.bytes] : []))))
}

function failureOf(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    if (error instanceof BoundPackageFailure) return error.message
    throw error
  }
  return 'accepted'
}

describe.each(['P-256', 'brainpoolP256r1'] as const)('on %s', (curve) => {
  test.each([
    ['session keys', undefined],
    ['protection keys', protectionKeys],
  ] as const)('a package under %s opens to the same profile', (_, keys) => {
    const { bound, session } = scene({ protectionKeys: keys }, curve)
    const opener = new BoundPackageOpener(session)
    const steps = openAll(opener, cutBoundPackage(bound.boundProfilePackage))
    const kinds = steps.map((step) => step.kind)
    const expected = ['initialiseSecureChannel', 'configureISDP', 'storeMetadata']
    if (keys) expected.push('replaceSessionKeys')
    expect(kinds).toEqual([...expected, ...Array(3).fill('loadProfileElements'), 'end'])
    expect(profileOf(steps)).toBe(hex(counting(2500)))
    expect(steps.find((step) => step.kind === 'storeMetadata')).toMatchObject({ raw: metadata })
    expect(opener.finished).toBe(true)
  })
})

describe('the shape of a bound package', () => {
  test('BF23, A0, A1, A3 in this order, and A2 only with protection keys', () => {
    const tags = (bpp: Uint8Array) => children(readTlv(bpp)).map((part) => part.tag.toString(16))
    expect(tags(scene().bound.boundProfilePackage)).toEqual(['bf23', 'a0', 'a1', 'a3'])
    expect(tags(scene({ protectionKeys }).bound.boundProfilePackage)).toEqual(['bf23', 'a0', 'a1', 'a2', 'a3'])
  })

  test('segments have at most 1,020 bytes, and full ones exactly 1,020', () => {
    const { bound } = scene({ metadata: longMetadata, protectionKeys })
    const segments = readTlvs(bound.segments).flatMap((part) => children(part))
    expect(segments.map((segment) => segment.raw.length)).toEqual([26, 1020, 62, 74, 1020, 1020, 508])
    for (const segment of segments) expect(segment.raw.length).toBeLessThanOrEqual(maxSegmentBytes)
  })

  test('metadata of more than 1,008 bytes is sent in two segments and reassembled', () => {
    const { bound, session } = scene({ metadata: longMetadata })
    const steps = openAll(new BoundPackageOpener(session), cutBoundPackage(bound.boundProfilePackage))
    expect(steps.filter((step) => step.kind === 'storeMetadata')).toHaveLength(1)
    expect(steps.find((step) => step.kind === 'storeMetadata')).toMatchObject({ raw: longMetadata })
  })

  test('the pieces for the LPA concatenate to the package', () => {
    const { bound } = scene({ protectionKeys, metadata: longMetadata })
    const pieces = cutBoundPackage(bound.boundProfilePackage)
    expect(hex(concat(...pieces))).toBe(hex(bound.boundProfilePackage))
    const [opening, first87, header88, first88, second88, second87, header86, ...elements] = pieces
    expect(hex(opening!.subarray(0, 2))).toBe('bf36')
    expect(first87![0]).toBe(0xa0)
    expect(hex(header88!)).toMatch(/^a182....$/)
    expect([first88![0], second88![0], second87![0]]).toEqual([0x88, 0x88, 0xa2])
    expect(hex(header86!)).toMatch(/^a382....$/)
    expect(elements.map((element) => element[0])).toEqual([0x86, 0x86, 0x86])
  })

  test('a package divided at any byte opens', () => {
    const { bound, session } = scene()
    const whole = bound.boundProfilePackage
    for (const size of [1, 7, 255, whole.length]) {
      const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, i) =>
        whole.subarray(i * size, (i + 1) * size),
      )
      expect(profileOf(openAll(new BoundPackageOpener(session), pieces)), `${size} bytes`).toBe(hex(counting(2500)))
    }
  })
})

describe('a second session of the same eUICC', () => {
  test('gets the same segments after a new BF23 with the same server key', () => {
    const { bound, profile, session } = scene()
    const transactionId = counting(17).subarray(1)
    const again = reopenBoundPackage({ ...profile, transactionId, smdpOtpk: bound.smdpOtpk, segments: bound.segments })
    const [first, ...firstRest] = children(readTlv(bound.boundProfilePackage))
    const [second, ...secondRest] = children(readTlv(again))
    expect(secondRest.map((part) => hex(part.raw))).toEqual(firstRest.map((part) => hex(part.raw)))
    const before = initialiseSecureChannelRequest.decode(first!.raw)
    const after = initialiseSecureChannelRequest.decode(second!.raw)
    expect(after).toEqual({ ...before, transactionId, smdpSign: after.smdpSign })
    expect(hex(after.smdpSign)).not.toBe(hex(before.smdpSign))
    const steps = openAll(new BoundPackageOpener({ ...session, transactionId }), [again])
    expect(profileOf(steps)).toBe(hex(counting(2500)))
  })
})

describe('refusals of the eUICC', () => {
  test('a flipped bit anywhere ends the installation', () => {
    const { bound, session } = scene({ profilePackage: counting(40) })
    const whole = bound.boundProfilePackage
    const openingEnd = whole.length - bound.segments.length
    for (let i = 0; i < whole.length; i++) {
      for (let bit = 0; bit < 8; bit += i < openingEnd ? 1 : 8) {
        const damaged = Uint8Array.from(whole)
        damaged[i]! ^= 1 << bit
        const opener = new BoundPackageOpener(session)
        const outcome = failureOf(() => opener.load(damaged))
        expect(outcome !== 'accepted' || !opener.finished, `byte ${i} bit ${bit}: ${outcome}`).toBe(true)
      }
    }
  })

  test.each([
    ['another transaction', { transactionId: counting(16).reverse() }, 'initialiseSecureChannel: invalidTransactionId'],
    ['another eUICC', { eid: counting(16) }, 'configureISDP: scp03tSecurityError'],
    ['another one-time key', { oneTimeKey: generateOneTimeKey('P-256') }, 'initialiseSecureChannel: invalidSignature'],
    [
      'another server',
      { smdpKey: verifyingKeyOfPoint('P-256', generateOneTimeKey('P-256').publicKey) },
      'initialiseSecureChannel: invalidSignature',
    ],
  ])('a package for %s is refused', (_, change, expected) => {
    const { bound, session } = scene()
    const opener = new BoundPackageOpener({ ...session, ...change })
    expect(failureOf(() => opener.load(bound.boundProfilePackage))).toBe(expected)
  })

  test('sections missing or in another order are refused', () => {
    const { bound, session } = scene({ protectionKeys })
    const [opening, first87, sequence88, second87, sequence86] = children(readTlv(bound.boundProfilePackage)).map(
      (part) => part.raw,
    )
    const outcome = (...parts: Uint8Array[]) =>
      failureOf(() => new BoundPackageOpener(session).load(writeTlv(0xbf36, opening!, ...parts)))
    expect(outcome(first87!, sequence88!, second87!, sequence86!)).toBe('accepted')
    expect(outcome(sequence88!, second87!, sequence86!)).toBe('initialiseSecureChannel: scp03tStructureError')
    expect(outcome(first87!, second87!, sequence86!)).toBe('configureISDP: scp03tStructureError')
    expect(outcome(first87!, sequence88!, sequence86!)).toBe('loadProfileElements: scp03tSecurityError')
    expect(outcome(first87!, sequence88!, second87!)).toBe('replaceSessionKeys: scp03tStructureError')
    expect(outcome(Uint8Array.of(0xa0, 0), sequence88!, second87!, sequence86!)).toBe(
      'initialiseSecureChannel: scp03tStructureError',
    )
    expect(outcome(first87!, first87!, sequence88!)).toBe('configureISDP: scp03tStructureError')
    expect(outcome(first87!, sequence88!, second87!, sequence86!, sequence86!)).toBe(
      'loadProfileElements: scp03tStructureError',
    )
  })

  test('swapped or repeated segments are refused', () => {
    const { bound, session } = scene()
    const [opening, first87, sequence88, sequence86] = children(readTlv(bound.boundProfilePackage))
    const [one, two, three] = children(sequence86!).map((segment) => segment.raw)
    const outcome = (...elements: Uint8Array[]) => {
      const parts = [opening!.raw, first87!.raw, sequence88!.raw, writeTlv(0xa3, ...elements)]
      return failureOf(() => new BoundPackageOpener(session).load(writeTlv(0xbf36, ...parts)))
    }
    expect(outcome(one!, two!, three!)).toBe('accepted')
    expect(outcome(two!, one!, three!)).toBe('loadProfileElements: scp03tSecurityError')
    expect(outcome(one!, one!, three!)).toBe('loadProfileElements: scp03tSecurityError')
    expect(outcome(one!, three!)).toBe('loadProfileElements: scp03tSecurityError')
  })

  test('a second ConfigureISDP is refused even with a correct MAC', () => {
    const { bound, session, profile } = scene()
    const { hostId, eid, oneTimeKey, euiccOtpk } = profile
    const sealer = new BspSealer(deriveBspKeys({ sharedSecret: oneTimeKey.agree(euiccOtpk), hostId, eid }))
    const twice = [1, 2].map(() => sealer.encrypt(0x87, Uint8Array.of(0xbf, 0x24, 0)))
    const [opening, , ...rest] = children(readTlv(bound.boundProfilePackage)).map((part) => part.raw)
    const hostile = writeTlv(0xbf36, opening!, writeTlv(0xa0, ...twice), ...rest)
    expect(failureOf(() => new BoundPackageOpener(session).load(hostile))).toBe('configureISDP: scp03tStructureError')
  })

  test('a segment header beyond the limit is refused before its content arrives', () => {
    const { bound, session } = scene()
    const [opening] = cutBoundPackage(bound.boundProfilePackage)
    const claim = Uint8Array.of(0xa0, 0x82, 0x04, 0x00, 0x87, 0x82, 0x03, 0xfc)
    expect(failureOf(() => new BoundPackageOpener(session).load(concat(opening!, claim)))).toBe(
      'configureISDP: scp03tStructureError',
    )
  })

  test('a package that lacks its last segment is never finished', () => {
    const { bound, session } = scene()
    const opener = new BoundPackageOpener(session)
    const pieces = cutBoundPackage(bound.boundProfilePackage)
    openAll(opener, pieces.slice(0, -1))
    expect(opener.finished).toBe(false)
  })

  test('bytes after the end are refused, and a failed opener accepts nothing more', () => {
    const { bound, session } = scene()
    const opener = new BoundPackageOpener(session)
    opener.load(bound.boundProfilePackage)
    expect(failureOf(() => opener.load(Uint8Array.of(0x86, 0)))).toBe('loadProfileElements: scp03tStructureError')
    const trailing = concat(bound.boundProfilePackage, Uint8Array.of(0))
    expect(failureOf(() => new BoundPackageOpener(session).load(trailing))).toBe(
      'loadProfileElements: scp03tStructureError',
    )
    const failed = new BoundPackageOpener(session)
    expect(failureOf(() => failed.load(Uint8Array.of(0x30, 0)))).toBe('initialiseSecureChannel: scp03tStructureError')
    expect(failureOf(() => failed.load(bound.boundProfilePackage))).not.toBe('accepted')
  })

  test('signed but invalid values in BF23 are refused with their own reason', () => {
    const { bound, session, profile } = scene()
    const hostile = (change: Partial<Parameters<typeof initialiseSecureChannelRequest.encode>[0]>) => {
      const [opening] = children(readTlv(bound.boundProfilePackage))
      const request = { ...initialiseSecureChannelRequest.decode(opening!.raw), ...change }
      const crt = request.controlRefTemplate
      const signed = concat(
        writeTlv(0x82, Uint8Array.of(request.remoteOpId)),
        writeTlv(0x80, request.transactionId),
        writeTlv(0xa6, writeTlv(0x80, crt.keyType), writeTlv(0x81, crt.keyLen), writeTlv(0x84, crt.hostId)),
        writeTlv(0x5f49, request.smdpOtpk),
        writeTlv(0x5f49, profile.euiccOtpk),
      )
      const bf23 = initialiseSecureChannelRequest.encode({ ...request, smdpSign: profile.key.sign(signed) })
      return failureOf(() => new BoundPackageOpener(session).load(writeTlv(0xbf36, bf23, bound.segments)))
    }
    const crt = { keyType: Uint8Array.of(0x88), keyLen: Uint8Array.of(0x10), hostId: profile.hostId }
    expect(hostile({})).toBe('accepted')
    expect(hostile({ remoteOpId: 2 })).toBe('initialiseSecureChannel: unsupportedRemoteOperationType')
    expect(hostile({ controlRefTemplate: { ...crt, keyType: Uint8Array.of(0x80) } })).toBe(
      'initialiseSecureChannel: unsupportedCrtValues',
    )
    expect(hostile({ controlRefTemplate: { ...crt, keyLen: Uint8Array.of(0x20) } })).toBe(
      'initialiseSecureChannel: unsupportedCrtValues',
    )
    expect(hostile({ controlRefTemplate: { ...crt, hostId: counting(8) } })).toBe('configureISDP: scp03tSecurityError')
    expect(hostile({ smdpOtpk: new Uint8Array(65).fill(4) })).toBe('initialiseSecureChannel: incorrectInputValues')
  })
})

test('binding refuses an eUICC key that is not a point of the curve', () => {
  for (const euiccOtpk of [
    new Uint8Array(65).fill(4),
    new Uint8Array(64),
    generateOneTimeKey('brainpoolP256r1').publicKey,
  ]) {
    expect(() => scene({ euiccOtpk })).toThrow(expect.objectContaining({ refusal: 'euicc_signature_invalid' }))
  }
})
