import { expect, test } from 'vitest'
import { assemble, compile, decodeProfile, describeFile, expandPackage } from './index.ts'
import { knownKeys } from './testing/known-profile.ts'

test('the example of the README yields EF.IMSI', () => {
  const keys = knownKeys
  const compiled = compile({
    profileName: 'Acme',
    algorithm: 'MILENAGE',
    hplmn: [{ plmn: '24001', access: ['E-UTRAN'] }],
  })
  const upp = assemble(compiled, keys)
  const file = expandPackage(decodeProfile(upp)).files['3f007ff06f07']
  expect(describeFile(file!)).toEqual([keys.imsi])
})
