import { fromHex } from '@simwright/asn1'
import { describe, expect, test } from 'vitest'
import { expandPackage } from '../card/expand-package.ts'
import { checkProfile } from '../check/check-profile.ts'
import { decodeProfile, encodeProfile } from '../codec/profile-element.ts'
import type { ServiceName } from '../codec/profile-header.ts'
import { ijcFile } from '../testing/cap-file.ts'
import { fullConfig, knownKeys, plainConfig } from '../testing/known-profile.ts'
import { assemble, buildProfile, compile } from './build-profile.ts'
import { checkConfig, type ProfileConfig, saipVersions } from './profile-config.ts'
import { neededVersion } from './profile-elements.ts'
import type { ProfileKeys } from './profile-keys.ts'

const key = fromHex('3fd61c0874ab925ec1e07f48b3962a5d')
const longKey = fromHex('3fd61c0874ab925ec1e07f48b3962a5d7d3e91c4a5084fb26e1a97c3d0528bf6')
const { fiveG, ...withoutFiveG } = fullConfig
const byUsim = { ...fiveG!, suciCalculation: 'USIM' as const }
const rules = [{ certificateHash: 'e46872f28b350b7e1f140de535c2a8d5804f0be3' }]
const server = { host: 'bip.acme.example', port: 8444 }

/** A configuration of each type, its keys, and the services that it requires besides the USIM. */
const types: Record<string, readonly [ProfileConfig, Partial<ProfileKeys>, ServiceName[]]> = {
  Regular: [withoutFiveG, {}, ['milenage']],
  'Private LTE': [{ ...plainConfig, hplmn: [{ plmn: '99970', access: ['NG-RAN'] }], fiveG }, {}, ['milenage']],
  'SUCI by the USIM': [{ ...plainConfig, fiveG: byUsim }, {}, ['milenage', 'get-identity', 'profile-a-x25519']],
  'Conformance Test': [
    { ...plainConfig, algorithm: 'XOR', profileClass: 'test' },
    { opc: undefined },
    ['usim-test-algorithm'],
  ],
  TUAK: [{ ...withoutFiveG, algorithm: 'TUAK', kiBytes: 32 }, { ki: longKey, opc: longKey.toReversed() }, ['tuak256']],
  IMS: [{ ...withoutFiveG, ims: { pcscf: ['192.0.2.1'] } }, {}, ['isim', 'milenage']],
  ARA: [{ ...withoutFiveG, applets: { ara: { rules } } }, {}, ['milenage', 'javacard']],
  Recycle: [{ ...withoutFiveG, applets: { recycle: { server } } }, { recycle: { key } }, ['milenage', 'javacard']],
  Customize: [{ ...withoutFiveG, applets: { custom: { code: ijcFile() } } }, { c9: key }, ['milenage', 'javacard']],
  'all of Advanced': [
    {
      ...fullConfig,
      ims: {},
      scp03: 'keys',
      scp81: {},
      applets: { ara: { rules }, recycle: { server }, custom: { code: ijcFile() } },
    },
    { recycle: { key }, scp03: { enc: key, mac: key, dek: key }, scp81: { psk: key, dek: key } },
    ['isim', 'milenage', 'javacard'],
  ],
}

describe.each(Object.entries(types))('%s', (_type, [base, own, services]) => {
  const keys = { ...knownKeys, ...own }
  const isPossible = (saipVersion: ProfileConfig['saipVersion']) =>
    base.fiveG === undefined || (saipVersion !== '2.1' && saipVersion !== '2.2')

  test.each(saipVersions.filter(isPossible))(
    'in version %s installs, has no errors and encodes to its bytes',
    (saipVersion) => {
      const config = { ...base, saipVersion }
      const compiled = compile(config)
      const upp = assemble(compiled, keys)
      expect(Buffer.from(upp).equals(buildProfile(config, keys))).toBe(true)
      const elements = decodeProfile(upp)
      expect(checkProfile(elements).filter(({ severity }) => severity === 'error')).toEqual([])
      expect(Buffer.from(encodeProfile(elements)).equals(upp)).toBe(true)
      const image = expandPackage(elements)
      expect(image.warnings).toEqual([])
      expect([...image.mandatoryServices].sort()).toEqual(['usim', ...services].sort())
      expect([...compiled.mandatoryServices].sort()).toEqual([...image.mandatoryServices].sort())
      expect(image.version).toEqual(neededVersion(config))
    },
  )

  test.each(saipVersions.filter((version) => !isPossible(version)))('is refused in version %s', (saipVersion) => {
    expect(checkConfig({ ...base, saipVersion })).toMatchObject([{ severity: 'error', field: 'fiveG' }])
  })
})

test('a configuration retains a few layouts for install parameters of different sizes', () => {
  const compiled = compile({ ...plainConfig, applets: { custom: { code: ijcFile() } } })
  for (let size = 1; size <= 100; size++) assemble(compiled, { ...knownKeys, c9: new Uint8Array(size) })
  expect(compiled.layouts.size).toBe(8)
})
