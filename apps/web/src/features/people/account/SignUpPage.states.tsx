import { passwordRuleText } from '@simwright/contract/people/account'
import * as invitation from '@simwright/contract/people/invitation'
import * as legal from '@simwright/contract/platform/legal'
import { linkTo, publicPages } from '../../../paths.ts'
import { answer, late, refuse } from '../../../states/answer.ts'
import { listStates } from '../../../states/state.ts'
import { absent, disabled, focused, press, see, type } from '../../../states/step.ts'

const CODE = '5RT0M-8KXQ2-Z71CE-HN4WP-3V9DJ0'

const filledIn = [
  type('First name', 'Nora'),
  type('Last name', 'Neumann'),
  type('Company name', 'Harbour Mobile'),
  type('E-mail', 'nora@example.com'),
  type('Password', 'Quiet-Harbour-7'),
  type('Confirm password', 'Quiet-Harbour-7'),
]

const noTexts = late(answer(legal.current, { texts: [] }))
const bothTexts = answer(legal.current, { texts: legal.legalKinds.map((kind) => ({ kind, version: 2 })) })
const lateTexts = late(bothTexts)

listStates({
  name: 'Sign up',
  at: linkTo(publicPages.signUp),
  as: 'guest',
  states: {
    empty: { shows: 'Create your account' },
    'a password that is too long': {
      steps: [type('Password', `Quiet-Harbour-7${'x'.repeat(20)}`), press('Continue')],
      shows: passwordRuleText,
    },
    refused: { steps: [press('Continue'), absent('Invalid e-mail.')], shows: 'Required' },
    'the next step has the focus on its title': {
      steps: [...filledIn, press('Continue'), focused('What will you use it for?')],
      shows: 'Skip',
    },
    'continued before it is known whether there are texts to accept': {
      answers: [noTexts],
      steps: [...filledIn, press('Continue'), disabled('Continue'), noTexts.arrive],
      shows: 'What will you use it for?',
    },
    'continued in vain, then again, before it is known whether there are texts to accept': {
      answers: [noTexts],
      steps: [press('Continue'), see('Required'), ...filledIn, press('Continue'), noTexts.arrive],
      shows: 'What will you use it for?',
    },
    'continued before the texts to accept are there': {
      answers: [lateTexts],
      steps: [...filledIn, press('Continue'), disabled('Continue'), lateTexts.arrive],
      shows: 'Accept this to continue.',
    },
    invited: {
      at: linkTo(publicPages.signUp, { search: { invitation: CODE } }),
      answers: [answer(invitation.check, { plan: 'PRO', planDays: 30, trialDays: 45 })],
      shows: /^Your account starts with 30 days of the plan PRO/,
    },
    'invitation refused': {
      at: linkTo(publicPages.signUp, { search: { invitation: CODE } }),
      answers: [
        refuse(invitation.check, 'invalid', {
          faults: [{ path: 'invitation', rule: 'expired', text: invitation.invitationRefusalTexts.EXPIRED }],
        }),
      ],
      shows: invitation.invitationRefusalTexts.EXPIRED,
    },
    'invitation code': { steps: [press('I have an invitation code')], shows: 'Invitation code' },
    'texts to accept': {
      answers: [bothTexts],
      steps: [press('Continue')],
      shows: 'Accept this to continue.',
    },
    phone: { shows: 'Create your account' },
  },
})
