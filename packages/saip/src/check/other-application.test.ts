import { fromHex } from '@simwright/asn1'
import { expect, test } from 'vitest'
import { directory, filled, records } from '../build/file-step.ts'
import { csimFiles } from '../codec/file-name.ts'
import { decodeProfile, type ElementOf, encodeProfile, type ProfileElement } from '../codec/profile-element.ts'
import { encodeApplicationEntry } from '../ef/directory.ts'
import { inspectProfile } from '../inspect/inspect-profile.ts'
import type { PackageNode } from '../inspect/package-node.ts'
import { richElements } from '../testing/rich-profile.ts'
import { checkProfile } from './check-profile.ts'

const mandated = (identification: number) => ({ mandated: null, identification })
const flat = (nodes: readonly PackageNode[]): PackageNode[] => nodes.flatMap((node) => [node, ...flat(node.children)])
const errors = (elements: readonly ProfileElement[]) =>
  checkProfile(decodeProfile(encodeProfile(elements)))
    .filter(({ severity }) => severity === 'error')
    .map(({ rule, text }) => `${rule}: ${text}`)

/** A minimal IoT profile: everything but IMSI and access class follows from the header and the template. */
const iot: ProfileElement[] = [
  {
    kind: 'header',
    value: {
      'major-version': 3,
      'minor-version': 3,
      iccid: fromHex('89460100000000000012'),
      'eUICC-Mandatory-services': { usim: null },
      'eUICC-Mandatory-GFSTEList': ['2.23.143.1.2.17'],
      iotOptions: { pix: fromHex('1002ffffffff8900000100') },
    },
  },
  {
    kind: 'iot',
    value: {
      header: mandated(1),
      templateID: '2.23.143.1.2.17',
      'ef-imsi': filled(fromHex('082904102143658705')),
      'ef-acc': filled(fromHex('0020')),
    },
  },
  { kind: 'end', value: { header: mandated(2) } },
]

test('a minimal IoT profile has no errors, and its files are those that follow from the header', () => {
  expect(errors(iot)).toEqual([])
  const { tree } = inspectProfile(encodeProfile(iot))
  const words = (path: string) => flat(tree).find((node) => node.path === path)?.words
  expect(words('3f002fe2')).toEqual(['89460100000000000012'])
  expect(words('3f007ff06f07')).toEqual(['240011234567850'])
})

test('files of a CSIM are not read like those of a USIM with the same name', () => {
  const csimAid = fromHex('a0000003431002f310ffff89020000ff')
  const elements = richElements()
  const mf = elements.find((element): element is ElementOf<'mf'> => element.kind === 'mf')!
  mf.value['ef-dir'] = records(
    [
      encodeApplicationEntry({ aid: fromHex('a0000000871002ffffffff8900000100'), label: 'USIM' }),
      encodeApplicationEntry({ aid: fromHex('a0000000871004ffffffff8900000100'), label: 'ISIM' }),
      encodeApplicationEntry({ aid: csimAid, label: 'CSIM' }),
    ],
    38,
  )
  const files = Object.fromEntries(csimFiles.map((name) => [name, [{ kind: 'doNotCreate', value: null }]]))
  const value = {
    header: mandated(120),
    templateID: '2.23.143.1.2.10',
    'adf-csim': directory([1, 10], { fileID: fromHex('7fc0'), dfName: csimAid }),
    ...files,
    // languages of C.S0065: a number each
    'ef-li': [
      { kind: 'fileDescriptor', value: { lcsi: fromHex('05'), efFileSize: fromHex('04') } },
      ...filled(fromHex('02ff02ff')),
    ],
  } as ElementOf<'csim'>['value']
  elements.splice(-1, 0, { kind: 'csim', value })
  expect(errors(elements)).toEqual([])
  const { tree } = inspectProfile(encodeProfile(elements))
  expect(flat(tree).find(({ path }) => path === '3f007fc06f3a')?.words).toEqual(['Not decoded'])
})
