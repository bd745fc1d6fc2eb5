import * as oauth from '@simwright/contract/people/oauth'
import * as legal from '@simwright/contract/platform/legal'
import { linkTo, pages, publicPages } from '../../../paths.ts'
import { answer, fail, late, refuse, wait } from '../../../states/answer.ts'
import { unbrokenText } from '../../../states/sample.ts'
import { listStates } from '../../../states/state.ts'
import { press, type Step, see, staysAt } from '../../../states/step.ts'

const next: oauth.NextStep = {
  kind: 'REGISTER',
  ticket: 'ticket',
  provider: 'Google',
  email: 'grace@example.com',
  firstName: 'Grace',
  lastName: 'Hopper',
  hasPassword: true,
}

const published = answer(legal.current, { texts: legal.legalKinds.map((kind) => ({ kind, version: 2 })) })
const lateFailure = late(fail(oauth.finish))
/** Leaves the page while its call lasts, as a link does. */
const openInspector: Step = async () => history.pushState(null, '', pages.inspector.path)
const accepting = answer(oauth.finish, { next: { ...next, kind: 'ACCEPT' } })

listStates({
  name: 'Back from an identity provider',
  at: linkTo(publicPages.providerReturn, { params: { provider: 'google' } }),
  as: 'guest',
  answers: [answer(oauth.finish, { next })],
  states: {
    loading: { answers: [wait(oauth.finish)], shows: 'Signing you in' },
    full: { shows: 'Complete your account' },
    'left before the answer': {
      as: 'owner',
      answers: [lateFailure],
      steps: [
        see('Signing you in'),
        openInspector,
        see('The result appears here'),
        lateFailure.arrive,
        see(/^Something went wrong on our side/),
        staysAt(pages.inspector.path),
      ],
      shows: 'The result appears here',
    },
    'an account has the address': {
      answers: [answer(oauth.finish, { next: { ...next, kind: 'LINK' } })],
      shows: 'You already have an account',
    },
    'the address must be confirmed': {
      answers: [answer(oauth.finish, { next: { ...next, kind: 'PROVE' } })],
      shows: 'Confirm your e-mail address',
    },
    'a new user of single sign-on': {
      answers: [accepting, published],
      shows: 'Before you start',
    },
    'the texts are not accepted yet': {
      answers: [accepting, published],
      steps: [press('Continue')],
      shows: 'Accept this to continue.',
    },
    'the texts have changed meanwhile': {
      answers: [
        accepting,
        published,
        refuse(oauth.accept, 'invalid', {
          faults: [{ path: 'accepted', rule: 'current', text: 'Accept the current terms.' }],
        }),
      ],
      steps: [press(/^I have read and accept/), press('Continue')],
      shows: 'Accept the current terms.',
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
