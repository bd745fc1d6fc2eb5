import * as security from '@simwright/contract/people/security'
import { enterpriseInfo } from '@simwright/contract/people/session'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, refuse, wait } from '../../../states/answer.ts'
import { enterprise, permissionsAnswer } from '../../../states/frame-answers.ts'
import { hoursAgo, unbrokenText } from '../../../states/sample.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { press, type } from '../../../states/step.ts'

const none = { appSince: null, passkeys: [], recoveryCodesLeft: 0, demanded: true }
const staff = { ...enterprise, name: 'Platform staff', role: 'Platform admin', owner: false }
const lacking = permissionsAnswer('staff', { lacksSecondFactor: true })

listStates({
  name: 'Second factor',
  at: linkTo(pages.secondFactor, { search: { target: pages.clients.path } }),
  as: 'staff',
  answers: [
    lacking,
    answer(enterpriseInfo, staff),
    answer(security.overview, none),
    answer(security.beginApp, {
      secret: 'JBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Simwright:ada?secret=JBSWY3DPEHPK3PXP',
    }),
    answer(security.confirmApp, { recoveryCodes: ['k7dm-2x9p-tq4w', 'b3fn-8r6c-zy5h'] }),
  ],
  states: {
    loading: { answers: [wait(security.overview)], shows: SKELETON },
    failed: { answers: [fail(security.overview)], shows: 'This could not be loaded' },
    full: { shows: 'You work for the platform Simwright. Your role is Platform admin.' },
    'opened instead of an admin page': { at: linkTo(pages.clients), shows: /Then the page "Clients" opens\.$/ },
    'a member of an enterprise account that requires it': {
      as: 'owner',
      answers: [permissionsAnswer('owner', { lacksSecondFactor: true }), answer(enterpriseInfo, enterprise)],
      at: linkTo(pages.fleet),
      shows: /^Northwind Mobile requires a second factor for every member/,
    },
    longest: {
      as: 'owner',
      answers: [
        permissionsAnswer('owner', { lacksSecondFactor: true }),
        answer(enterpriseInfo, { ...enterprise, name: unbrokenText(64), role: unbrokenText(64) }),
      ],
      shows: /requires a second factor for every member/,
    },
    'not required': {
      as: 'owner',
      answers: [
        permissionsAnswer('owner', { lacksSecondFactor: false }),
        answer(enterpriseInfo, enterprise),
        answer(security.overview, { ...none, demanded: false }),
      ],
      shows: 'Set up a second factor',
    },
    phone: { shows: 'Authenticator app' },
    refused: {
      answers: [refuse(security.confirmApp, 'code_wrong')],
      steps: [press('Set up app'), type('Code', '123456'), press('Confirm')],
      shows: 'This code is wrong or has already been used.',
    },
    'recovery codes': {
      steps: [press('Set up app'), type('Code', '123456'), press('Confirm')],
      shows: 'Store these recovery codes',
    },
    'set up in another tab': {
      answers: [answer(security.overview, { ...none, appSince: hoursAgo(1), recoveryCodesLeft: 10 })],
      shows: 'Your second factor is set up',
    },
  },
})
