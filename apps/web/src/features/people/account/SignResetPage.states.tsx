import * as account from '@simwright/contract/people/account'
import { linkTo, publicPages } from '../../../paths.ts'
import { answer, refuse } from '../../../states/answer.ts'
import { listStates } from '../../../states/state.ts'
import { press, type } from '../../../states/step.ts'

const filled = [
  type('New password', 'Correct-horse-9'),
  type('Confirm password', 'Correct-horse-9'),
  press('Set password'),
]

listStates({
  name: 'New password from a mailed link',
  at: linkTo(publicPages.signReset, { search: { token: 'token' } }),
  as: 'guest',
  states: {
    empty: { shows: 'Choose a new password' },
    refused: {
      steps: filled,
      answers: [refuse(account.resetPassword, 'reset_invalid')],
      shows: 'This link no longer works',
    },
    full: {
      steps: filled,
      answers: [answer(account.resetPassword, { email: 'ada@northwind.example' })],
      shows: 'Your password is set',
    },
    phone: { shows: 'Choose a new password' },
  },
})
