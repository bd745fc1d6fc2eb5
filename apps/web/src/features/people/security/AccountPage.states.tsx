import * as account from '@simwright/contract/people/account'
import * as enterprises from '@simwright/contract/people/enterprise'
import * as team from '@simwright/contract/people/team'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, wait } from '../../../states/answer.ts'
import { me } from '../../../states/frame-answers.ts'
import { ENTERPRISE_ID, hoursAgo, sampleId, unbrokenText } from '../../../states/sample.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { press, type } from '../../../states/step.ts'

const membership: enterprises.Membership = {
  id: ENTERPRISE_ID,
  name: 'Northwind Mobile',
  plan: 'PRO',
  roleName: 'Owner',
  logoUrl: null,
  suspended: false,
  deletionAt: null,
  current: true,
}

const invitation = {
  enterpriseId: sampleId(1601),
  id: sampleId(1602),
  enterpriseName: 'Trial Mobile',
  invitedBy: 'Grace Hopper',
  roleName: 'Viewer',
  invitedAt: hoursAgo(5),
  expiresAt: hoursAgo(-100),
}

listStates({
  name: 'Account',
  at: linkTo(pages.account),
  answers: [
    answer(account.me, me),
    answer(enterprises.list, {
      items: [membership, { ...membership, id: sampleId(1600), name: 'Other', current: false, suspended: true }],
    }),
    answer(team.ownInvitations, { items: [invitation] }),
    answer(account.deletionPreview, {
      graceDays: 14,
      enterprises: [
        { name: 'Northwind Mobile', outcome: 'OWNER_NEEDED' },
        { name: 'Other', outcome: 'MEMBERSHIP_ENDS' },
      ],
    }),
  ],
  states: {
    loading: { answers: [wait(account.me), wait(enterprises.list)], shows: SKELETON },
    empty: {
      answers: [
        answer(enterprises.list, { items: [] }),
        answer(team.ownInvitations, { items: [] }),
        answer(account.deletionPreview, { graceDays: 14, enterprises: [] }),
      ],
      shows: 'Personal data',
    },
    failed: { answers: [fail(account.me)], shows: 'This could not be loaded' },
    refused: { steps: [type('First name', ' '), press('Save')], shows: 'Required' },
    full: { shows: 'Personal data' },
    longest: {
      answers: [
        answer(account.me, {
          ...me,
          firstName: unbrokenText(64),
          lastName: unbrokenText(64),
          email: `${unbrokenText(240)}@example.com`,
        }),
        answer(enterprises.list, { items: [{ ...membership, name: unbrokenText(128), roleName: unbrokenText(64) }] }),
        answer(team.ownInvitations, { items: [{ ...invitation, enterpriseName: unbrokenText(128) }] }),
      ],
      shows: 'Personal data',
    },
    phone: { shows: 'Personal data' },
    'leave dialog': { steps: [press('Leave')], shows: 'Leave Northwind Mobile?' },
    'delete dialog': {
      answers: [
        answer(account.deletionPreview, {
          graceDays: 14,
          enterprises: [{ name: 'Other', outcome: 'MEMBERSHIP_ENDS' }],
        }),
      ],
      steps: [press('Delete account')],
      shows: 'Delete your account?',
    },
    'to be deleted': {
      answers: [answer(account.me, { ...me, deletionAt: hoursAgo(-200) })],
      shows: 'Keep my account',
    },
  },
})
