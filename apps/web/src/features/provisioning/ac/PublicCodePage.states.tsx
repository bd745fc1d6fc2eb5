import * as delivery from '@simwright/contract/provisioning/delivery'
import type { EndUserLanguage, EndUserTexts } from '@simwright/contract/provisioning/end-user-text'
import { endUserTexts as ar } from '@simwright/contract/provisioning/end-user-text/ar'
import { endUserTexts as de } from '@simwright/contract/provisioning/end-user-text/de'
import { endUserTexts as es } from '@simwright/contract/provisioning/end-user-text/es'
import { endUserTexts as fr } from '@simwright/contract/provisioning/end-user-text/fr'
import { linkTo, publicPages } from '../../../paths.ts'
import { answer, fail, refuse, wait } from '../../../states/answer.ts'
import { hoursAgo, unbrokenText } from '../../../states/sample.ts'
import { listStates, SKELETON } from '../../../states/state.ts'

const slug = 'cnUfFQP3RmuYGV647zbMMA'

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
  page: { logo: null, accent: null, texts: {} },
  testDevicesOnly: false,
  opensAt: null,
  opensTimeZone: null,
}

const early = {
  ...code,
  activationCode: null,
  matchingId: null,
  state: 'soon' as const,
  opensAt: '2030-03-01T08:00:00.000Z',
  opensTimeZone: 'Europe/Berlin',
}

const ownLook = {
  logo: { url: '/icon.svg', name: 'Northwind Trading' },
  accent: {
    palette: [
      '#e8f7ef',
      '#d3eddf',
      '#a5dcbf',
      '#73ca9d',
      '#4bba81',
      '#32b06f',
      '#22ab66',
      '#129656',
      '#04854a',
      '#00733d',
    ],
    shade: 8,
  },
  texts: { en: { readyText: 'Do this at home, on Wi-Fi.' } },
}

listStates({
  name: 'Public page of an activation code',
  at: linkTo(publicPages.publicCode, { params: { slug }, search: { lang: 'en' } }),
  as: 'guest',
  answers: [answer(delivery.publicCode, code), wait(delivery.publicCourse)],
  states: {
    loading: { answers: [wait(delivery.publicCode)], shows: SKELETON },
    empty: { answers: [answer(delivery.publicCode, { ...code, state: 'expired' })], shows: 'Expired' },
    refused: { answers: [refuse(delivery.publicCode, 'code_gone')], shows: 'This page is not available' },
    failed: { answers: [fail(delivery.publicCode)], shows: 'This page could not be loaded' },
    full: { shows: 'Ready to install' },
    'test cards only': {
      answers: [answer(delivery.publicCode, { ...code, testDevicesOnly: true })],
      shows: 'Only test cards can install this eSIM: its server has no live certificate.',
    },
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
    'own look': {
      answers: [answer(delivery.publicCode, { ...code, page: ownLook })],
      shows: 'Do this at home, on Wi-Fi.',
    },
    'opens at a date': {
      answers: [answer(delivery.publicCode, early)],
      shows: 'This page opens on March 1, 2030 at 9:00 AM GMT+1.',
    },
    enabled: {
      answers: [answer(delivery.publicCode, { ...code, state: 'enabled' })],
      shows: 'Installed and turned on',
    },
  },
})

const others = { de, fr, es, ar } satisfies Partial<Record<EndUserLanguage, EndUserTexts>>

for (const [lang, texts] of Object.entries(others))
  listStates({
    name: `Public page of an activation code, ${lang}`,
    at: linkTo(publicPages.publicCode, { params: { slug }, search: { lang: lang as keyof typeof others } }),
    as: 'guest',
    answers: [answer(delivery.publicCode, code), wait(delivery.publicCourse)],
    states: {
      empty: { answers: [answer(delivery.publicCode, { ...code, state: 'expired' })], shows: texts.expired },
      refused: { answers: [refuse(delivery.publicCode, 'code_gone')], shows: texts.closed },
      failed: { answers: [fail(delivery.publicCode)], shows: texts.failed },
      full: { shows: texts.ready },
      'opens at a date': { answers: [answer(delivery.publicCode, early)], shows: texts.soon },
      phone: { shows: texts.ready },
    },
  })
