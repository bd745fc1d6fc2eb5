import * as platforms from '@simwright/contract/platform/white-label'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, refuse, wait } from '../../../states/answer.ts'
import { unbrokenText } from '../../../states/sample.ts'
import { platformDetail } from '../../../states/sample-platform.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { press, type } from '../../../states/step.ts'

const form = (operation: 'add' | 'edit') =>
  linkTo(pages.platformForm, { params: { operation }, search: operation === 'edit' ? { id: platformDetail.id } : {} })

listStates({
  name: 'Admin, form of a platform',
  at: form('edit'),
  as: 'staff',
  answers: [
    answer(platforms.get, platformDetail),
    answer(platforms.look, platformDetail.look),
    answer(platforms.occasions, {
      items: [
        {
          kind: 'ACTIVATION',
          text: { subject: 'Join {enterprise}', body: 'You are invited.', action: 'Join', footnote: '' },
          placeholders: ['enterprise'],
        },
      ],
    }),
    answer(platforms.previewMail, { from: 'Northwind', subject: 'Join', html: '<p>You are invited.</p>', text: '' }),
  ],
  states: {
    loading: { answers: [wait(platforms.get)], shows: SKELETON },
    empty: { at: form('add'), shows: 'Add a platform' },
    gone: { answers: [refuse(platforms.get, 'not_found')], shows: 'Platform not found' },
    failed: { answers: [fail(platforms.get)], shows: 'This could not be loaded' },
    full: { shows: 'Texts of mails' },
    longest: {
      answers: [
        answer(platforms.get, {
          ...platformDetail,
          appName: unbrokenText(40),
          fields: { ...platformDetail.fields, appName: unbrokenText(40), mailName: unbrokenText(60) },
        }),
      ],
      shows: 'Texts of mails',
    },
    phone: { shows: 'Texts of mails' },
    refused: {
      steps: [type('Name', ' '), press('Save')],
      shows: 'Please check the information in the form.',
    },
    'view permission only': {
      as: { holds: ['Admin_Platform_View'] },
      shows: 'You can look at this platform, but not change it.',
    },
  },
})
