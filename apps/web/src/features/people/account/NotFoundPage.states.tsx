import { listStates } from '../../../states/state.ts'

listStates({
  name: 'Not found',
  at: { to: '/no/such/page' },
  states: {
    full: { shows: 'This page does not exist' },
    empty: { as: 'guest', shows: 'This page does not exist' },
    phone: { shows: 'This page does not exist' },
  },
})
