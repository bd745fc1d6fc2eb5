import { linkTo, pages } from '../../../paths.ts'
import { listStates } from '../../../states/state.ts'

listStates({
  name: 'Developer, client and command line',
  at: linkTo(pages.developer, { search: { tab: 'tools' } }),
  answers: [],
  states: {
    full: { shows: /^npm install --global/ },
    phone: { shows: /^npm install --global/ },
  },
})
