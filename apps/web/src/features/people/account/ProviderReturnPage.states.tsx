import * as oauth from '@simwright/contract/people/oauth'
import { linkTo, publicPages } from '../../../paths.ts'
import { answer, wait } from '../../../states/answer.ts'
import { unbrokenText } from '../../../states/sample.ts'
import { listStates } from '../../../states/state.ts'

const next: oauth.NextStep = {
  kind: 'REGISTER',
  ticket: 'ticket',
  provider: 'Google',
  email: 'grace@example.com',
  firstName: 'Grace',
  lastName: 'Hopper',
  hasPassword: true,
}

listStates({
  name: 'Back from an identity provider',
  at: linkTo(publicPages.providerReturn, { params: { provider: 'google' } }),
  as: 'guest',
  answers: [answer(oauth.finish, { next })],
  states: {
    loading: { answers: [wait(oauth.finish)], shows: 'Signing you in' },
    full: { shows: 'Complete your account' },
    'an account has the address': {
      answers: [answer(oauth.finish, { next: { ...next, kind: 'LINK' } })],
      shows: 'You have an account already',
    },
    'the address must be confirmed': {
      answers: [answer(oauth.finish, { next: { ...next, kind: 'PROVE' } })],
      shows: 'Confirm your e-mail address',
    },
    longest: {
      answers: [
        answer(oauth.finish, {
          next: { ...next, provider: unbrokenText(40), email: `${unbrokenText(240)}@example.com` },
        }),
      ],
      shows: 'Complete your account',
    },
    phone: { shows: 'Complete your account' },
  },
})
