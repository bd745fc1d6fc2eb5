import * as home from '@simwright/contract/insight/home'
import * as configurations from '@simwright/contract/profiles/configuration'
import { configurationFields } from '@simwright/contract/profiles/configuration-field'
import * as batches from '@simwright/contract/provisioning/batch'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, pageOf, refuse, wait } from '../../../states/answer.ts'
import { sampleId } from '../../../states/sample.ts'
import { daily } from '../../../states/sample-figures.ts'
import { configuration, configurationRow, longConfigurationRow } from '../../../states/sample-provisioning.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { attach, press, see, type } from '../../../states/step.ts'

const lastSevenDays = { downloads: daily(7), codes: daily(7) }
const zeroEachDay = lastSevenDays.downloads.map(({ day }) => ({ day, count: 0 }))

const withFields = (fields: Partial<typeof configuration.fields>) =>
  answer(configurations.get, { ...configuration, fields: { ...configuration.fields, ...fields } })

const ims = configurationFields.ims.schema.parse({})
const withIms = withFields({ type: 'Advanced', ims })
const everyField = withFields({
  type: 'Advanced',
  ims,
  customApplet: configurationFields.customApplet.schema.parse({ packageAid: 'f0a1b2c3d4', classAid: 'f0a1b2c3d401' }),
  araApplet: configurationFields.araApplet.schema.parse({ rules: [{ certificateHash: '9c'.repeat(20) }] }),
})
const supplied = withFields({ type: 'UPP', hplmn: [], ehplmn: [], plmn: [], fplmn: [], pnn: undefined })
const packageFile = (bytes: number) => attach(new File([new Uint8Array(bytes).fill(0xa0)], 'package.der'))

const generated = answer(batches.single, {
  batchId: sampleId(200),
  code: 'B929481322175',
  profileId: sampleId(1),
  iccid: '89999700000000000273',
  activationCode: 'LPA:1$smdp.northwind.example$E779E19A25A9A3E9B2CEF10B5E087B10',
})

const generateSteps = [
  type('ICCID', '8999970000000000027'),
  type('IMSI', '999700000000027'),
  press('Generate keys'),
  press('Generate AC'),
]

listStates({
  name: 'Home',
  at: linkTo(pages.home),
  answers: [
    answer(home.overview, {
      ...lastSevenDays,
      steps: { configuration: true, generated: true, downloaded: false, managed: false },
    }),
    answer(configurations.list, pageOf([configurationRow])),
    answer(configurations.get, configuration),
  ],
  states: {
    loading: { answers: [wait(home.overview), wait(configurations.list)], shows: SKELETON },
    empty: {
      answers: [
        answer(home.overview, {
          downloads: zeroEachDay,
          codes: zeroEachDay,
          steps: { configuration: false, generated: false, downloaded: false, managed: false },
        }),
        answer(configurations.list, pageOf([])),
      ],
      shows: 'Create a profile configuration first',
    },
    failed: { answers: [fail(home.overview), fail(configurations.list)], shows: 'This could not be loaded' },
    refused: {
      steps: generateSteps,
      answers: [
        refuse(batches.single, 'invalid', {
          faults: [{ path: 'iccid', rule: 'used', text: 'The ICCID is not available.' }],
        }),
      ],
      shows: 'The ICCID is not available.',
    },
    full: { shows: 'Quick generate' },
    longest: { answers: [answer(configurations.list, pageOf([longConfigurationRow]))], shows: 'Quick generate' },
    phone: { shows: 'Plan comparison' },
    'view permission only': { as: { holds: ['Fleet_View'] }, shows: 'New downloads' },
    'every optional field': {
      answers: [everyField],
      steps: [press('More fields')],
      shows: 'Install parameters (C9)',
    },
    'identities of the ISIM': {
      answers: [withIms],
      steps: [press('More fields')],
      shows: 'IMPU',
    },
    'a subscriber of another network': {
      steps: [type('ICCID', '8949020000000000011'), type('IMSI', '310260000000027')],
      shows: 'IMSIs that begin with 310260 are of another network.',
    },
    'identities refused': {
      answers: [
        withIms,
        refuse(batches.single, 'invalid', {
          faults: [
            { path: 'impi', rule: 'format', text: 'Must be user@domain of up to 126 letters, without "sip:".' },
            { path: 'impu.1', rule: 'length', text: 'Up to 126 characters.' },
          ],
        }),
      ],
      steps: generateSteps,
      shows: 'Up to 126 characters.',
    },
    'a package is supplied': {
      answers: [supplied],
      steps: [see('Profile package (UPP)'), packageFile(12_000)],
      shows: 'package.der',
    },
    'a package is too large': {
      answers: [supplied],
      steps: [see('Profile package (UPP)'), packageFile(262_145)],
      shows: 'Up to 256 KiB.',
    },
    'a code is generated': {
      steps: generateSteps,
      answers: [generated],
      shows: 'The activation code is ready',
    },
    'a value of the profile is entered': {
      answers: [everyField],
      steps: [press('More fields'), type('Service provider name (SPN)', 'Bravo')],
      shows: /Replaces .* of the configuration/,
    },
    'the values of the profile': {
      answers: [everyField, generated],
      steps: [
        press('More fields'),
        type('Service provider name (SPN)', 'Bravo'),
        ...generateSteps,
        see('The activation code is ready'),
        press('Values of the profile'),
      ],
      shows: 'Entered',
    },
  },
})
