import * as notice from '@simwright/contract/platform/notice'
import { noticeKindNames, noticeKindRow } from '@simwright/contract/platform/notice-kind'
import { defaultThreshold, thresholdKinds } from '@simwright/contract/platform/threshold'
import { linkTo, pages } from '../../../paths.ts'
import { answer, answerOfNewerServer, fail, refuse, wait } from '../../../states/answer.ts'
import { noGroupLeft } from '../../../states/frame-answers.ts'
import { hoursAgo, sampleId, unbrokenText } from '../../../states/sample.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { press, type } from '../../../states/step.ts'

const low: notice.Notice = {
  id: sampleId(3300),
  createdAt: hoursAgo(2),
  isRead: false,
  kind: 'CAMPAIGN_LOW',
  facts: { campaignId: sampleId(500), name: 'Spring', remaining: 1200, total: 20_000 },
}

const items: notice.Notice[] = [
  low,
  {
    ...low,
    id: sampleId(3301),
    kind: 'SUCCESS_FALLS',
    facts: { percent: 87.5, level: 90, installed: 350, failed: 50, hours: 24 },
  },
  { ...low, id: sampleId(3302), isRead: true, kind: 'USAGE_REACHED', facts: { percent: 80, used: 4000, total: 5000 } },
  {
    ...low,
    id: sampleId(3303),
    isRead: true,
    kind: 'ACCOUNT_CHANGED',
    facts: { change: 'A passkey was added: Phone.' },
  },
]

const list = (shown: notice.Notice[], next: string | null = null) => answer(notice.list, { items: shown, next })

listStates({
  name: 'Notifications',
  at: linkTo(pages.notifications),
  answers: [list(items, 'more'), answer(notice.read, {})],
  states: {
    loading: { answers: [wait(notice.list)], shows: SKELETON },
    empty: { answers: [list([])], shows: 'No notifications yet' },
    failed: { answers: [fail(notice.list)], shows: 'This could not be loaded' },
    full: { shows: 'Only 87.5% of the downloads succeed' },
    'of a kind that this version does not know': {
      answers: [
        answerOfNewerServer(notice.list, {
          items: [{ ...low, id: sampleId(3304), kind: 'KIND_OF_A_NEWER_SERVER', facts: {} }, low],
          next: null,
        }),
      ],
      shows: 'A new kind of notification',
    },
    'all marked as read': { steps: [press('Mark all as read')], shows: 'Campaign Spring is running low' },
    'filtered, without a match': {
      at: linkTo(pages.notifications, { search: { kind: 'JOINED,INVITED', unread: 'yes' } }),
      answers: [list([])],
      shows: 'Nothing matches',
    },
    longest: {
      answers: [list([{ ...low, kind: 'JOINED', facts: { name: unbrokenText(129) } }])],
      shows: new RegExp(unbrokenText(129)),
    },
    phone: { shows: 'Only 87.5% of the downloads succeed' },
  },
})

const kinds = noticeKindNames
  .filter((kind) => noticeKindRow(kind).audience !== 'staff')
  .map((kind) => ({
    kind,
    channels: {
      BELL: noticeKindRow(kind).channels.BELL !== 'off',
      MAIL: noticeKindRow(kind).channels.MAIL !== 'off',
      WEBHOOK: false,
    },
  }))
const digest = { hour: 7, timeZone: 'Europe/Berlin', nextAt: hoursAgo(-9) }

listStates({
  name: 'Notifications, channels',
  at: linkTo(pages.notifications, { search: { tab: 'channels' } }),
  answers: [
    answer(notice.choices, { kinds, digest: null }),
    answer(notice.choose, {}),
    answer(notice.setDigest, { digest }),
  ],
  states: {
    loading: { answers: [wait(notice.choices)], shows: SKELETON },
    empty: {
      answers: [
        answer(notice.choices, {
          kinds: kinds.filter(({ kind }) => noticeKindRow(kind).audience === 'person'),
          digest: null,
        }),
      ],
      shows: 'Your account',
    },
    failed: { answers: [fail(notice.choices)], shows: 'This could not be loaded' },
    refused: {
      steps: [press('Batch ready: E-mail')],
      answers: [refuse(notice.choose, 'not_found')],
      shows: /not found|does not exist/i,
    },
    full: { shows: 'Profiles and downloads' },
    'of a kind that this version does not know': {
      answers: [
        answerOfNewerServer(notice.choices, {
          kinds: [{ kind: 'KIND_OF_A_NEWER_SERVER', channels: { BELL: true, MAIL: true, WEBHOOK: false } }, ...kinds],
          digest: null,
        }),
      ],
      shows: 'Profiles and downloads',
    },
    'one e-mail a day': {
      answers: [answer(notice.choices, { kinds, digest })],
      shows: /^The next one is sent on .* \(Europe\/Berlin\), if there are notifications\.$/,
    },
    'e-mails once a day chosen': {
      steps: [press('Send e-mails'), press('Once a day at 07:00')],
      shows: 'E-mail settings saved.',
    },
    phone: { shows: 'Profiles and downloads' },
  },
})

const thresholds = thresholdKinds
  .filter((kind) => kind !== 'CERTIFICATE_ENDING')
  .map((kind): notice.Threshold => ({ kind, version: 0, mayEdit: true, ...defaultThreshold(kind) }))

listStates({
  name: 'Notifications, thresholds',
  at: linkTo(pages.notifications, { search: { tab: 'thresholds' } }),
  answers: [answer(notice.listThresholds, { items: thresholds }), answer(notice.setThreshold, { version: 1 })],
  states: {
    loading: { answers: [wait(notice.listThresholds)], shows: SKELETON },
    empty: { answers: [answer(notice.listThresholds, { items: [] })], shows: 'No thresholds' },
    failed: { answers: [fail(notice.listThresholds)], shows: 'This could not be loaded' },
    full: { shows: 'Profiles left in a campaign' },
    unsaved: { steps: [type('Hours', '48')], shows: 'Unsaved changes' },
    'leaving with unsaved changes': {
      steps: [type('Hours', '48'), press('Channels')],
      shows: 'Discard unsaved changes?',
    },
    saved: {
      answers: [answer(notice.listThresholds, { items: thresholds.slice(1, 2) })],
      steps: [type('Hours', '48'), press('Save Success rate')],
      shows: 'Threshold saved.',
    },
    refused: {
      answers: [answer(notice.listThresholds, { items: [{ ...thresholds[1]!, levels: [99] }] })],
      steps: [type('Hours', '48'), press('Save Success rate')],
      shows: 'From 1 to 98.',
    },
    'refused by a newer server': {
      answers: [
        answer(notice.listThresholds, { items: thresholds.slice(1, 2) }),
        refuse(notice.setThreshold, 'invalid', { faults: [{ path: 'fields.hours', rule: 'rule', text: 'Up to 24.' }] }),
      ],
      steps: [type('Hours', '48'), press('Save Success rate')],
      shows: 'Up to 24.',
    },
    'changed by someone else': {
      answers: [
        answer(notice.listThresholds, { items: thresholds.slice(1, 2) }),
        refuse(notice.setThreshold, 'changed_meanwhile'),
      ],
      steps: [type('Hours', '48'), press('Save Success rate')],
      shows: /changed/i,
    },
    'of a member limited to groups': {
      answers: [noGroupLeft],
      shows: 'Thresholds are not part of your view',
    },
    'view only': {
      answers: [answer(notice.listThresholds, { items: thresholds.map((one) => ({ ...one, mayEdit: false })) })],
      shows: 'You can view this threshold, but not change it.',
    },
    'of a kind that this version does not know': {
      answers: [
        answerOfNewerServer(notice.listThresholds, {
          items: [{ ...thresholds[0]!, kind: 'KIND_OF_A_NEWER_SERVER' }, ...thresholds],
        }),
      ],
      shows: 'Profiles left in a campaign',
    },
    phone: { shows: 'Profiles left in a campaign' },
  },
})
