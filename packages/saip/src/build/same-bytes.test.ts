import { createHash } from 'node:crypto'
import { fromHex } from '@simwright/asn1'
import { expect, test } from 'vitest'
import { fullConfig, knownKeys, plainConfig } from '../testing/known-profile.ts'
import { assemble, buildProfile, compile } from './build-profile.ts'
import type { ProfileConfig } from './profile-config.ts'
import type { ProfileKeys } from './profile-keys.ts'

// A stored configuration version must always build the same bytes: an eUICC that retries a download compares them.

const key = fromHex('3fd61c0874ab925ec1e07f48b3962a5d')
const longKey = fromHex('3fd61c0874ab925ec1e07f48b3962a5d7d3e91c4a5084fb26e1a97c3d0528bf6')
const scp03 = { enc: key, mac: key, dek: key }
const longKeys = {
  ota: { kic: longKey, kid: longKey, kik: longKey },
  scp03: { enc: longKey, mac: longKey, dek: longKey },
}
const longConfig = { scp03: 'keys', saipVersion: '3.1', otaKeyBytes: 32, pin1: 'enabled' } as const
const manyNetworks = Array.from({ length: 100 }, (_, i) => ({
  plmn: `262${10 + (i % 90)}`,
  access: ['E-UTRAN', 'GSM'] as const,
}))

test.each<[string, ProfileConfig, ProfileKeys, string]>([
  ['every field', fullConfig, knownKeys, '5f3b71807864fa492a68857b047fb9df'],
  ['mandatory fields only', plainConfig, knownKeys, '6bf7185fce4be31d8cbeeede31fddb6f'],
  [
    'TUAK with 128 bits',
    { ...plainConfig, algorithm: 'TUAK' },
    { ...knownKeys, opc: longKey },
    '261ee7516b1339da17cfc06c67c9b7d1',
  ],
  [
    'TUAK with 256 bits',
    { ...fullConfig, algorithm: 'TUAK', kiBytes: 32 },
    { ...knownKeys, ki: longKey, opc: longKey },
    'f7f117de0e6a293d380a6c131905cbc2',
  ],
  [
    'the test algorithm',
    { ...plainConfig, algorithm: 'XOR', profileClass: 'test' },
    { ...knownKeys, opc: undefined },
    '2333815883c9219c617ffd50ddac9623',
  ],
  [
    'SCP03',
    { ...fullConfig, scp03: 'keys', saipVersion: '2.3', profileClass: 'operational' },
    { ...knownKeys, scp03 },
    'fd5fcbc2e8185303c38cd5b1ed33cfcd',
  ],
  [
    'long keys, PIN1 and OP in version 3.1',
    { ...fullConfig, ...longConfig, languages: [], emergencyNumbers: ['112', '999'] },
    { ...knownKeys, ...longKeys, msisdn: undefined, opc: undefined, op: key },
    'ef5e5174c0fbe2de728f33da39844c2d',
  ],
  [
    'SUCI calculation by the USIM',
    { ...fullConfig, fiveG: { ...fullConfig.fiveG!, suciCalculation: 'USIM' } },
    knownKeys,
    'df66c81ccf40ba9df2efd50aa0e5410c',
  ],
  [
    'a hundred networks in version 2.1',
    { ...plainConfig, saipVersion: '2.1', oplmn: manyNetworks },
    knownKeys,
    'bd9293af6646b2faf33d447b875ed2df',
  ],
])('a configuration with %s builds the bytes that it always built', (_what, config, keys, hash) => {
  const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  expect(hashOf(buildProfile(config, keys))).toBe(hash)
  expect(hashOf(assemble(compile(config), keys))).toBe(hash)
})
