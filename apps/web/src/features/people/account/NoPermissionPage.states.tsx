import { linkTo, publicPages } from '../../../paths.ts'
import { listStates } from '../../../states/state.ts'

listStates({
  name: 'No permission',
  at: linkTo(publicPages.noPermission),
  states: {
    full: { shows: 'You have no permission for this page' },
    phone: { shows: 'You have no permission for this page' },
  },
})
