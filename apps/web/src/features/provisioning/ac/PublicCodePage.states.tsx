import * as delivery from '@simwright/contract/provisioning/delivery'
import { linkTo, publicPages } from '../../../paths.ts'
import { answer, fail, refuse, wait } from '../../../states/answer.ts'
import { hoursAgo, unbrokenText } from '../../../states/sample.ts'
import { listStates, SKELETON } from '../../../states/state.ts'

const code = {
  activationCode: 'LPA:1$smdp.northwind.example$E779E19A25A9A3E9B2CEF10B5E087B10$$1',
  sys: 'simwright',
  smdpAddress: 'smdp.northwind.example',
  matchingId: 'E779E19A25A9A3E9B2CEF10B5E087B10',
  confirmationCodeRequired: true,
  serviceProviderName: 'Northwind',
  state: 'ready' as const,
  expiresAt: hoursAgo(-300),
  look: null,
}

listStates({
  name: 'Public page of an activation code',
  at: linkTo(publicPages.publicCode, { params: { slug: 'cnUfFQP3RmuYGV647zbMMA' } }),
  as: 'guest',
  answers: [answer(delivery.publicCode, code), wait(delivery.publicCourse)],
  states: {
    loading: { answers: [wait(delivery.publicCode)], shows: SKELETON },
    empty: { answers: [answer(delivery.publicCode, { ...code, state: 'expired' })], shows: 'Expired' },
    refused: { answers: [refuse(delivery.publicCode, 'code_gone')], shows: 'This page is not available' },
    failed: { answers: [fail(delivery.publicCode)], shows: 'This could not be loaded' },
    full: { shows: 'Ready to install' },
    longest: {
      answers: [
        answer(delivery.publicCode, {
          ...code,
          serviceProviderName: unbrokenText(32),
          smdpAddress: `${'x'.repeat(200)}.example`,
          matchingId: 'A'.repeat(255),
        }),
      ],
      shows: 'Ready to install',
    },
    phone: { shows: 'Ready to install' },
    enabled: {
      answers: [answer(delivery.publicCode, { ...code, state: 'enabled' })],
      shows: 'Installed and switched on',
    },
  },
})
