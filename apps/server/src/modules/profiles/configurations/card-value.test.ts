import { toHex } from '@simwright/asn1'
import { type ConfigurationInput, parseStored } from '@simwright/contract/profiles/configuration'
import { decodeProfile, expandPackage } from '@simwright/saip'
import { describe, expect, test } from 'vitest'
import { factText, fieldExamples, fiveGExample as fiveG } from '../../../testing/field-example.ts'
import { samplePackage } from './build.ts'
import { cardFields } from './card-value.ts'

const plain: ConfigurationInput = {
  name: 'Plain',
  type: 'Regular',
  profileName: 'Plain plan',
  algorithm: 'MILENAGE',
  confirmationCode: { mode: 'none' },
}
const schemeA = '5a8d38864820197c3394b92613b20b91633cbd897119273bf8e4a6f4eec0a650'

const contentOf = (more: Partial<ConfigurationInput>, file: string): string => {
  const image = expandPackage(decodeProfile(samplePackage(parseStored({ ...plain, ...more }))))
  return factText(image, file) ?? toHex(image.files[file]?.content ?? new Uint8Array())
}

describe('a field that is written to the card', () => {
  test.each(cardFields.filter((field) => field !== 'algorithm'))('%s changes its file', (field) => {
    const { value, card, with: more } = fieldExamples[field]
    const [file, content] = card
    const set = contentOf({ ...more, [field]: value }, file)
    expect(set).toMatch(new RegExp(`^${content}`))
    expect(set).not.toBe(contentOf({ ...more }, file))
  })

  test.each([
    ['routingIndicator', { ...fiveG, routingIndicator: '34' }, '3f007ff05fc04f0a'],
    [
      'protectionScheme and key',
      { ...fiveG, protectionScheme: 'A', homeNetworkPublicKey: schemeA, homeNetworkPublicKeyId: 7 },
      '3f007ff05fc04f07',
    ],
    ['accessIdentities', { ...fiveG, accessIdentities: { missionCritical: true } }, '3f007ff05fc04f06'],
    ['suciCalculation', { ...fiveG, suciCalculation: 'USIM' }, '3f007ff05fc04f07'],
  ] as const)('each property of fiveG changes its file: %s', (_property, value, file) => {
    expect(contentOf({ fiveG: value }, file)).not.toBe(contentOf({ fiveG }, file))
  })
})
