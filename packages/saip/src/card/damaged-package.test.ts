import { fromHex } from '@simwright/asn1'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildProfile } from '../build/build-profile.ts'
import { checkProfile } from '../check/check-profile.ts'
import { type DecodedElement, decodeProfile } from '../codec/profile-element.ts'
import { SaipError } from '../error.ts'
import { describeFile } from '../inspect/describe-file.ts'
import { fullConfig, knownKeys } from '../testing/known-profile.ts'
import { sampleProfileHex } from '../vectors/sample-profile.ts'
import { expandPackage } from './expand-package.ts'

const packages = [fromHex(sampleProfileHex), buildProfile(fullConfig, knownKeys)]

test('a damaged package is refused with a SaipError or can be installed, checked and described', () => {
  let installed = 0
  let refused = 0
  const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(fc.constantFrom(...packages), damage, (intact, changes) => {
      const upp = intact.slice()
      for (const [at, byte] of changes) upp[at % upp.length] = byte
      const elements = orRefusal(() => decodeProfile(upp))
      if (elements === undefined) {
        refused += 1
        return
      }
      checkProfile(elements)
      if (orRefusal(() => describeAll(elements)) === undefined) refused += 1
      else installed += 1
    }),
  )
  expect(installed).toBeGreaterThan(0)
  expect(refused).toBeGreaterThan(0)
})

function describeAll(elements: readonly DecodedElement[]): readonly (readonly string[] | undefined)[] {
  return Object.values(expandPackage(elements).files).map(describeFile)
}

function orRefusal<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch (error) {
    expect(error).toBeInstanceOf(SaipError)
    return undefined
  }
}
