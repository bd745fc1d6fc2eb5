import { fromHex, toHex } from '@simwright/asn1'
import { describe, expect, test } from 'vitest'
import { SaipError } from '../error.ts'
import { carrierRuleCommands, decodeCarrierRules, encodeCarrierRule } from './access-rule-applet.ts'
import { decodeRecycleParameters, encodeRecycleParameters, type RecycleParameters } from './recycle-applet.ts'

const sha1 = fromHex('4c36af4a5bdad97c1f3d8b283416d244496c2ab5')
const sha256 = fromHex('ac'.repeat(32))

/** The error code, or undefined. */
function codeOf(run: () => unknown): string | undefined {
  try {
    run()
    return undefined
  } catch (error) {
    if (error instanceof SaipError) return error.code
    throw error
  }
}

describe('access rules', () => {
  test('are coded as Android reads them', () => {
    expect(toHex(encodeCarrierRule({ certificateHash: sha1 }))).toBe(
      `e224e116c114${toHex(sha1)}e30adb080000000000000001`,
    )
    const named = { certificateHash: sha256, packageName: 'com.a', permissions: fromHex('00000000000000ff') }
    expect(toHex(encodeCarrierRule(named))).toBe(`e237e129c120${toHex(sha256)}ca05636f6d2e61e30adb0800000000000000ff`)
  })

  test('are decoded, and objects that Android ignores are skipped', () => {
    const rule = { certificateHash: sha1, packageName: 'com.acme.app', permissions: fromHex('0000000000000001') }
    const bytes = `${toHex(encodeCarrierRule(rule))}e206e100e302d000df0100e209e102c100e303d00101`
    expect(decodeCarrierRules(fromHex(bytes))).toEqual([rule])
    expect(codeOf(() => decodeCarrierRules(fromHex('e205e1')))).toBe('content')
  })

  test('are stored with one command each', () => {
    const commands = carrierRuleCommands([{ certificateHash: sha1 }, { certificateHash: sha256 }])
    expect(commands.map((command) => toHex(command.subarray(0, 8)))).toEqual(['80e2900028f026e2', '80e2900034f032e2'])
  })

  test.each([
    ['a hash of 21 bytes', { certificateHash: fromHex('ac'.repeat(21)) }],
    ['an empty package name', { certificateHash: sha1, packageName: '' }],
    ['a package name with a space', { certificateHash: sha1, packageName: 'com acme' }],
    ['permissions of 7 bytes', { certificateHash: sha1, permissions: new Uint8Array(7) }],
  ])('are refused: %s', (_what, rule) => {
    expect(codeOf(() => encodeCarrierRule(rule))).toBe('content')
  })
})

describe('parameters of the Recycle applet', () => {
  const parameters: RecycleParameters = {
    key: fromHex('2b7e151628aed2a6abf7158809cf4f3c'),
    expireTime: new Date('2026-11-24T00:00:00Z'),
    host: 'bip.example.com',
    port: 8444,
  }

  test('are coded as the documentation says', () => {
    // 6A124C00 is 24 May 2026, 00:53:20.
    const expireTime = new Date('2026-05-24T00:53:20Z')
    expect(toHex(encodeRecycleParameters({ ...parameters, expireTime }))).toBe(
      '80102b7e151628aed2a6abf7158809cf4f3c81046a124c00820f6269702e6578616d706c652e636f6d830220fc',
    )
    expect(decodeRecycleParameters(encodeRecycleParameters(parameters))).toEqual(parameters)
    const onDemand = { ...parameters, expireTime: undefined }
    expect(decodeRecycleParameters(encodeRecycleParameters(onDemand))).toEqual(onDemand)
  })

  test.each<[string, Partial<RecycleParameters>]>([
    ['a key of 15 bytes', { key: new Uint8Array(15) }],
    ['port 0', { port: 0 }],
    ['port 65536', { port: 65536 }],
    ['an empty host', { host: '' }],
    ['a host of 101 characters', { host: 'a'.repeat(101) }],
    ['a time after 2106', { expireTime: new Date('2107-01-01T00:00:00Z') }],
    ['an invalid time', { expireTime: new Date(Number.NaN) }],
  ])('are refused: %s', (_what, more) => {
    expect(codeOf(() => encodeRecycleParameters({ ...parameters, ...more }))).toBe('content')
  })

  test('are refused if one is missing or malformed', () => {
    const whole = toHex(encodeRecycleParameters(parameters))
    expect(codeOf(() => decodeRecycleParameters(fromHex(whole.slice(0, -8))))).toBe('content')
    expect(codeOf(() => decodeRecycleParameters(fromHex(whole.slice(0, -2))))).toBe('content')
    expect(codeOf(() => decodeRecycleParameters(new Uint8Array(0)))).toBe('content')
  })
})
