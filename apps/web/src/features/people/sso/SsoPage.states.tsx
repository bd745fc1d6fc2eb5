import * as sso from '@simwright/contract/people/sso'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, wait } from '../../../states/answer.ts'
import { hoursAgo, unbrokenText } from '../../../states/sample.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { press, see, type } from '../../../states/step.ts'

const domain: sso.SsoDomain = {
  domain: 'northwind.example',
  recordName: '_simwright.northwind.example',
  recordText: 'simwright-domain=4f1b0d52a6c94e07',
  provedAt: hoursAgo(50),
  provedBy: 'DNS',
}

const connection: sso.SsoConnection = {
  issuer: 'https://login.northwind.example',
  clientId: 'simwright',
  defaultRole: 'Viewer',
  enabled: true,
  only: false,
  version: 2,
  updatedAt: hoursAgo(50),
}

const redirectUri = 'https://portal.example/oauth/callback/sso-0197f000'

listStates({
  name: 'Single sign-on',
  at: linkTo(pages.sso),
  answers: [
    answer(sso.query, {
      connection,
      redirectUri,
      domains: [domain, { ...domain, domain: 'northwind.test', provedAt: null, provedBy: null }],
    }),
  ],
  states: {
    loading: { answers: [wait(sso.query)], shows: SKELETON },
    empty: {
      answers: [answer(sso.query, { connection: null, domains: [], redirectUri: null })],
      shows: 'No mail domain yet',
    },
    refused: {
      answers: [answer(sso.query, { connection: null, domains: [], redirectUri: null })],
      steps: [type('Issuer', 'no address'), press('Save'), see(/: Required$/)],
      shows: 'Invalid issuer.',
    },
    'saved without a new secret': {
      answers: [answer(sso.save, { version: 2 })],
      steps: [type('Client ID', 'portal'), press('Save')],
      shows: 'Single sign-on is saved.',
    },
    failed: { answers: [fail(sso.query)], shows: 'This could not be loaded' },
    full: { shows: 'Waiting for the TXT record' },
    longest: {
      answers: [
        answer(sso.query, {
          connection: { ...connection, issuer: `https://${unbrokenText(400)}`, clientId: unbrokenText(300) },
          redirectUri: `${redirectUri}${unbrokenText(200)}`,
          domains: [{ ...domain, domain: `${'x'.repeat(240)}.example`, recordText: unbrokenText(200), provedAt: null }],
        }),
      ],
      shows: 'Waiting for the TXT record',
    },
    phone: { shows: 'Waiting for the TXT record' },
    'view permission only': {
      as: { holds: ['Role_View'] },
      shows: 'You can view these settings, but not change them.',
    },
  },
})
