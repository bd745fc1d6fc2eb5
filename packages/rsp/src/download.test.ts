import { concat, fromHex, toHex } from '@simwright/asn1'
import { parseCertificate } from '@simwright/x509'
import { describe, expect, test } from 'vitest'
import {
  type BoundPackage,
  BoundPackageOpener,
  type BspKeys,
  bindProfilePackage,
  type Curve,
  cutBoundPackage,
  generateOneTimeKey,
  importOneTimeKey,
  importVerifyingKey,
  initialiseSecureChannelRequest,
  type OneTimeKey,
  type PreparedDownload,
  readEs9Request,
  reopenBoundPackage,
  smdpSigned2,
  verifyPrepareDownload,
  writeEs9Request,
} from './index.ts'
import { authenticate, createScene, eid, metadata, now, prepareResponse, random, type Scene } from './testing/scene.ts'

const profilePackage = Uint8Array.from({ length: 5000 }, (_, i) => (i * 7) % 256)
const protectionKeys: BspKeys = { initialMacChainingValue: random(16), encryptionKey: random(16), macKey: random(16) }

type Session = ReturnType<typeof authenticate>['session']

/** The eUICC prepares the download with this key. The request goes through its JSON form, as on the wire. */
function prepared(scene: Scene, session: Session, key: OneTimeKey): PreparedDownload {
  const prepareDownloadResponse = prepareResponse(session, scene.device, { euiccOtpk: key.publicKey })
  const json = writeEs9Request('getBoundProfilePackage', {
    transactionId: session.transactionId,
    prepareDownloadResponse,
  })
  const request = readEs9Request('getBoundProfilePackage', JSON.parse(JSON.stringify(json)))
  return verifyPrepareDownload({ request, session, at: now }) as PreparedDownload
}

function bind(scene: Scene, session: Session, change: { euiccOtpk: Uint8Array; protectionKeys?: BspKeys | undefined }) {
  return bindProfilePackage({
    transactionId: session.transactionId,
    hostId: new Uint8Array(16).fill(1),
    eid: fromHex(eid),
    key: scene.credentials.pbKey,
    oneTimeKey: generateOneTimeKey(scene.credentials.pbKey.curve),
    metadata,
    profilePackage,
    ...change,
  })
}

function installed(scene: Scene, session: Session, key: OneTimeKey, boundProfilePackage: Uint8Array): string {
  const smdpKey = importVerifyingKey(parseCertificate(scene.credentials.pbCertificate).publicKeyInfo)
  const { transactionId } = session
  const opener = new BoundPackageOpener({ transactionId, eid: fromHex(eid), oneTimeKey: key, smdpKey })
  const steps = cutBoundPackage(boundProfilePackage).flatMap((piece) => opener.load(piece))
  expect(opener.finished).toBe(true)
  return toHex(concat(...steps.flatMap((step) => (step.kind === 'loadProfileElements' ? [step.bytes] : []))))
}

const openingOf = (bound: Uint8Array) => initialiseSecureChannelRequest.decode(cutBoundPackage(bound)[0]!.subarray(5))

describe.each(['P-256', 'brainpoolP256r1'] as const)('a download on %s', (curve: Curve) => {
  const scene = createScene(curve)

  test.each([
    ['session keys', undefined],
    ["the profile's own protection keys", protectionKeys],
  ])('under %s delivers the profile to the eUICC unchanged', (_, keys) => {
    const { session } = authenticate(scene)
    const key = generateOneTimeKey(curve)
    const { euiccOtpk } = prepared(scene, session, key)
    const bound = bind(scene, session, { euiccOtpk, protectionKeys: keys })
    expect(installed(scene, session, key, bound.boundProfilePackage)).toBe(toHex(profilePackage))
  })

  describe('that is retried', () => {
    const first = authenticate(scene).session
    const stored = generateOneTimeKey(curve).exportPrivateKey()
    const key = importOneTimeKey(stored)
    const bound: BoundPackage = bind(scene, first, { euiccOtpk: prepared(scene, first, key).euiccOtpk })

    test('with the same key of the eUICC gets the same server key and segments, and installs', () => {
      const { session, answer } = authenticate(scene, { bppEuiccOtpk: key.publicKey })
      const offered = smdpSigned2.decode(answer.smdpSigned2).bppEuiccOtpk!
      expect(toHex(offered)).toBe(toHex(key.publicKey))
      const { euiccOtpk } = prepared(scene, session, importOneTimeKey(stored))
      expect(toHex(euiccOtpk)).toBe(toHex(offered))
      const again = reopenBoundPackage({
        transactionId: session.transactionId,
        hostId: new Uint8Array(16).fill(1),
        smdpOtpk: bound.smdpOtpk,
        euiccOtpk,
        key: scene.credentials.pbKey,
        segments: bound.segments,
      })
      expect(toHex(openingOf(again).smdpOtpk)).toBe(toHex(openingOf(bound.boundProfilePackage).smdpOtpk))
      expect(toHex(again.subarray(again.length - bound.segments.length))).toBe(toHex(bound.segments))
      expect(installed(scene, session, key, again)).toBe(toHex(profilePackage))
    })

    test('with another key of the eUICC gets another server key, and installs', () => {
      const { session } = authenticate(scene, { bppEuiccOtpk: key.publicKey })
      const other = generateOneTimeKey(curve)
      const { euiccOtpk } = prepared(scene, session, other)
      const rebound = bind(scene, session, { euiccOtpk })
      expect(toHex(rebound.smdpOtpk)).not.toBe(toHex(bound.smdpOtpk))
      expect(installed(scene, session, other, rebound.boundProfilePackage)).toBe(toHex(profilePackage))
    })
  })
})
