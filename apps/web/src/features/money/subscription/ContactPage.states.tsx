import * as platform from '@simwright/contract/platform/brand'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, wait } from '../../../states/answer.ts'
import { longText, unbrokenText } from '../../../states/sample.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { absent } from '../../../states/step.ts'

const brand: platform.Platform = {
  appName: 'Northwind eSIM',
  appConfig: '{}',
  developmentMail: false,
  passwordMax: 30,
  sys: 'simwright',
  byHost: false,
  logoUrl: null,
  termsUrl: null,
  privacyUrl: null,
  supportEmail: null,
  contactEmail: 'sales@northwind.example',
  contactText: null,
  providers: [],
}

listStates({
  name: 'Order a plan',
  at: linkTo(pages.contact),
  answers: [answer(platform.query, brand)],
  states: {
    loading: { answers: [wait(platform.query)], shows: SKELETON },
    empty: {
      answers: [answer(platform.query, { ...brand, contactEmail: null })],
      shows: /^The operator of this portal has not entered a contact/,
    },
    failed: { answers: [fail(platform.query)], shows: 'This could not be loaded' },
    full: { shows: 'Write e-mail' },
    longest: {
      answers: [
        answer(platform.query, {
          ...brand,
          contactEmail: `${unbrokenText(240)}@example.com`,
          contactText: longText(1000),
        }),
      ],
      shows: 'Write e-mail',
    },
    'a text, and no address': {
      answers: [answer(platform.query, { ...brand, contactEmail: null, contactText: 'Call +1 555 0100.' })],
      steps: [absent('Write e-mail')],
      shows: 'Call +1 555 0100.',
    },
    phone: { shows: 'Write e-mail' },
  },
})
