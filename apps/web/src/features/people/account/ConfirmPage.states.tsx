import * as account from '@simwright/contract/people/account'
import { linkTo, publicPages } from '../../../paths.ts'
import { answer, fail, refuse, wait } from '../../../states/answer.ts'
import { unbrokenText } from '../../../states/sample.ts'
import { listStates } from '../../../states/state.ts'
import { press, see, type } from '../../../states/step.ts'

const activate = press('Activate account')

listStates({
  name: 'Activate the account',
  at: linkTo(publicPages.confirm, { search: { token: 'token' } }),
  as: 'guest',
  states: {
    loading: { answers: [wait(account.verify)], steps: [activate], shows: 'Activate your account' },
    'the link alone activates nothing': { steps: [see('Activate account')], shows: 'Activate your account' },
    empty: { at: linkTo(publicPages.confirm), shows: 'Activate your account' },
    refused: {
      answers: [refuse(account.verify, 'activation_invalid')],
      steps: [activate],
      shows: 'This link no longer works',
    },
    full: {
      answers: [answer(account.verify, { email: 'ada@northwind.example', invitation: null })],
      steps: [activate],
      shows: 'Your account is active',
    },
    'with an invitation': {
      answers: [answer(account.verify, { email: 'ada@northwind.example', invitation: 'ACCEPTED' })],
      steps: [activate],
      shows: /^Your invitation was accepted/,
    },
    'with an invitation that others used up': {
      answers: [answer(account.verify, { email: 'ada@northwind.example', invitation: 'USED_UP' })],
      steps: [activate],
      shows: /has no uses left/,
    },
    longest: {
      answers: [answer(account.verify, { email: `${unbrokenText(240)}@example.com`, invitation: null })],
      steps: [activate],
      shows: 'Your account is active',
    },
    'link sent': {
      at: linkTo(publicPages.confirm),
      steps: [type('E-mail', 'ada@northwind.example'), press('Send a new link')],
      answers: [answer(account.resendActivation, {})],
      shows: 'Check your inbox',
    },
    failed: { answers: [fail(account.verify)], steps: [activate], shows: /^Something went wrong on our side/ },
    phone: { steps: [see('Activate account')], shows: 'Activate your account' },
  },
})
