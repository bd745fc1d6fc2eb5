import { linkTo, publicPages } from '../../../paths.ts'
import { listStates } from '../../../states/state.ts'

listStates({
  name: 'No permission',
  at: linkTo(publicPages.noPermission),
  states: {
    full: { shows: 'You do not have permission to view this page' },
    phone: { shows: 'You do not have permission to view this page' },
  },
})
