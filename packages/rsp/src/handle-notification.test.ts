import { toHex } from '@simwright/asn1'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  NotificationFault,
  type ProfileInstallationResult,
  readPendingNotification,
  transactionOf,
  verifyInstallationResult,
  verifyOtherNotification,
} from './index.ts'
import {
  authenticate,
  createScene,
  eid,
  installationResult,
  now,
  profileNotification,
  random,
  type Scene,
  serverAddress,
  smdpOid,
} from './testing/scene.ts'
import { flipped, verdictOf } from './testing/verdict.ts'

let scene: Scene
let stranger: Scene
beforeAll(() => {
  scene = createScene()
  stranger = createScene()
})

describe('installation results', () => {
  let own: ReturnType<typeof authenticate>
  beforeAll(() => {
    own = authenticate(scene)
  })
  const verify = (bytes: Uint8Array, change: object = {}) => {
    const result = readPendingNotification(bytes).value as ProfileInstallationResult
    return verifyInstallationResult({ result, session: own.session, smdpOid, ...change })
  }
  const outcome = (bytes: Uint8Array, change: object = {}) => verdictOf(() => verify(bytes, change))

  test('contain the transaction id of their session', () => {
    const notification = readPendingNotification(installationResult(own.session, scene.device))
    expect(toHex(transactionOf(notification.value as ProfileInstallationResult))).toBe(toHex(own.session.transactionId))
  })

  test("a failure has the command, the reason and the eUICC's response", () => {
    const simaResponse = Uint8Array.of(0x30, 0)
    const value = {
      bppCommandId: 'loadProfileElements' as const,
      errorReason: 'installFailedDueToPEProcessingError' as const,
      simaResponse,
    }
    expect(verify(installationResult(own.session, scene.device, { finalResult: { kind: 'error', value } }))).toEqual({
      kind: 'failed',
      iccid: '8901234567890123456',
      seqNumber: 7,
      command: 'loadProfileElements',
      reason: 'installFailedDueToPEProcessingError',
      simaResponse,
    })
  })

  test('from another eUICC, for another session or for another server are refused', () => {
    expect(outcome(installationResult(own.session, scene.device))).toBe('accepted')
    expect(outcome(installationResult(own.session, stranger.device))).toBe('bad_signature')
    expect(outcome(installationResult(own.session, scene.device), { session: undefined })).toBe('unknown_transaction')
    expect(outcome(installationResult({ transactionId: random(16) }, scene.device))).toBe('unknown_transaction')
    expect(outcome(installationResult(own.session, scene.device, { smdpOid: '2.999.11' }))).toBe('foreign_server')
  })

  test('a result with a flipped bit is refused', () => {
    const bytes = installationResult(own.session, scene.device)
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const result = verdictOf(() => {
        const notification = readPendingNotification(flipped(bytes, bit))
        if (notification.kind !== 'profileInstallationResult') throw new NotificationFault('malformed', 'another kind')
        verifyInstallationResult({ result: notification.value, session: own.session, smdpOid })
      })
      expect(result, `bit ${bit}`).not.toBe('accepted')
    }
  })
})

describe('other notifications', () => {
  const verify = (bytes: Uint8Array, change: Partial<Scene> = {}) => {
    const notification = readPendingNotification(bytes)
    if (notification.kind !== 'otherSignedNotification') throw new NotificationFault('malformed', 'another kind')
    return verifyOtherNotification(notification.value, { ...scene, ...change }.trust, now)
  }
  const outcome = (bytes: Uint8Array, change: Partial<Scene> = {}) => verdictOf(() => verify(bytes, change))

  test.each(['enable', 'disable', 'delete', 'install'] as const)(
    '%s is returned with its EID and sequence number',
    (event) => {
      expect(verify(profileNotification(scene.device, [event]))).toEqual({
        eid,
        event,
        iccid: '8901234567890123456',
        seqNumber: 8,
        address: serverAddress,
      })
    },
  )

  test('a chain of another CI is refused', () => {
    expect(outcome(profileNotification(stranger.device, ['delete']))).toBe('bad_chain')
  })

  test("a signature of another key than the certificate's is refused", () => {
    expect(outcome(profileNotification({ ...scene.device, key: stranger.device.key }, ['delete']))).toBe(
      'bad_signature',
    )
  })

  test('no event or several events are malformed', () => {
    expect(outcome(profileNotification(scene.device, []))).toBe('malformed')
    expect(outcome(profileNotification(scene.device, ['enable', 'delete']))).toBe('malformed')
    expect(outcome(Uint8Array.of(0x30, 0x00))).toBe('malformed')
  })
})
