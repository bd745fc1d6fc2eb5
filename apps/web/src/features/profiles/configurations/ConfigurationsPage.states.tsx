import * as views from '@simwright/contract/insight/view'
import * as configurations from '@simwright/contract/profiles/configuration'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, pageOf, wait } from '../../../states/answer.ts'
import { sampleId } from '../../../states/sample.ts'
import { configurationRow, longConfigurationRow } from '../../../states/sample-provisioning.ts'
import { listStates, SKELETON } from '../../../states/state.ts'

listStates({
  name: 'Profile configuration',
  at: linkTo(pages.configurations),
  answers: [
    answer(views.list, { items: [] }),
    answer(
      configurations.list,
      pageOf([
        configurationRow,
        { ...configurationRow, id: sampleId(102), name: 'Private network', profiles: 0 },
        { ...configurationRow, id: sampleId(103), name: 'Demo', sample: true },
      ]),
    ),
  ],
  states: {
    loading: { answers: [wait(configurations.list)], shows: SKELETON },
    empty: { answers: [answer(configurations.list, pageOf([]))], shows: 'No profile configurations yet' },
    'empty, view permission only': {
      as: { holds: ['Profile_Config_View'] },
      answers: [answer(configurations.list, pageOf([]))],
      shows: 'Configurations that your colleagues create are listed here.',
    },
    'nothing matches': {
      at: linkTo(pages.configurations, { search: { name: 'nowhere' } }),
      answers: [answer(configurations.list, pageOf([]))],
      shows: 'Nothing matches these filters',
    },
    'without its confirmation code': {
      answers: [answer(configurations.list, pageOf([{ ...configurationRow, complete: false }]))],
      shows: 'Incomplete',
    },
    failed: { answers: [fail(configurations.list)], shows: 'This could not be loaded' },
    full: { shows: 'Private network' },
    longest: {
      answers: [answer(configurations.list, pageOf([longConfigurationRow, configurationRow]))],
      shows: 'Consumer plan',
    },
    phone: { shows: 'Private network' },
    suspended: { as: 'suspended owner', shows: 'Not possible while the enterprise account is suspended.' },
  },
})
