import { problems } from '@simwright/contract/problem'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as leases from '@simwright/contract/provisioning/lease'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, pageOf, refuse, wait } from '../../../states/answer.ts'
import { hoursAgo, sampleId, unbrokenText } from '../../../states/sample.ts'
import { availableRow, profile } from '../../../states/sample-profile.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { press, type } from '../../../states/step.ts'

const lease: leases.Lease = {
  id: sampleId(1000),
  profileId: profile.id,
  iccid: profile.iccid,
  status: 'ENABLED',
  deviceBrand: 'Apple',
  eid: profile.eid,
  borrower: 'Grace Hopper',
  notes: 'Trade fair',
  endsAt: hoursAgo(-100),
  state: 'LENT',
  endedAt: null,
  version: 1,
  createdAt: hoursAgo(60),
  createdBy: 'Ada Byron',
}

listStates({
  name: 'Lease desk',
  at: linkTo(pages.lease),
  answers: [
    answer(
      leases.list,
      pageOf([
        lease,
        { ...lease, id: sampleId(1001), state: 'WAITING', endsAt: hoursAgo(2) },
        { ...lease, id: sampleId(1002), state: 'FAILED', endsAt: hoursAgo(200) },
        { ...lease, id: sampleId(1003), state: 'ENDED', endsAt: hoursAgo(200), endedAt: hoursAgo(190) },
      ]),
    ),
    answer(fleet.list, { items: [availableRow], next: null, previous: null, total: 1, capped: false }),
  ],
  states: {
    loading: { answers: [wait(leases.list)], shows: SKELETON },
    empty: { answers: [answer(leases.list, pageOf([]))], shows: 'No leases yet' },
    failed: { answers: [fail(leases.list)], shows: 'This could not be loaded' },
    full: { shows: 'Not returned' },
    longest: {
      answers: [
        answer(
          leases.list,
          pageOf([{ ...lease, borrower: unbrokenText(80), notes: unbrokenText(200), createdBy: unbrokenText(64) }]),
        ),
      ],
      shows: unbrokenText(80),
    },
    phone: { shows: 'Not returned' },
    'unsaved lease': {
      steps: [press('Lend a profile'), type('Borrower', 'Grace Hopper'), press('Close')],
      shows: 'Keep editing',
    },
    'open calendar': { steps: [press('Lend a profile'), press('Calendar: Until')], shows: /, choose a month$/ },
    'lend dialog': { steps: [press('Lend a profile')], shows: 'A person, a team or a device.' },
    'nothing filled in': {
      steps: [press('Lend a profile'), press('Lend profile')],
      shows: 'Required',
    },
    'edit of a lease': {
      answers: [answer(leases.list, pageOf([lease]))],
      steps: [press('Actions for the lease to Grace Hopper'), press('Edit lease')],
      shows: 'Lease of 89999700000000000273',
    },
    'edit refused': {
      answers: [answer(leases.list, pageOf([lease])), refuse(leases.edit, 'changed_meanwhile')],
      steps: [press('Actions for the lease to Grace Hopper'), press('Edit lease'), press('Save')],
      shows: problems.changed_meanwhile.text,
    },
    'end of a lease': {
      answers: [answer(leases.list, pageOf([lease]))],
      steps: [press('Actions for the lease to Grace Hopper'), press('End now')],
      shows: 'End the lease to Grace Hopper?',
    },
    'view permission only': { as: { holds: ['Fleet_View'] }, shows: 'Not returned' },
  },
})
