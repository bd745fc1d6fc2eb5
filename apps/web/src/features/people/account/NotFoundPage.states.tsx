import { listStates } from '../../../states/state.ts'
import { see, staysAt } from '../../../states/step.ts'

listStates({
  name: 'Not found',
  at: { to: '/no/such/page' },
  states: {
    full: {
      steps: [see('This page does not exist'), see('Fleet'), staysAt('/no/such/page')],
      shows: /role in Northwind Mobile is Owner/,
    },
    'an operation that a form does not have': {
      at: { to: '/configform/nothing' },
      steps: [see('Fleet'), staysAt('/configform/nothing')],
      shows: 'This page does not exist',
    },
    empty: { as: 'guest', shows: 'This page does not exist' },
    phone: { shows: 'This page does not exist' },
  },
})
