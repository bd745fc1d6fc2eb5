import * as team from '@simwright/contract/people/team'
import { linkTo, publicPages } from '../../../paths.ts'
import { answer, fail, refuse, wait } from '../../../states/answer.ts'
import { unbrokenText } from '../../../states/sample.ts'
import { listStates } from '../../../states/state.ts'
import { press } from '../../../states/step.ts'

const invitation = {
  enterpriseName: 'Northwind Mobile',
  invitedBy: 'Ada Byron',
  roleName: 'Viewer',
  email: 'grace@example.com',
  hasAccount: false,
}

listStates({
  name: 'Invitation',
  at: linkTo(publicPages.invitation, { search: { token: 'token' } }),
  as: 'guest',
  answers: [answer(team.invitation, invitation)],
  states: {
    loading: { answers: [wait(team.invitation)], shows: 'Loading your invitation' },
    empty: {
      answers: [answer(team.invitation, { ...invitation, hasAccount: true })],
      shows: 'Join Northwind Mobile',
    },
    refused: {
      answers: [refuse(team.invitation, 'invitation_invalid')],
      shows: 'Sign in',
    },
    failed: { answers: [fail(team.invitation)], shows: /^Something went wrong on our side/ },
    full: { shows: 'First name' },
    'nothing filled in': { steps: [press('Join Northwind Mobile')], shows: 'Required' },
    'has joined': {
      answers: [
        answer(team.invitation, { ...invitation, hasAccount: true }),
        answer(team.acceptInvitation, { email: 'grace@example.com' }),
      ],
      steps: [press('Join Northwind Mobile')],
      shows: 'You have joined Northwind Mobile',
    },
    longest: {
      answers: [
        answer(team.invitation, {
          ...invitation,
          enterpriseName: unbrokenText(128),
          invitedBy: unbrokenText(129),
          email: `${unbrokenText(240)}@example.com`,
        }),
      ],
      shows: 'First name',
    },
    phone: { shows: 'First name' },
  },
})
