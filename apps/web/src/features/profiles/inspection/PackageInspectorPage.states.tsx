import * as configuration from '@simwright/contract/profiles/configuration'
import * as inspection from '@simwright/contract/profiles/inspection'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, pageOf, refuse, wait } from '../../../states/answer.ts'
import { unbrokenText } from '../../../states/sample.ts'
import * as sample from '../../../states/sample-provisioning.ts'
import { listStates } from '../../../states/state.ts'
import { press, see, type } from '../../../states/step.ts'

const part = (depth: number, label: string, more: Partial<inspection.PackagePart> = {}): inspection.PackagePart => ({
  depth,
  label,
  path: null,
  facts: [],
  words: [],
  offset: 0,
  length: 18,
  hex: null,
  isHidden: false,
  ...more,
})

const parts = [
  part(0, 'Profile header', { words: ['Version 2.3', 'ICCID 8949012345678901236'], length: 74 }),
  part(0, 'MF', { offset: 74, length: 812, words: ['Template 2.23.143.1.2.1'] }),
  part(1, 'EF.ICCID', {
    path: '3f002fe2',
    facts: ['Transparent, 10 bytes', 'Read always'],
    words: ['8949012345678901236'],
    offset: 120,
    length: 10,
    hex: '98941032547698102163',
  }),
  part(0, 'AKA parameters', { offset: 886, length: 96 }),
  part(1, 'Ki', { isHidden: true, words: ['16 bytes, not shown'], offset: 902, length: 16 }),
  part(0, 'USIM', { offset: 982, length: 1400 }),
  part(1, 'EF.IMSI', {
    path: '3f007ff06f07',
    facts: ['Transparent, 9 bytes'],
    words: ['262019876543210'],
    hex: '082926109867543210f0',
    offset: 1010,
    length: 9,
  }),
  part(1, 'EF.UST', {
    path: '3f007ff06f38',
    words: ['Service 2: Fixed Dialling Numbers (FDN)', 'Service 19: Service Provider Name', 'Service 42: OPLMNwAcT'],
    hex: '0200040008',
    offset: 1040,
    length: 5,
  }),
  part(0, 'End', { offset: 2382, length: 6 }),
]
const finding: inspection.PackageFinding = {
  rule: 'ust-without-file',
  severity: 'error',
  clause: '3GPP TS 31.102, 4.2.8',
  text: 'EF.UST announces service 42, but EF.OPLMNwAcT is missing.',
  path: '3f007ff06f38',
}
const full: inspection.PackageInspection = {
  length: 2388,
  elements: parts.filter(({ depth }) => depth === 0).length,
  parts,
  next: null,
  findings: [finding],
  findingCount: 1,
}
const { id } = sample.configuration

const differences: inspection.PackageDifference[] = [
  {
    kind: 'changed',
    location: ['USIM', 'EF.SPN'],
    path: '3f007ff06f46',
    before: ['Alba'],
    after: ['Brigid Mobile'],
    offsets: { before: 1200, after: 1200 },
  },
  {
    kind: 'added',
    location: ['ISIM'],
    path: null,
    before: [],
    after: ['5 files'],
    offsets: { before: null, after: 2100 },
  },
  {
    kind: 'removed',
    location: ['USIM', 'EF.GID1'],
    path: '3f007ff06f3e',
    before: ['A1B2'],
    after: [],
    offsets: { before: 1300, after: null },
  },
]

const written = [press('Text'), type('Package', 'A0 48'), press('Inspect')]
const compared = [
  press('Text'),
  type('Package', 'A0 48'),
  press('Compare with another package'),
  see('Package to compare with'),
]

listStates({
  name: 'Package inspector',
  at: linkTo(pages.packageInspector),
  answers: [
    answer(configuration.list, pageOf([sample.configurationRow])),
    answer(configuration.get, sample.configuration),
    answer(inspection.inspect, full),
  ],
  states: {
    empty: { shows: 'The package appears here' },
    full: {
      at: linkTo(pages.packageInspector, { search: { configuration: id } }),
      steps: [press('Open all'), press(/^EF.IMSI/)],
      shows: '262019876543210',
    },
    loading: { steps: written, answers: [wait(inspection.inspect)], shows: 'The package appears here' },
    refused: {
      steps: written,
      answers: [
        refuse(inspection.inspect, 'invalid', {
          faults: [{ path: 'source.text', rule: 'format', text: 'Not a profile package.' }],
        }),
      ],
      shows: 'Not a profile package.',
    },
    failed: { steps: written, answers: [fail(inspection.inspect)], shows: 'The package could not be read' },
    'no findings': {
      steps: written,
      answers: [answer(inspection.inspect, { ...full, findings: [], findingCount: 0 })],
      shows: 'No findings',
    },
    'long package': {
      steps: written,
      answers: [answer(inspection.inspect, { ...full, next: 1_000 })],
      shows: 'Show more parts',
    },
    search: { steps: [...written, type('Search in the package', '6F38')], shows: /^EF.UST/ },
    'search without a match': {
      steps: [...written, type('Search in the package', 'nothing')],
      shows: 'Nothing in the package matches.',
    },
    'second package': { steps: compared, shows: 'Package to compare with' },
    longest: {
      steps: [...written, press('Open all')],
      answers: [
        answer(inspection.inspect, {
          ...full,
          findings: [{ ...finding, text: unbrokenText(200), clause: unbrokenText(80) }],
          parts: [
            part(0, unbrokenText(64), { words: [unbrokenText(300)], facts: [unbrokenText(80)], hex: 'a0'.repeat(400) }),
          ],
        }),
      ],
      shows: /^Show all 400/,
    },
    phone: {
      at: linkTo(pages.packageInspector, { search: { configuration: id } }),
      steps: [press('Open all'), press(/^EF.IMSI/)],
      shows: '262019876543210',
    },
  },
})

listStates({
  name: 'Package inspector, comparison',
  at: linkTo(pages.packageInspector, { search: { configuration: id, version: '1', other: id } }),
  answers: [
    answer(configuration.list, pageOf([sample.configurationRow])),
    answer(configuration.get, sample.configuration),
    answer(inspection.inspect, full),
    answer(inspection.compare, { differences, total: 3, next: null }),
  ],
  states: {
    full: { shows: '3 differences' },
    empty: {
      answers: [answer(inspection.compare, { differences: [], total: 0, next: null })],
      shows: 'Both packages have the same content',
    },
    'many differences': {
      answers: [answer(inspection.compare, { differences, total: 700, next: 500 })],
      shows: 'Show more differences',
    },
    failed: { answers: [fail(inspection.compare)], shows: 'The package could not be read' },
    phone: { shows: '3 differences' },
  },
})
