import * as account from '@simwright/contract/people/account'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, refuse } from '../../../states/answer.ts'
import { me } from '../../../states/frame-answers.ts'
import { listStates } from '../../../states/state.ts'
import { press, type } from '../../../states/step.ts'

listStates({
  name: 'Change password',
  at: linkTo(pages.changePassword),
  states: {
    empty: {
      answers: [answer(account.me, { ...me, hasPassword: false })],
      shows: 'This account has no password: you sign in without one.',
    },
    failed: { answers: [fail(account.me)], shows: 'This could not be loaded' },
    full: { shows: 'Old password' },
    refused: {
      steps: [
        type('Old password', 'Wrong-horse-9'),
        type('New password', 'Correct-horse-9'),
        type('Confirm password', 'Correct-horse-9'),
        press('Change password'),
      ],
      answers: [
        refuse(account.changePassword, 'invalid', {
          faults: [{ path: 'oldPassword', rule: 'match', text: 'Invalid old password.' }],
        }),
      ],
      shows: 'Invalid old password.',
    },
    phone: { shows: 'Old password' },
  },
})
