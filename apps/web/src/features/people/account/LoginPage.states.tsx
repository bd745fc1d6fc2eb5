import * as account from '@simwright/contract/people/account'
import { linkTo, publicPages } from '../../../paths.ts'
import { answer, refuse } from '../../../states/answer.ts'
import { listStates } from '../../../states/state.ts'
import { press, see, type } from '../../../states/step.ts'

const filled = [type('E-mail', 'ada@northwind.example'), type('Password', 'Correct-horse-9'), press('Sign in')]

listStates({
  name: 'Sign in',
  at: linkTo(publicPages.login),
  as: 'guest',
  states: {
    empty: { shows: /^Sign in to/ },
    'nothing filled in': { steps: [press('Sign in')], shows: 'Required' },
    refused: {
      steps: filled,
      answers: [refuse(account.login, 'credentials_wrong')],
      shows: 'The e-mail address or the password is wrong.',
    },
    'slowed down': {
      steps: [...filled, see(/Try again in 2 seconds\.$/), see(/Try again in 1 second\.$/)],
      answers: [refuse(account.login, 'sign_in_slowed', { values: { seconds: 2 }, detail: { seconds: 2 } })],
      shows: 'You can try again now.',
    },
    'not activated': {
      steps: filled,
      answers: [refuse(account.login, 'account_not_activated')],
      shows: 'Resend activation e-mail',
    },
    full: {
      steps: filled,
      answers: [answer(account.login, { secondStep: { ticket: 'ticket', app: true } })],
      shows: /authenticator/i,
    },
    'code refused': {
      steps: [...filled, type('Code', '123456'), press('Sign in')],
      answers: [
        answer(account.login, { secondStep: { ticket: 'ticket', app: true } }),
        refuse(account.loginCode, 'code_wrong'),
      ],
      shows: 'This code is wrong or has already been used.',
    },
    'recovery code': {
      steps: [...filled, press('Use a recovery code')],
      answers: [answer(account.login, { secondStep: { ticket: 'ticket', app: true } })],
      shows: 'Recovery code',
    },
    'single sign-on': { steps: [press('Single sign-on')], shows: /^Enter your work e-mail/ },
    'signed out for inactivity': {
      at: linkTo(publicPages.login, { search: { reason: 'idle' } }),
      steps: [see('You were signed out after 2 hours without activity.')],
      shows: 'Token Exired',
    },
    'an address that is too long': {
      steps: [type('E-mail', `${'a'.repeat(250)}@x.example`), type('Password', 'x'), press('Sign in')],
      shows: 'Up to 254 characters.',
    },
    phone: { shows: /^Sign in to/ },
  },
})
