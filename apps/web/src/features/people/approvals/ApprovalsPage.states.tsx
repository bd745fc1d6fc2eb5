import * as approval from '@simwright/contract/platform/approval'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, pageOf, refuse, wait } from '../../../states/answer.ts'
import { hoursAgo, longText, sampleId, unbrokenText } from '../../../states/sample.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { press } from '../../../states/step.ts'

const one: approval.ApprovalRequest = {
  id: sampleId(3100),
  operation: 'REMOVE',
  sentence: 'Delete: 120 profiles',
  amount: 120,
  state: 'PENDING',
  mode: 'AUTO',
  requestedBy: 'Ada Byron',
  requestedByKey: null,
  rule: null,
  requestedAt: hoursAgo(2),
  expiresAt: hoursAgo(-70),
  comment: 'The contract of the warehouse has ended.',
  objects: 120,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  decidedBy: null,
  decidedAt: null,
  decisionComment: '',
  startsAt: null,
  endedAt: null,
  reason: null,
  changed: [],
  version: 1,
  isOwn: false,
  canDecide: true,
  canCancel: false,
  whyNot: null,
}

const decided = { canDecide: false, decidedBy: 'Grace Hopper', decidedAt: hoursAgo(1) }

const failed: approval.ApprovalRequest = {
  ...one,
  ...decided,
  id: sampleId(3101),
  sentence: 'Recycle now: 40 profiles',
  operation: 'RECYCLE',
  state: 'FAILED',
  endedAt: hoursAgo(1),
  reason: '1 of the profiles changed after the request, so nothing was done. Ask again for what is still wanted.',
  changed: [{ iccid: '8944012345678900001', before: 'AVAILABLE Released', now: 'INSTALLED Installed' }],
}

const rows = [
  one,
  failed,
  {
    ...one,
    ...decided,
    id: sampleId(3102),
    operation: 'KEY_NEW' as const,
    sentence: 'Create the API key Warehouse',
    state: 'DONE' as const,
    objects: 0,
    sha256: null,
    endedAt: hoursAgo(1),
  },
]

const list = {
  items: [{ line: 1, profileId: sampleId(3110), iccid: '8944012345678900001', state: 'AVAILABLE Released' }],
  next: null,
}

const answers = [
  answer(approval.waiting, { count: 1 }),
  answer(approval.list, pageOf(rows)),
  answer(approval.get, one),
  answer(approval.objects, list),
]

const nothing = answer(approval.list, pageOf([]))

listStates({
  name: 'Approvals',
  at: linkTo(pages.approvals),
  answers,
  states: {
    loading: { answers: [wait(approval.list)], shows: SKELETON },
    empty: { answers: [nothing, answer(approval.waiting, { count: 0 })], shows: 'Nothing waits for you' },
    failed: { answers: [fail(approval.list)], shows: 'This could not be loaded' },
    full: { shows: 'Delete: 120 profiles' },
    longest: {
      answers: [
        answer(approval.list, pageOf([{ ...one, sentence: unbrokenText(200), requestedBy: unbrokenText(60) }])),
      ],
      shows: unbrokenText(200),
    },
    phone: { shows: 'Delete: 120 profiles' },
    'own requests, none': { answers: [nothing], steps: [press('Yours')], shows: 'You have asked for nothing' },
    'no permission to approve': { as: { holds: ['Fleet_View', 'Fleet_Delete'] }, shows: 'Delete: 120 profiles' },
  },
})

listStates({
  name: 'Drawer of a request for approval',
  at: linkTo(pages.approvals, { search: { open: one.id } }),
  answers,
  states: {
    loading: { answers: [wait(approval.get)], shows: SKELETON },
    refused: { answers: [refuse(approval.get, 'not_found')], shows: 'Request not found' },
    failed: { answers: [fail(approval.get)], shows: 'This could not be loaded' },
    empty: {
      answers: [answer(approval.get, { ...one, objects: 0, sha256: null, comment: '' })],
      shows: 'Approve',
    },
    full: { shows: 'The contract of the warehouse has ended.' },
    longest: {
      answers: [answer(approval.get, { ...one, sentence: unbrokenText(300), comment: longText(500) })],
      shows: unbrokenText(300),
    },
    phone: { shows: 'The contract of the warehouse has ended.' },
    'approving is confirmed': { steps: [press('Approve')], shows: 'Approve this request?' },
    'changed in the meantime': { answers: [answer(approval.get, failed)], shows: /^was AVAILABLE Released/ },
    'in the window': {
      answers: [
        answer(approval.get, {
          ...one,
          ...decided,
          state: 'APPROVED',
          isOwn: true,
          canCancel: true,
          startsAt: hoursAgo(-1),
        }),
      ],
      shows: 'Withdraw',
    },
    'to be repeated': {
      answers: [
        answer(approval.get, {
          ...rows[2]!,
          state: 'APPROVED',
          mode: 'REPEAT',
          endedAt: null,
          isOwn: true,
          canCancel: true,
          startsAt: hoursAgo(1),
        }),
      ],
      shows: /^Approved\. Do it once more now/,
    },
    'of another account of the same person': {
      answers: [
        answer(approval.get, {
          ...one,
          canDecide: false,
          whyNot: 'your account and that of the requester belong to the same person.',
        }),
      ],
      shows: /^You cannot approve it/,
    },
  },
})
