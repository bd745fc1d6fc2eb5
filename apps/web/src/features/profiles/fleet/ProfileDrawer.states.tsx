import { HIDDEN_CODE } from '@simwright/contract/code-field'
import { queryOrder } from '@simwright/contract/platform/plan'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as delivery from '@simwright/contract/provisioning/delivery'
import * as recycle from '@simwright/contract/provisioning/recycle'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, pageOf, refuse, wait } from '../../../states/answer.ts'
import { userPlan } from '../../../states/frame-answers.ts'
import { hoursAgo, longText, sampleId, unbrokenText } from '../../../states/sample.ts'
import { filterAnswers } from '../../../states/sample-fleet.ts'
import { longRow, profile, profileEvents, profileRows } from '../../../states/sample-profile.ts'
import { listStates, SKELETON } from '../../../states/state.ts'

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
    { index: 0, kind: 'ProfileHeader', bytes: 88, facts: ['SAIP 3.3'], files: [] },
    {
      index: 1,
      kind: 'PE-USIM',
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
      shows: 'Nothing happened yet',
    },
    refused: { answers: [refuse(fleet.detail, 'not_found')], shows: 'This profile is not here' },
    failed: { answers: [fail(fleet.detail)], shows: 'This could not be loaded' },
    full: { shows: 'Bound to EID' },
    longest: {
      answers: [
        answer(fleet.detail, { ...profile, ...longRow, id: profile.id, smdpAddress: `${unbrokenText(60)}.example` }),
      ],
      shows: longRow.campaignName ?? '',
    },
    phone: { shows: 'Bound to EID' },
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
    'code of a recycled profile': {
      at: on('code'),
      answers: [answer(fleet.detail, { ...profile, status: 'AVAILABLE', orderState: 'Available', eid: null })],
      shows: 'This profile has no activation code',
    },
    package: { at: on('package'), shows: 'Elements' },
    'package of sample data': {
      at: on('package'),
      answers: [answer(fleet.detail, { ...profile, sample: true })],
      shows: 'No package',
    },
    'package failed': { at: on('package'), answers: [fail(fleet.profilePackage)], shows: 'This could not be loaded' },
    raw: { at: on('raw'), shows: 'Messages of devices' },
    recycle: { at: on('recycle'), shows: 'What recycling does' },
    'recycle failed': { at: on('recycle'), answers: [fail(recycle.profile)], shows: 'This could not be loaded' },
  },
})
