import { linkTo, publicPages } from '../../../paths.ts'
import { listStates } from '../../../states/state.ts'
import { providerTexts } from '../../../texts/provider.ts'

listStates({
  name: 'Signing in failed',
  at: linkTo(publicPages.signError),
  as: 'guest',
  states: {
    empty: { shows: 'Sign-in failed' },
    full: {
      at: linkTo(publicPages.signError, { search: { reason: 'oauth_no_email' } }),
      shows: providerTexts.signError.reasons.oauth_no_email,
    },
    phone: { shows: 'Sign-in failed' },
  },
})
