import * as platforms from '@simwright/contract/platform/white-label'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, wait } from '../../../states/answer.ts'
import { unbrokenText } from '../../../states/sample.ts'
import { platformRow } from '../../../states/sample-platform.ts'
import { listStates, SKELETON } from '../../../states/state.ts'

listStates({
  name: 'Admin, platforms',
  at: linkTo(pages.platforms),
  as: 'staff',
  answers: [answer(platforms.list, { items: [platformRow] })],
  states: {
    loading: { answers: [wait(platforms.list)], shows: SKELETON },
    empty: { answers: [answer(platforms.list, { items: [] })], shows: 'No platforms yet' },
    failed: { answers: [fail(platforms.list)], shows: 'This could not be loaded' },
    full: { shows: 'portal.northwind.example' },
    longest: {
      answers: [
        answer(platforms.list, {
          items: [
            {
              ...platformRow,
              appName: unbrokenText(40),
              url: `https://${'x'.repeat(240)}.example/login`,
              smdpAddress: `${'x'.repeat(240)}.example`,
            },
          ],
        }),
      ],
      shows: unbrokenText(40),
    },
    phone: { shows: 'portal.northwind.example' },
  },
})
