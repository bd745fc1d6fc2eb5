import { fromHex, toHex } from '@simwright/asn1'
import { describe, expect, test } from 'vitest'
import { expandPackage } from '../card/expand-package.ts'
import { decodeProfile } from '../codec/profile-element.ts'
import { SaipError } from '../error.ts'
import { knownKeys, plainConfig } from '../testing/known-profile.ts'
import { assemble, compile } from './build-profile.ts'
import { deriveTopc } from './operator-code.ts'
import { checkConfig, type ProfileConfig } from './profile-config.ts'
import { checkKeys, type ProfileKeys } from './profile-keys.ts'
import { tuakTwoIterationsTopc, tuakVectors } from './published-vector.ts'

const image = (config: ProfileConfig, keys: ProfileKeys) =>
  expandPackage(decodeProfile(assemble(compile(config), keys)))
const authentication = (config: ProfileConfig, keys: ProfileKeys = knownKeys) => {
  const { options, ...found } = image(config, keys).authentications[0]!
  return { ...found, resCode: options & 7 }
}
const tuak = (config: Partial<ProfileConfig> = {}): ProfileConfig => ({ ...plainConfig, algorithm: 'TUAK', ...config })
const test256 = { profileClass: 'test', kiBytes: 32 } as const
const top = fromHex('9c41f07e83b62d5518aa30cf64e9712b0d86f15a97c8e3427bd910ae56f48c03')
const ki32 = fromHex('3fd61c0874ab925ec1e07f48b3962a5d7d3e91c4a5084fb26e1a97c3d0528bf6')

describe('MILENAGE', () => {
  const constants = ['00', '07', '0b', '0d', '0e'].map((last) => last.padStart(32, '0'))

  test('has the recommended constants by default (TS 35.206, 4.1)', () => {
    const { algorithm, rotationConstants, xoringConstants, resCode } = authentication(plainConfig)
    expect([algorithm, toHex(rotationConstants), resCode]).toEqual(['milenage', '4000204060', 1])
    expect(toHex(xoringConstants)).toBe(['00', '01', '02', '04', '08'].map((last) => last.padStart(32, '0')).join(''))
  })

  test('has the constants of the configuration', () => {
    const milenage = { rotations: [8, 16, 24, 32, 127], constants }
    const { rotationConstants, xoringConstants } = authentication({ ...plainConfig, milenage })
    expect(toHex(rotationConstants)).toBe('081018207f')
    expect(toHex(xoringConstants)).toBe(constants.join(''))
  })

  test.each([
    ['milenage.rotations', { rotations: [64, 0, 32, 64] }],
    ['milenage.rotations', { rotations: [64, 0, 32, 64, 128] }],
    ['milenage.rotations', { rotations: [64, 0, 32, 64, 1.5] }],
    ['milenage.constants', { constants: constants.slice(1) }],
    ['milenage.constants', { constants: [...constants.slice(1), 'ff'] }],
    ['milenage.constants', { constants: ['01', '07', '0b', '0d', '0e'].map((last) => last.padStart(32, '0')) }],
    ['milenage.constants', { constants: ['00', '03', '0b', '0d', '0e'].map((last) => last.padStart(32, '0')) }],
    ['milenage.constants', { constants: constants.with(4, constants[1]!), rotations: [64, 0, 32, 64, 0] }],
  ])('refuses %s that no network can have: %j', (field, milenage) => {
    expect(checkConfig({ ...plainConfig, milenage })).toMatchObject([{ severity: 'error', field }])
  })
})

describe('TUAK', () => {
  test.each(tuakVectors)('derives TOPc of K %s as TS 35.233 does, and a test profile accepts it', (k, topHex, topc) => {
    expect(toHex(deriveTopc(fromHex(k), fromHex(topHex)))).toBe(topc)
    const keys = { ...knownKeys, ki: fromHex(k), opc: undefined, op: fromHex(topHex) }
    const config = tuak(k.length === 64 ? test256 : { profileClass: 'test' })
    const { opc, key, algorithm } = authentication(config, keys)
    expect([toHex(opc), toHex(key), algorithm]).toEqual([topc, k, 'tuak'])
  })

  test('derives TOPc with the configured iterations, set 6 of TS 35.233', () => {
    const [k, topHex] = tuakVectors[3]!
    const keys = { ...knownKeys, ki: fromHex(k), opc: undefined, op: fromHex(topHex) }
    const { opc, numberOfKeccak } = authentication(tuak({ ...test256, tuak: { keccakIterations: 2 } }), keys)
    expect([toHex(opc), numberOfKeccak]).toEqual([tuakTwoIterationsTopc, 2])
  })

  test.each([
    [32, 0],
    [64, 1],
    [128, 2],
  ])('states a RES of %i bits in algorithmOptions', (resBits, code) => {
    expect(authentication(tuak({ tuak: { resBits } }), { ...knownKeys, opc: top }).resCode).toBe(code)
  })

  test('requires the service of its key size', () => {
    const services = (config: ProfileConfig, keys: ProfileKeys) => image(config, keys).mandatoryServices
    expect(services(tuak(), { ...knownKeys, opc: top })).toEqual(['usim', 'tuak128'])
    expect(services(tuak({ kiBytes: 32 }), { ...knownKeys, ki: ki32, opc: top })).toEqual(['usim', 'tuak256'])
  })

  test.each([
    ['tuak.keccakIterations', { keccakIterations: 0 }],
    ['tuak.keccakIterations', { keccakIterations: 256 }],
    ['tuak.resBits', { resBits: 48 }],
    ['tuak.resBits', { resBits: 256 }],
    ['tuak.macBits', { macBits: 128 }],
    ['tuak.ckBits', { ckBits: 256 }],
    ['tuak.ikBits', { ikBits: 256 }],
  ])('refuses %s that no network supports: %j', (field, settings) => {
    expect(checkConfig(tuak({ tuak: settings }))).toMatchObject([{ severity: 'error', field }])
  })

  test('permits a RES of 256 bits in a test profile only', () => {
    const config = tuak({ tuak: { resBits: 256 }, profileClass: 'test' })
    expect(checkConfig(config)).toMatchObject([{ severity: 'warning', field: 'tuak.resBits' }])
    expect(authentication(config, { ...knownKeys, opc: top }).resCode).toBe(4)
  })

  test.each([...tuakVectors.flat(), tuakTwoIterationsTopc])('refuses the published %s in a live profile', (hex) => {
    const isTop = hex.length === 64
    const keys = isTop ? { ...knownKeys, opc: fromHex(hex) } : { ...knownKeys, ki: fromHex(hex), opc: top }
    const found = checkKeys(keys, tuak()).filter(({ severity }) => severity === 'error')
    expect(found).toMatchObject([{ field: isTop ? 'opc' : 'ki' }])
  })
})

describe('the test algorithm', () => {
  const xor: ProfileConfig = { ...plainConfig, algorithm: 'XOR', profileClass: 'test' }
  const keys = { ...knownKeys, opc: undefined, ki: fromHex('000102030405060708090a0b0c0d0e0f') }

  test('needs no OPc and accepts a published key', () => {
    const { algorithm, opc, resCode } = authentication(xor, keys)
    expect([algorithm, toHex(opc), resCode]).toEqual(['usim-test-algorithm', '00'.repeat(16), 2])
    expect(image(xor, keys).mandatoryServices).toEqual(['usim', 'usim-test-algorithm'])
  })

  test.each([
    [32, 0],
    [64, 1],
    [128, 2],
  ])('states a RES of %i bits in algorithmOptions', (resBits, code) => {
    expect(authentication({ ...xor, xor: { resBits } }, keys).resCode).toBe(code)
  })

  test('is refused outside of class test, as is a RES of 256 bits', () => {
    expect(() => compile({ ...xor, profileClass: 'operational' })).toThrow(SaipError)
    expect(checkConfig({ ...xor, xor: { resBits: 256 } })).toMatchObject([{ field: 'xor.resBits' }])
  })
})

test('settings of an algorithm that is not chosen are refused', () => {
  expect(checkConfig({ ...plainConfig, tuak: {} })).toMatchObject([{ severity: 'error', field: 'tuak' }])
  expect(checkConfig(tuak({ milenage: {} }))).toMatchObject([{ severity: 'error', field: 'milenage' }])
})
