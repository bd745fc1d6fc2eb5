import { HIDDEN_CODE } from '@simwright/contract/code-field'
import { enterpriseInfo } from '@simwright/contract/people/session'
import { queryOrder } from '@simwright/contract/platform/plan'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as blocks from '@simwright/contract/provisioning/block'
import * as delivery from '@simwright/contract/provisioning/delivery'
import * as operations from '@simwright/contract/provisioning/operation'
import * as recycle from '@simwright/contract/provisioning/recycle'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, pageOf, refuse, wait } from '../../../states/answer.ts'
import { enterprise, userPlan } from '../../../states/frame-answers.ts'
import { hoursAgo, longText, sampleId, unbrokenText } from '../../../states/sample.ts'
import { filterAnswers } from '../../../states/sample-fleet.ts'
import { longRow, profile, profileBlock, profileEvents, profileRows } from '../../../states/sample-profile.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { focused, press, see, type } from '../../../states/step.ts'

const on = (tab?: string) => linkTo(pages.fleet, { search: { profile: profile.id, tab } })

const message = {
  function: 'ES9+.HandleNotification',
  at: hoursAgo(3),
  outcome: 'taken',
  bytes: 312,
  hex: 'bf37820134bf2781'.repeat(20),
  parts: [
    { depth: 0, name: 'PendingNotification', value: null },
    { depth: 1, name: 'seqNumber', value: '4' },
    { depth: 1, name: 'notificationAddress', value: 'smdp.northwind.example' },
  ],
}

const recycling = {
  status: 'SCHEDULED',
  reason: 'EXPIRE_TIME',
  at: hoursAgo(-300),
  begunAt: null,
  waitsUntil: null,
  isHeld: true,
  inStock: false,
  counter: 3,
  host: 'bip.northwind.example',
  port: 8444,
  ownServer: null,
  testDevicesOnly: true,
} as const

const package_ = {
  version: '3.3.1',
  profileType: 'Northwind consumer',
  bytes: 10_412,
  needs: ['usim', 'milenage'],
  elements: [
    { index: 0, kind: 'header', bytes: 88, facts: ['SAIP 3.3'], files: [] },
    {
      index: 1,
      kind: 'usim',
      bytes: 901,
      facts: [],
      files: [
        {
          path: '7FF0/6F07',
          name: 'EF.IMSI',
          structure: 'transparent',
          bytes: 9,
          lines: ['IMSI 999700000000027'],
          hex: '089979000000000072',
        },
      ],
    },
  ],
  findings: [{ severity: 'warning' as const, text: longText(140), clause: 'SAIP 3.3, 8.5' }],
}

const failed = answer(fleet.detail, {
  ...profile,
  status: 'AVAILABLE',
  orderState: 'Released',
  eid: null,
  deviceBrand: null,
  deviceModel: null,
})

const generatedAgain: operations.RunningOperation = {
  id: sampleId(800),
  kind: 'AGAIN',
  given: null,
  process: 'PROCESSING',
  total: 1,
  succeeded: 1,
  failed: 0,
  canceled: false,
  canUndo: false,
  undoes: null,
  undoneBy: null,
  createdAt: hoursAgo(0),
  startedAt: hoursAgo(0),
  completedAt: null,
  createdBy: 'Ada Byron',
}

listStates({
  name: 'Fleet, drawer of a profile',
  at: on(),
  answers: [
    ...filterAnswers,
    answer(fleet.list, { items: profileRows, next: null, previous: null, total: 8, capped: false }),
    answer(fleet.detail, profile),
    answer(fleet.timeline, { items: profileEvents, next: null }),
    answer(fleet.message, message),
    answer(fleet.profilePackage, package_),
    answer(recycle.profile, recycling),
    answer(delivery.presets, { items: [] }),
    answer(delivery.page, { closed: false, opened: 3, firstOpenedAt: hoursAgo(9), lastOpenedAt: hoursAgo(2) }),
    answer(delivery.mails, pageOf([])),
    answer(queryOrder, userPlan),
  ],
  states: {
    loading: { answers: [wait(fleet.detail)], shows: SKELETON },
    empty: {
      at: on('timeline'),
      answers: [answer(fleet.timeline, { items: [], next: null })],
      shows: 'No events yet',
    },
    refused: { answers: [refuse(fleet.detail, 'not_found')], shows: 'Profile not found' },
    failed: { answers: [fail(fleet.detail)], shows: 'This could not be loaded' },
    full: { shows: 'Bound to EID' },
    'actions in the palette': {
      steps: [see('Bound to EID'), press(/^Go to/)],
      shows: `Actions on ${profile.iccid}`,
    },
    'blocked from the palette': {
      steps: [see('Bound to EID'), press(/^Go to/), press('Block device')],
      shows: 'Only this device, by its EID',
    },
    longest: {
      answers: [
        answer(fleet.detail, { ...profile, ...longRow, id: profile.id, smdpAddress: `${unbrokenText(60)}.example` }),
      ],
      shows: longRow.campaignName ?? '',
    },
    phone: { shows: 'Bound to EID' },
    'a blocked device': {
      answers: [answer(blocks.ofProfiles, { items: [{ ...profileBlock, kind: 'TAC', value: '35728509' }] })],
      shows: /^Blocked since .* by Ada Byron$/,
    },
    'why the download failed': {
      answers: [failed, answer(fleet.timeline, { items: profileEvents.slice(2), next: null })],
      shows: 'The activation code or its use',
    },
    'a new code is sent by keyboard': {
      answers: [
        failed,
        answer(fleet.timeline, { items: profileEvents.slice(2), next: null }),
        answer(operations.start, { id: sampleId(800) }),
        answer(operations.get, { ...generatedAgain, process: 'COMPLETE' }),
        answer(delivery.sendMails, { sent: 1 }),
      ],
      steps: [
        press('Send a new code'),
        focused('E-mail address'),
        type('E-mail address', 'ada@example.com'),
        press('Generate and send'),
      ],
      shows: 'The new code is on its way to ada@example.com.',
    },
    'actions that do not fit': {
      answers: [
        answer(operations.unfit, {
          items: [{ kind: 'AGAIN', reason: 'Installed on a device.' }],
          delivery: 'In a campaign, which has one code for everyone.',
        }),
      ],
      steps: [press('Actions')],
      shows: 'Installed on a device.',
    },
    'notes edited in place': {
      steps: [press('Edit notes'), focused('Notes')],
      shows: 'Save notes',
    },
    timeline: { at: on('timeline'), shows: 'The profile was disabled on the device.' },
    'timeline failed': { at: on('timeline'), answers: [fail(fleet.timeline)], shows: 'This could not be loaded' },
    'code during a visit': {
      as: 'visit',
      at: on('code'),
      answers: [
        answer(fleet.detail, {
          ...profile,
          status: 'AVAILABLE',
          orderState: 'Released',
          eid: null,
          matchingId: HIDDEN_CODE,
          activationCode: HIDDEN_CODE,
          link: null,
        }),
      ],
      shows: 'Hidden during a visit',
    },
    'code of a profile in use': { at: on('code'), shows: 'This code is in use' },
    'code of a free profile': {
      at: on('code'),
      answers: [
        answer(fleet.detail, { ...profile, status: 'AVAILABLE', orderState: 'Released', eid: null }),
        answer(
          delivery.mails,
          pageOf([
            {
              id: sampleId(950),
              profileId: profile.id,
              iccid: profile.iccid,
              recipient: `${unbrokenText(64)}@example.com`,
              state: 'SENT',
              refusal: null,
              at: hoursAgo(2),
              sentBy: 'Ada Byron',
            },
          ]),
        ),
      ],
      shows: 'One-tap links',
    },
    'code that a virtual phone can try': {
      at: on('code'),
      answers: [
        answer(enterpriseInfo, { ...enterprise, testIssuerOnly: true, smdpAddress: 'localhost:8443' }),
        answer(fleet.detail, { ...profile, status: 'AVAILABLE', orderState: 'Released', eid: null, campaignId: null }),
      ],
      steps: [see(/its address is localhost/)],
      shows: 'Try with a virtual phone',
    },
    'code of a recycled profile': {
      at: on('code'),
      answers: [answer(fleet.detail, { ...profile, status: 'AVAILABLE', orderState: 'Available', eid: null })],
      shows: 'This profile has no activation code',
    },
    package: {
      at: on('package'),
      steps: [press('1 file')],
      shows: 'Identity of the subscriber in the network.',
    },
    'package of sample data': {
      at: on('package'),
      answers: [answer(fleet.detail, { ...profile, sample: true })],
      shows: 'No package',
    },
    'package failed': { at: on('package'), answers: [fail(fleet.profilePackage)], shows: 'This could not be loaded' },
    raw: {
      at: on('raw'),
      steps: [see('Device messages'), press(/Disabled$/)],
      shows: 'Number of the notification on this chip.',
    },
    recycle: { at: on('recycle'), shows: 'What recycling does' },
    'recycle failed': { at: on('recycle'), answers: [fail(recycle.profile)], shows: 'This could not be loaded' },
  },
})
