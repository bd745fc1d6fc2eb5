import * as account from '@simwright/contract/people/account'
import * as oauth from '@simwright/contract/people/oauth'
import * as security from '@simwright/contract/people/security'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, refuse, wait } from '../../../states/answer.ts'
import { me } from '../../../states/frame-answers.ts'
import { hoursAgo, sampleId, unbrokenText } from '../../../states/sample.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { press, type } from '../../../states/step.ts'

const overview = {
  appSince: hoursAgo(700),
  passkeys: [
    { id: sampleId(1500), name: 'Laptop', synced: true, createdAt: hoursAgo(600), lastUsedAt: hoursAgo(20) },
    { id: sampleId(1501), name: 'Key', synced: false, createdAt: hoursAgo(600), lastUsedAt: null },
  ],
  recoveryCodesLeft: 9,
  demanded: false,
}

const identity = {
  id: sampleId(1510),
  provider: 'Google',
  email: 'ada@northwind.example',
  createdAt: hoursAgo(500),
  lastUsedAt: hoursAgo(30),
}

const google = { id: 'google', name: 'Google', brand: 'GOOGLE' as const }

listStates({
  name: 'Security',
  at: linkTo(pages.security),
  answers: [
    answer(security.overview, overview),
    answer(oauth.identities, { items: [identity], providers: [google] }),
    answer(security.beginApp, {
      secret: 'JBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Simwright:ada?secret=JBSWY3DPEHPK3PXP',
    }),
    refuse(security.confirmApp, 'code_wrong'),
  ],
  states: {
    loading: { answers: [wait(security.overview)], shows: SKELETON },
    empty: {
      answers: [
        answer(security.overview, { appSince: null, passkeys: [], recoveryCodesLeft: 0, demanded: false }),
        answer(oauth.identities, { items: [], providers: [google] }),
      ],
      shows: 'No passkeys yet',
    },
    'a second factor is required': {
      answers: [answer(security.overview, { appSince: null, passkeys: [], recoveryCodesLeft: 0, demanded: true })],
      shows: 'A second factor is required',
    },
    failed: { answers: [fail(security.overview)], shows: 'This could not be loaded' },
    full: { shows: 'Laptop' },
    longest: {
      answers: [
        answer(security.overview, {
          ...overview,
          passkeys: [{ ...overview.passkeys[0]!, name: unbrokenText(64) }],
        }),
        answer(oauth.identities, {
          items: [{ ...identity, email: `${unbrokenText(200)}@example.com` }],
          providers: [{ ...google, name: unbrokenText(40) }],
        }),
      ],
      shows: unbrokenText(64),
    },
    phone: { shows: 'Laptop' },
    refused: {
      answers: [answer(security.overview, { ...overview, appSince: null })],
      steps: [press('Set up'), type('Code', '123456'), press('Confirm')],
      shows: 'This code is wrong or has already been used.',
    },
    'no password': { answers: [answer(account.me, { ...me, hasPassword: false })], shows: 'No password is set' },
  },
})
