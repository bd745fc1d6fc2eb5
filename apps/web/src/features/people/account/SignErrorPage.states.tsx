import { linkTo, publicPages } from '../../../paths.ts'
import { listStates } from '../../../states/state.ts'

listStates({
  name: 'Signing in failed',
  at: linkTo(publicPages.signError),
  as: 'guest',
  states: {
    empty: { shows: 'Signing in did not work' },
    full: {
      at: linkTo(publicPages.signError, { search: { reason: 'oauth_no_email' } }),
      shows: /^The provider told no e-mail address/,
    },
    phone: { shows: 'Signing in did not work' },
  },
})
