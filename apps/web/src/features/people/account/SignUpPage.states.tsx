import { linkTo, publicPages } from '../../../paths.ts'
import { listStates } from '../../../states/state.ts'
import { press } from '../../../states/step.ts'

listStates({
  name: 'Sign up',
  at: linkTo(publicPages.signUp),
  as: 'guest',
  states: {
    empty: { shows: 'Create your account' },
    refused: { steps: [press('Continue')], shows: 'Required' },
    phone: { shows: 'Create your account' },
  },
})
