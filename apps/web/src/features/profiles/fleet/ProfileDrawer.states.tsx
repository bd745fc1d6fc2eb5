import { HIDDEN_CODE } from '@simwright/contract/code-field'
import * as comments from '@simwright/contract/insight/comment'
import { enterpriseInfo } from '@simwright/contract/people/session'
import { queryOrder } from '@simwright/contract/platform/plan'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as blocks from '@simwright/contract/provisioning/block'
import * as delivery from '@simwright/contract/provisioning/delivery'
import * as leaks from '@simwright/contract/provisioning/leak'
import * as operations from '@simwright/contract/provisioning/operation'
import * as plannedDelivery from '@simwright/contract/provisioning/planned-delivery'
import * as recycle from '@simwright/contract/provisioning/recycle'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, pageOf, refuse, wait } from '../../../states/answer.ts'
import { enterprise, userPlan } from '../../../states/frame-answers.ts'
import { hoursAgo, longText, sampleId, unbrokenText } from '../../../states/sample.ts'
import { readOnlyComments, sampleComments, samplePeople } from '../../../states/sample-comments.ts'
import { filterAnswers } from '../../../states/sample-fleet.ts'
import { longRow, profile, profileBlock, profileEvents, profileRows } from '../../../states/sample-profile.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { absent, focused, looksDisabled, press, see, tabsAre, type } from '../../../states/step.ts'

const on = (tab?: string) => linkTo(pages.fleet, { search: { profile: profile.id, tab } })

const leak: leaks.Leak = {
  id: sampleId(831),
  profileId: profile.id,
  iccid: profile.iccid,
  kind: 'CODE_DEVICES',
  value: 4,
  hours: 24,
  state: 'SUSPECTED',
  foundAt: hoursAgo(1),
  dismissedAt: null,
  dismissedBy: null,
}

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

const freeRow = {
  ...profile,
  status: 'AVAILABLE',
  orderState: 'Released',
  eid: null,
  deviceBrand: null,
  deviceModel: null,
} as const

/** The profile waits for a device. */
const free = [
  answer(fleet.detail, freeRow),
  answer(fleet.list, {
    items: [freeRow, ...profileRows.slice(1)],
    next: null,
    previous: null,
    total: 8,
    capped: false,
  }),
]

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

const phone = {
  tac: '35190210',
  imei: '35190210*******',
  imeiMasked: true,
  firstSeenAt: hoursAgo(70),
  lastSeenAt: hoursAgo(3),
}

listStates({
  name: 'Fleet, drawer of a profile',
  at: on(),
  answers: [
    ...filterAnswers,
    answer(fleet.list, { items: profileRows, next: null, previous: null, total: 8, capped: false }),
    answer(fleet.detail, profile),
    answer(fleet.device, phone),
    answer(fleet.timeline, { items: profileEvents, next: null }),
    answer(fleet.message, message),
    answer(fleet.profilePackage, package_),
    answer(recycle.profile, recycling),
    answer(delivery.presets, { items: [] }),
    answer(delivery.page, { closed: false, opened: 3, firstOpenedAt: hoursAgo(9), lastOpenedAt: hoursAgo(2) }),
    answer(delivery.mails, pageOf([])),
    answer(plannedDelivery.list, pageOf([])),
    answer(leaks.list, pageOf([])),
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
    'the keys are erased': {
      answers: [answer(fleet.detail, { ...profile, keysErasedAt: hoursAgo(5) })],
      shows: /^Erased on/,
    },
    'released without keys': {
      answers: [answer(fleet.detail, { ...profile, keysErasedAt: hoursAgo(5) })],
      steps: [press('Release from lost device')],
      shows: /so it gets no new activation code/,
    },
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
      answers: [...free, answer(fleet.timeline, { items: profileEvents.slice(2), next: null })],
      shows: 'The activation code or its use',
    },
    'a new code is sent by keyboard': {
      answers: [
        ...free,
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
    'a code that may have leaked': {
      at: on('overview'),
      answers: [
        answer(fleet.detail, { ...profile, status: 'AVAILABLE', orderState: 'Released', eid: null }),
        answer(leaks.list, pageOf([leak, { ...leak, id: sampleId(832), kind: 'CODE_NETWORKS', value: 9 }])),
      ],
      steps: [see(/from 9 networks within 24 hours/), see('Replace the code')],
      shows: 'This is fine',
    },
    comments: {
      at: on('comments'),
      answers: [answer(comments.list, sampleComments)],
      shows: '@Grace Hopper',
    },
    'no comments': {
      at: on('comments'),
      answers: [answer(comments.list, { items: [], next: null, total: 0 })],
      shows: 'No comments yet. Type @ to mention someone, who is then notified.',
    },
    'comments failed': { at: on('comments'), answers: [fail(comments.list)], shows: 'This could not be loaded' },
    'comments for viewers': {
      as: 'visit',
      at: on('comments'),
      answers: [answer(comments.list, { ...sampleComments, items: readOnlyComments })],
      steps: [see('@Grace Hopper'), absent('Write a comment. Type @ to mention someone.')],
      shows: /^Deleted by Ada Byron/,
    },
    'people to mention': {
      at: on('comments'),
      answers: [answer(comments.list, sampleComments), answer(comments.people, samplePeople)],
      steps: [type('New comment', 'Ask @G')],
      shows: 'grace@northwind.example',
    },
    'mention refused': {
      at: on('comments'),
      answers: [
        answer(comments.list, sampleComments),
        refuse(comments.add, 'mention_hidden', { values: { name: 'Grace Hopper', object: 'profile' } }),
      ],
      steps: [type('New comment', 'Ask Grace'), press('Comment')],
      shows: /may not see this profile, and so cannot be mentioned here/,
    },
    'a comment being changed': {
      at: on('comments'),
      answers: [answer(comments.list, sampleComments)],
      steps: [press('Options of the comment by Ada Byron'), press('Edit')],
      shows: 'Save comment',
    },
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
        ...free,
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
    'a profile whose code works opens with the code': {
      answers: free,
      steps: [tabsAre('Code', 'Overview', 'Timeline', 'Comments', 'Package', 'Recycle', 'Raw')],
      shows: 'Copy code',
    },
    'a recycled profile, in stock': {
      at: on('code'),
      answers: [
        answer(fleet.detail, {
          ...profile,
          status: 'AVAILABLE',
          orderState: 'Available',
          recycleStatus: 'RECYCLED',
          eid: null,
        }),
      ],
      steps: [tabsAre('Overview', 'Timeline', 'Comments', 'Package', 'Recycle', 'Raw'), see('In stock')],
      shows: 'In stock, without an activation code',
    },
    'notification outstanding': {
      at: on('overview'),
      answers: [answer(fleet.detail, { ...profile, status: 'DOWNLOADED', statusAt: hoursAgo(9) })],
      shows: 'Notification outstanding',
    },
    'a profile that waits for an order of an operator': {
      answers: [answer(fleet.detail, { ...profile, status: 'AVAILABLE', orderState: 'Available', eid: null })],
      shows: /^The profile waits for an order of an operator/,
    },
    'a profile that an operator has ordered': {
      answers: [answer(fleet.detail, { ...profile, status: 'AVAILABLE', orderState: 'Confirmed', eid: null })],
      shows: /^An operator has ordered the profile/,
    },
    'the first profile of the list': {
      steps: [see('Bound to EID'), looksDisabled('Previous profile (K)')],
      shows: 'Bound to EID',
    },
    'the code sent by e-mail': {
      at: on('code'),
      answers: [...free, answer(delivery.sendMails, { sent: 1 })],
      steps: [
        press('Send by e-mail'),
        focused('E-mail address'),
        press('Send e-mail'),
        see('Enter one e-mail address, such as ada@example.com.'),
        focused('E-mail address'),
        type('E-mail address', 'ada@example.com'),
        press('Send e-mail'),
      ],
      shows: 'The e-mail to ada@example.com is on its way.',
    },
    'e-mail with a code': { at: on('code'), answers: free, steps: [press('Send by e-mail')], shows: 'Send e-mail' },
    package: {
      at: on('package'),
      steps: [press('1 file')],
      shows: 'Identity of the subscriber in the network.',
    },
    'sample data': {
      at: on('package'),
      answers: [answer(fleet.detail, { ...profile, sample: true })],
      steps: [tabsAre('Code', 'Overview', 'Timeline', 'Comments', 'Raw')],
      shows: 'Bound to EID',
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
