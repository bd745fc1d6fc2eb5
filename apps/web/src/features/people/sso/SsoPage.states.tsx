import type { OutputOf } from '@simwright/contract/endpoint'
import * as sso from '@simwright/contract/people/sso'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, refuse, wait } from '../../../states/answer.ts'
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
  testedAt: hoursAgo(50),
  version: 2,
  updatedAt: hoursAgo(50),
}

const signedIn: NonNullable<sso.SsoTest['result']> = {
  failure: null,
  email: 'ada@northwind.example',
  name: 'Ada Byron',
  claims: ['sub', 'email', 'email_verified', 'given_name', 'family_name'],
  error: '',
  tried: '',
}
const test: sso.SsoTest = {
  issuer: connection.issuer,
  clientId: connection.clientId,
  state: 'PASSED',
  at: hoursAgo(1),
  ofSaved: true,
  result: signedIn,
}
const failed = (result: Partial<typeof signedIn>): sso.SsoTest => ({
  ...test,
  state: 'FAILED',
  result: { ...signedIn, ...result },
})

const signOutUri = 'https://portal.example/login'
const redirectUri = 'https://portal.example/oauth/callback/sso-0197f000'

const settingsAnswer = (given: Partial<OutputOf<typeof sso.query>>) =>
  answer(sso.query, { connection, test: null, redirectUri, signOutUri, domains: [domain], ...given })

listStates({
  name: 'Single sign-on',
  at: linkTo(pages.sso),
  answers: [
    answer(sso.query, {
      connection,
      test: null,
      redirectUri,
      signOutUri,
      domains: [domain, { ...domain, domain: 'northwind.test', provedAt: null, provedBy: null }],
    }),
  ],
  states: {
    loading: { answers: [wait(sso.query)], shows: SKELETON },
    empty: {
      answers: [answer(sso.query, { connection: null, test: null, domains: [], redirectUri, signOutUri })],
      shows: 'No mail domains yet',
    },
    refused: {
      answers: [answer(sso.query, { connection: null, test: null, domains: [], redirectUri, signOutUri })],
      steps: [type('Issuer', 'no address'), press('Save'), see(/: Required$/)],
      shows: 'Invalid issuer.',
    },
    'saved without a new secret': {
      answers: [answer(sso.save, { version: 2 })],
      steps: [press(/^Require single sign-on/), press('Save')],
      shows: 'Single sign-on saved.',
    },
    'changed settings need a test': {
      steps: [type('Client ID', 'portal')],
      shows: 'Test the changed settings before you save them.',
    },
    'a test that waits for the sign-in': {
      answers: [settingsAnswer({ test: { ...test, state: 'RUNNING', result: null } })],
      shows: /^Sign in at your provider in the other window/,
    },
    'a test that worked': {
      answers: [
        settingsAnswer({ test, connection: { ...connection, enabled: false, testedAt: null } }),
        answer(sso.save, { version: 3 }),
      ],
      steps: [press(/^Single sign-on is on/), press('Save')],
      shows: 'Single sign-on saved.',
    },
    'a test of earlier settings': {
      answers: [settingsAnswer({ test })],
      steps: [type('Client ID', 'portal')],
      shows: /^The settings have changed since this test/,
    },
    'a test that the provider refused': {
      answers: [
        settingsAnswer({
          test: failed({
            failure: 'REFUSED',
            email: '',
            name: '',
            claims: [],
            error: 'invalid_client: client authentication failed',
            tried: 'https://login.northwind.example/token',
          }),
        }),
      ],
      shows: 'invalid_client: client authentication failed',
    },
    'a test with an address of another domain': {
      answers: [settingsAnswer({ test: failed({ failure: 'FOREIGN_DOMAIN', email: 'ada@elsewhere.example' }) })],
      shows: 'elsewhere.example, not verified',
    },
    'a test with an issuer that does not answer': {
      answers: [
        refuse(sso.beginTest, 'invalid', {
          faults: [{ path: 'issuer', rule: 'unreachable', text: 'No answer from there.' }],
        }),
      ],
      steps: [press('Test sign-in')],
      shows: 'No answer from there.',
    },
    'steps for a provider': { steps: [press('Keycloak')], shows: /^In your realm/ },
    'an issuer that does not answer': {
      answers: [
        refuse(sso.save, 'invalid', {
          faults: [{ path: 'issuer', rule: 'unreachable', text: 'No answer from there.' }],
        }),
      ],
      steps: [press(/^Require single sign-on/), press('Save'), see(/: No answer from there\.$/)],
      shows: 'No answer from there.',
    },
    failed: { answers: [fail(sso.query)], shows: 'This could not be loaded' },
    full: { shows: 'Waiting for the TXT record' },
    longest: {
      answers: [
        answer(sso.query, {
          connection: { ...connection, issuer: `https://${unbrokenText(400)}`, clientId: unbrokenText(300) },
          test: failed({
            failure: 'REFUSED',
            email: `${unbrokenText(200)}@northwind.example`,
            claims: [unbrokenText(64), unbrokenText(64)],
            error: unbrokenText(300),
            tried: `https://${unbrokenText(400)}`,
          }),
          redirectUri: `${redirectUri}${unbrokenText(200)}`,
          signOutUri,
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
