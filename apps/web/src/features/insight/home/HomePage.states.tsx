import * as home from '@simwright/contract/insight/home'
import { enterpriseInfo } from '@simwright/contract/people/session'
import { queryOrder } from '@simwright/contract/platform/plan'
import * as attributes from '@simwright/contract/profiles/attribute'
import * as configurations from '@simwright/contract/profiles/configuration'
import { configurationFields } from '@simwright/contract/profiles/configuration-field'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as tags from '@simwright/contract/profiles/tag'
import * as batches from '@simwright/contract/provisioning/batch'
import * as delivery from '@simwright/contract/provisioning/delivery'
import { linkTo, pages } from '../../../paths.ts'
import { answer, events, fail, pageOf, refuse, wait } from '../../../states/answer.ts'
import { enterprise, userPlan } from '../../../states/frame-answers.ts'
import { sampleId } from '../../../states/sample.ts'
import { daily } from '../../../states/sample-figures.ts'
import { availableRow, profile, profileEvents } from '../../../states/sample-profile.ts'
import {
  attribute,
  batch,
  configuration,
  configurationRow,
  longConfigurationRow,
  requiredAttribute,
  tag,
} from '../../../states/sample-provisioning.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { absent, attach, findText, focused, press, type Step, see, type } from '../../../states/step.ts'

const lastSevenDays = { downloads: daily(7), codes: daily(7) }
const zeroEachDay = lastSevenDays.downloads.map(({ day }) => ({ day, count: 0 }))

const everyStepDone = answer(home.overview, {
  ...lastSevenDays,
  steps: { configuration: true, generated: true, downloaded: true, managed: true },
})

const refused = profileEvents.find(({ type }) => type === 'REFUSED')!
const failures = [
  refused,
  { ...refused, id: sampleId(510), type: 'ERROR' as const, subjectCode: null, reasonCode: null },
  { ...refused, id: sampleId(511), profileId: sampleId(2), iccid: '89999700000000000281', subjectCode: '8.1' },
  {
    ...refused,
    id: sampleId(512),
    profileId: sampleId(3),
    iccid: '89999700000000000299',
    type: 'INSTALL_FAILED' as const,
    subjectCode: null,
    reasonCode: null,
  },
]

const runningBatch = { ...batch, process: 'PROCESSING' as const, total: 1_000, succeeded: 420, failed: 3 }

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

const generatedCode = {
  batchId: sampleId(200),
  code: 'B929481322175',
  profileId: sampleId(1),
  iccid: '89999700000000000273',
  activationCode: 'LPA:1$smdp.northwind.example$E779E19A25A9A3E9B2CEF10B5E087B10',
}
const generated = answer(batches.single, generatedCode)

const testIssuer = answer(enterpriseInfo, { ...enterprise, testIssuerOnly: true, smdpAddress: 'localhost:8443' })
const tryIt = 'Try with a virtual phone'
const free = { ...profile, status: 'AVAILABLE', orderState: 'Released', eid: null, campaignId: null } as const

const fleetOf = (...items: fleet.ProfileRow[]) =>
  answer(fleet.list, { items, next: null, previous: null, total: items.length, capped: false })

/** Codes are counted in the background: the overview has a new code from the second time on that it is asked for. */
let askedSince = Number.NEGATIVE_INFINITY
let isCounted = false
const countedLater = [
  answer(home.overview, () => {
    askedSince += 1
    if (askedSince > 1) isCounted = true
    const codes = lastSevenDays.codes.map(({ day }, i) => ({ day, count: i === 0 && isCounted ? 4_112 : 0 }))
    return {
      ...lastSevenDays,
      codes,
      steps: { configuration: true, generated: true, downloaded: false, managed: false },
    }
  }),
  answer(batches.single, () => {
    askedSince = 0
    isCounted = false
    return generatedCode
  }),
]

/** Waits until no area of the page is empty next to the result: what is beside it is as high. */
const resultAsHighAsSide: Step = async (until) => {
  const bottomOf = (name: string) => findText(name)?.closest('section')?.getBoundingClientRect().bottom ?? Number.NaN
  const isEven = () => Math.abs(bottomOf('The activation code is ready') - bottomOf(`Plan ${userPlan.plan}`)) < 2
  await until(() => innerWidth < 1300 || isEven() || undefined, 'the result as high as what is beside it')
}

const GUIDE = 'From data to a working eSIM'

/** Waits until these parts of the page are below each other, in this order. */
const inOrder =
  (...names: string[]): Step =>
  async (until) => {
    const tops = () => names.map((name) => findText(name)?.getBoundingClientRect().top ?? Number.NaN)
    const isInOrder = () => tops().every((top, i, all) => i === 0 || top > (all[i - 1] ?? Number.NaN))
    await until(() => isInOrder() || undefined, `${names.join(', then ')}`)
  }

/** Waits until the guide is as wide as the title of the page: nothing is next to it. */
const guideFillsWidth: Step = async (until) => {
  const widthOf = (element: Element | null | undefined) => element?.getBoundingClientRect().width ?? 0
  const panel = () => widthOf(findText(GUIDE)?.closest('section'))
  const all = () => widthOf(document.querySelector('main h1')?.closest('header'))
  await until(() => (panel() > 0 && Math.abs(panel() - all()) < 2) || undefined, 'the guide over the full width')
}

/** Waits until "Open profile" is not a primary button, which it would have to stop being a moment later. */
const quietOpenProfile: Step = async (until) => {
  const find = () => [...document.querySelectorAll('main a')].find(({ textContent }) => textContent === 'Open profile')
  await until(() => find()?.matches('[data-variant="default"]') || undefined, 'a quiet button "Open profile"')
}

/** Waits until Quick generate begins in the upper two thirds of the window: figures of nothing do not push it down. */
const quickInSight: Step = async (until) => {
  const top = () => findText('Quick generate')?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY
  await until(() => innerWidth < 1000 || top() < (innerHeight * 2) / 3 || undefined, 'Quick generate in sight')
}

/** Waits until the content of the page has no link of this name. */
const noLinkInMain =
  (name: string): Step =>
  async (until) => {
    const links = () => [...document.querySelectorAll('main a')]
    await until(() => !links().some(({ textContent }) => textContent === name) || undefined, `no link ${name}`)
  }

/** What the specification has on Home, in each state. */
const everyPart = [
  'New downloads',
  'New AC',
  GUIDE,
  'Batch mode',
  'Quick start',
  'Developer docs',
  'Plan comparison',
].map((text) => see(text))

const noPresets = answer(delivery.presets, { items: [] })
const resultAnswers = [answer(fleet.detail, profile), noPresets]

const generateSteps = [
  // the choice of the first configuration, without which the form is refused
  see(configurationRow.name),
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
    answer(fleet.profileLog, pageOf([])),
    answer(attributes.list, { items: [] }),
    answer(tags.list, { items: [tag] }),
  ],
  states: {
    loading: { answers: [wait(home.overview), wait(configurations.list)], shows: SKELETON },
    'a configuration for operators': {
      answers: [withFields({ orderedBy: 'operator' })],
      shows: /^Profiles of this configuration are ordered through ES2\+/,
    },
    empty: {
      answers: [
        answer(home.overview, {
          downloads: zeroEachDay,
          codes: zeroEachDay,
          steps: { configuration: false, generated: false, downloaded: false, managed: false },
        }),
        answer(configurations.list, pageOf([])),
      ],
      steps: [...everyPart, guideFillsWidth, inOrder(GUIDE, 'New downloads', 'Quick generate'), quickInSight],
      shows: /^Create a profile configuration first/,
    },
    'a configuration that is not complete': {
      answers: [
        answer(home.overview, {
          downloads: zeroEachDay,
          codes: zeroEachDay,
          steps: { configuration: true, generated: false, downloaded: false, managed: false },
        }),
        answer(configurations.list, pageOf([{ ...configurationRow, complete: false }])),
      ],
      steps: [...everyPart, inOrder(GUIDE, 'New downloads', 'Quick generate'), quickInSight],
      shows: 'Quick generate',
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
    'a required attribute is missing': {
      answers: [
        answer(attributes.list, { items: [attribute, requiredAttribute] }),
        refuse(batches.single, 'invalid', {
          faults: [{ path: 'attributes.tier', rule: 'required', text: 'Required: the tier.' }],
        }),
      ],
      steps: [...generateSteps, see(requiredAttribute.name), see('Tags')],
      shows: 'Required: the tier.',
    },
    full: {
      steps: [...everyPart, absent(tryIt), guideFillsWidth, inOrder(GUIDE, 'Quick generate', 'New downloads')],
      shows: 'Quick generate',
    },
    'the next step is to try a code with a virtual phone': {
      answers: [testIssuer, fleetOf({ ...availableRow, campaignId: null })],
      shows: tryIt,
    },
    'the guide is done': {
      answers: [everyStepDone, answer(fleet.profileLog, pageOf(failures)), events(batches.progress, runningBatch)],
      steps: [...everyPart, inOrder(runningBatch.code, 'Quick generate', 'New downloads', GUIDE)],
      shows: /^The confirmation code/,
    },
    'the guide is done, on a phone': {
      answers: [everyStepDone, answer(fleet.profileLog, pageOf(failures)), events(batches.progress, runningBatch)],
      shows: runningBatch.code,
    },
    'the guide is opened again': {
      at: linkTo(pages.home, { search: { guide: 'on' } }),
      answers: [everyStepDone],
      steps: [see('Networks, names and download rules.'), press('Hide'), absent('Networks, names and download rules.')],
      shows: '4 of 4 done',
    },
    'of a trial': {
      answers: [
        everyStepDone,
        answer(queryOrder, {
          ...userPlan,
          kind: 'TRIAL',
          order: 'none',
          trial: { state: 'running', days: 15, daysLeft: 2, refusal: null },
          downloads: { ...userPlan.downloads, used: 9_950, available: 50 },
          members: { used: 1, invited: 0, max: 25 },
        }),
      ],
      shows: /^Your plan has 50 downloads left\./,
    },
    longest: { answers: [answer(configurations.list, pageOf([longConfigurationRow]))], shows: 'Quick generate' },
    phone: { shows: 'Plan comparison' },
    'the log without the fleet': {
      as: { holds: ['Profile_Log_View'] },
      answers: [everyStepDone, answer(fleet.profileLog, pageOf(failures))],
      shows: /^The confirmation code/,
    },
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
    'a code is sent by e-mail by keyboard': {
      answers: [generated, ...resultAnswers, answer(delivery.sendMails, { sent: 1 })],
      steps: [
        ...generateSteps,
        see(profile.link ?? ''),
        see('Download the QR code as PNG'),
        press('Send by e-mail'),
        focused('E-mail address'),
        type('E-mail address', 'ada@example.com'),
        press('Send e-mail'),
      ],
      shows: 'The e-mail to ada@example.com is on its way.',
    },
    'a code is generated': {
      steps: [...generateSteps, see('The activation code is ready'), absent(tryIt), resultAsHighAsSide],
      answers: [generated, ...resultAnswers],
      shows: 'The activation code is ready',
    },
    'a code is generated, and counted a moment later': {
      steps: [...generateSteps, see('The activation code is ready')],
      answers: [...countedLater, ...resultAnswers],
      shows: '4,112',
    },
    'the next step is Quick generate, which is below': {
      answers: [
        answer(home.overview, {
          downloads: zeroEachDay,
          codes: zeroEachDay,
          steps: { configuration: true, generated: false, downloaded: false, managed: false },
        }),
      ],
      steps: [see('One by hand here, or a whole file at once.'), noLinkInMain('Generate AC')],
      shows: 'Quick generate',
    },
    'a code is generated, and its profile is loaded': {
      steps: [...generateSteps, see('Open profile'), quietOpenProfile],
      answers: [testIssuer, fleetOf(), generated, noPresets, wait(fleet.detail)],
      shows: 'The activation code is ready',
    },
    'a code that a virtual phone can try': {
      steps: [
        ...generateSteps,
        see(/^Only virtual phones .* and its address is localhost\.$/),
        see('How to change it'),
      ],
      answers: [testIssuer, fleetOf(), generated, noPresets, answer(fleet.detail, free)],
      shows: tryIt,
    },
    'a code for one device, which a virtual phone cannot try': {
      steps: [...generateSteps, see('How to change it'), see(profile.link ?? ''), absent(tryIt)],
      answers: [testIssuer, fleetOf(), generated, noPresets, answer(fleet.detail, { ...free, eid: profile.eid })],
      shows: 'The activation code is ready',
    },
    'a value of the profile is entered': {
      answers: [everyField],
      steps: [press('More fields'), type('Service provider name (SPN)', 'Bravo')],
      shows: /Overrides .* of the configuration/,
    },
    'the values of the profile': {
      answers: [everyField, generated, ...resultAnswers],
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
