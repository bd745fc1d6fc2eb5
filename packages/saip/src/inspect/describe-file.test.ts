import { fromHex } from '@simwright/asn1'
import { expect, test } from 'vitest'
import { buildProfile } from '../build/build-profile.ts'
import type { CardFile } from '../card/card-image.ts'
import { expandPackage } from '../card/expand-package.ts'
import { decodeProfile } from '../codec/profile-element.ts'
import { fullConfig, knownKeys } from '../testing/known-profile.ts'
import { describeFile } from './describe-file.ts'

const image = expandPackage(decodeProfile(buildProfile(fullConfig, knownKeys)))

test.each([
  ['3f002fe2', ['89460100000000000017']],
  ['3f002f00', ['USIM a0000000871002ffffffff8900000100']],
  ['3f007ff06f07', ['240011234567895']],
  ['3f007ff06fad', ['Normal operation', 'MNC of 2 digits']],
  ['3f007ff06f78', ['Classes 5']],
  ['3f007ff06f46', ['Acme Wireless', "At home the network's name is not required", 'Abroad this name is shown too']],
  ['3f007ff06f05', ['sv', 'en']],
  ['3f007ff06f31', ['Looks for home every 60 minutes']],
  ['3f007ff06f3e', ['a1b2']],
  ['3f007ff06f40', ['+46701234567']],
  [
    '3f007ff06f42',
    ['Service center +46705008999', 'Protocol identifier 00', 'Data coding scheme 00', 'Validity period A7'],
  ],
  ['3f007ff06fb7', ['112', '911']],
  ['3f007ff06f62', ['240-01 over GSM, UTRAN, E-UTRAN, NG-RAN']],
  ['3f007ff06fd9', ['240-07', '310-410']],
  ['3f007ff06f7e', ['Last registered 240-01', 'Area FFFE', 'No temporary identity', 'Status not updated']],
  ['3f007ff06fc5', ['Acme Wireless (Acme)']],
  ['3f007ff06fc6', ['240-01 uses name 1', '240-07 uses name 1', '310-410 uses name 1']],
  ['3f007ff05fc04f0a', ['17']],
  [
    '3f007ff05fc04f07',
    ['Scheme profile-a', `Home network key 27 of profile-a: ${fullConfig.fiveG!.homeNetworkPublicKey}`],
  ],
])('%s is described as %j', (path, lines) => {
  expect(describeFile(image.files[path]!)).toEqual(lines)
})

test('a file without a reader has no description', () => {
  expect(describeFile(image.files['3f007ff06fc4']!)).toBeUndefined()
})

test('unreadable content is described with the reason', () => {
  const broken = (path: string, hex: string): CardFile => ({ ...image.files[path]!, content: fromHex(hex) })
  expect(describeFile(broken('3f007ff06f07', 'ff'))).toEqual([
    'Cannot be read: EF.IMSI begins with its length, 1 to 8.',
  ])
  expect(describeFile(broken('3f002fe2', '98'))?.[0]).toMatch(/^Cannot be read: /)
  expect(describeFile(broken('3f002f00', '61'.repeat(38)))?.[0]).toMatch(/^Cannot be read: /)
})
