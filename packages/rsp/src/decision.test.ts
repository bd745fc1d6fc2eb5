import { toHex } from '@simwright/asn1'
import { type OrderState, orderStates } from '@simwright/ids'
import { describe, expect, test } from 'vitest'
import { checkConfirmationCode, digestConfirmationCode, hashConfirmationCode } from './confirmation-code.ts'
import { checkAttempts, checkDownloadOrder, checkOrderAlive, type DownloadOrder } from './download-order.ts'
import { checkEligibility, findIneligibilities, type ProfileNeeds } from './eligibility.ts'
import type { EuiccInfo2 } from './euicc-info.ts'
import { RspRefusal } from './refusal.ts'
import vectors from './vectors/bsp-vectors.json' with { type: 'json' }

function refusalOf(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    if (error instanceof RspRefusal) return error.refusal
    throw error
  }
  return 'accepted'
}

describe('the confirmation code', () => {
  const { cc_utf8, transactionId, hashCc } = vectors.confirmationCode
  const digest = digestConfirmationCode(cc_utf8)
  const transaction = Buffer.from(transactionId, 'hex')
  const right = hashConfirmationCode(digest, transaction)
  const wrong = hashConfirmationCode(digestConfirmationCode('4321'), transaction)
  const check = (hash: Uint8Array | undefined, attempt: number) =>
    refusalOf(() =>
      checkConfirmationCode({ digest, transactionId: transaction, hashCc: hash, attempt, maxAttempts: 5 }),
    )

  test('hashes to the published vector', () => expect(toHex(right)).toBe(hashCc))

  test('is accepted up to the last permitted attempt', () => {
    expect([1, 5, 6].map((attempt) => check(right, attempt))).toEqual([
      'accepted',
      'accepted',
      'confirmation_code_exceeded',
    ])
  })

  test('is refused when wrong and ends the order at the last attempt', () => {
    expect([1, 4, 5, 6].map((attempt) => check(wrong, attempt))).toEqual([
      'confirmation_code_wrong',
      'confirmation_code_wrong',
      'confirmation_code_exceeded',
      'confirmation_code_exceeded',
    ])
  })

  test('is refused when missing, truncated or of another session', () => {
    expect(check(undefined, 1)).toBe('confirmation_code_missing')
    expect(check(right.subarray(1), 1)).toBe('confirmation_code_wrong')
    expect(check(hashConfirmationCode(digest, Buffer.from('00', 'hex')), 1)).toBe('confirmation_code_wrong')
  })
})

describe('the order', () => {
  const eid = '89049032123451234512345678901235'
  const at = new Date('2026-11-21T12:00:00Z')
  const check = (order: DownloadOrder | undefined, matchingId: string | undefined = 'A') =>
    refusalOf(() => checkDownloadOrder({ order, matchingId, eid, at }))

  test('is open to any eUICC while released and unbound, and to its own eUICC when bound', () => {
    expect(check({ state: 'Released' })).toBe('accepted')
    expect(check({ state: 'Released', eid })).toBe('accepted')
    expect(check({ state: 'Downloaded', eid })).toBe('accepted')
  })

  test('without an order, the MatchingID is refused if there is one, otherwise the EID', () => {
    expect(check(undefined)).toBe('matching_id_refused')
    expect(check(undefined, '')).toBe('eid_refused')
    expect(refusalOf(() => checkDownloadOrder({ order: undefined, matchingId: undefined, eid, at }))).toBe(
      'eid_refused',
    )
  })

  test('of another EID is refused in every state', () => {
    for (const state of orderStates) expect(check({ state, eid: '89044000' })).toBe('eid_refused')
  })

  test.each(orderStates.filter((state) => state !== 'Released'))('in state %s is not open to a new device', (state) => {
    expect(check({ state: state as OrderState })).toBe('profile_not_released')
  })

  test('that has expired is refused, to the millisecond', () => {
    expect(check({ state: 'Released', expiresAt: new Date(at.getTime() + 1) })).toBe('accepted')
    expect(check({ state: 'Released', expiresAt: at })).toBe('order_expired')
    expect(refusalOf(() => checkOrderAlive({ expiresAt: at }, at))).toBe('order_expired')
    expect(refusalOf(() => checkOrderAlive({}, at))).toBe('accepted')
  })

  test('that is neither released nor in time is refused as not released', () => {
    expect(check({ state: 'Confirmed', expiresAt: at })).toBe('profile_not_released')
  })

  test('may be tried up to the permitted number of attempts', () => {
    expect(refusalOf(() => checkAttempts(5, 5))).toBe('accepted')
    expect(refusalOf(() => checkAttempts(6, 5))).toBe('attempts_exceeded')
  })
})

describe('eligibility', () => {
  const info: EuiccInfo2 = {
    profileVersion: '2.3.1',
    svn: '2.2.2',
    euiccFirmwareVer: '1.0.0',
    extCardResource: Uint8Array.of(0x82, 2, 0x40, 0),
    uiccCapability: new Set(['usimSupport', 'akaMilenage']),
    rspCapability: new Set(['additionalProfile']),
    euiccCiPKIdListForVerification: [],
    euiccCiPKIdListForSigning: [],
    ppVersion: '1.0.0',
    sasAcreditationNumber: '',
  }
  const needs: ProfileNeeds = {
    packageVersion: '2.3',
    capabilities: ['usimSupport', 'akaMilenage'],
    policyRules: [],
    memoryBytes: 16384,
    profileClass: 'operational',
  }
  const check = (need: Partial<ProfileNeeds>, change: Partial<EuiccInfo2> = {}) =>
    refusalOf(() => checkEligibility({ ...needs, ...need }, { ...info, ...change }))

  test('a profile whose needs the eUICC meets is eligible', () => {
    expect(findIneligibilities(needs, info)).toEqual([])
    expect(check({})).toBe('accepted')
  })

  test('a package newer than the supported versions is refused; additional versions count', () => {
    expect(check({ packageVersion: '2.4' })).toBe('profile_not_eligible')
    expect(check({ packageVersion: '3.1' })).toBe('profile_not_eligible')
    expect(check({ packageVersion: '3.1' }, { additionalEuiccProfilePackageVersions: ['3.1.0'] })).toBe('accepted')
    expect(check({ packageVersion: '2.1' })).toBe('accepted')
  })

  test('a missing capability is refused by name', () => {
    const found = findIneligibilities({ ...needs, capabilities: ['isimSupport', 'akaTuak128'] }, info)
    expect(found.map(({ message }) => message)).toEqual([
      "This device's eSIM does not support ISIM.",
      "This device's eSIM does not support the TUAK algorithm.",
    ])
  })

  test('a policy rule that the eUICC forbids is refused', () => {
    const forbidden = { forbiddenProfilePolicyRules: new Set(['ppr1'] as const) }
    expect(check({ policyRules: ['ppr1'] }, forbidden)).toBe('profile_not_eligible')
    expect(check({ policyRules: ['ppr2'] }, forbidden)).toBe('accepted')
    expect(check({ policyRules: ['ppr1'] })).toBe('accepted')
  })

  test('test profiles need testProfileSupport, and a field-test eUICC refuses operational ones', () => {
    expect(check({ profileClass: 'test' })).toBe('profile_not_eligible')
    expect(check({ profileClass: 'test' }, { rspCapability: new Set(['testProfileSupport']) })).toBe('accepted')
    expect(check({}, { ppVersion: '255.255.255' })).toBe('profile_not_eligible')
  })

  test('too little memory is refused with both figures; unreported memory is not refused', () => {
    expect(check({ memoryBytes: 16385 })).toBe('memory_insufficient')
    expect(check({ memoryBytes: 16385 }, { extCardResource: new Uint8Array() })).toBe('accepted')
    const [found] = findIneligibilities({ ...needs, memoryBytes: 40_000 }, info)
    expect(found?.message).toContain('16 KB of memory left; this profile needs 40 KB')
  })

  test('the phone gets the first reason, the log all of them', () => {
    try {
      checkEligibility({ ...needs, packageVersion: '9.0', memoryBytes: 1e6 }, info)
      expect.unreachable()
    } catch (error) {
      expect(error).toMatchObject({ subjectCode: '8.2.5', reasonCode: '4.3' })
      expect((error as RspRefusal).message).not.toContain('memory')
      expect((error as RspRefusal).detail).toContain('memory')
    }
  })
})
