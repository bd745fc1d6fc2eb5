import type { OutputOf } from '@simwright/contract/endpoint'
import * as campaigns from '@simwright/contract/provisioning/campaign'
import { endUserTexts as ar } from '@simwright/contract/provisioning/end-user-text/ar'
import { linkTo, publicPages } from '../../../paths.ts'
import { answer, fail, refuse, wait } from '../../../states/answer.ts'
import { hoursAgo, longText, unbrokenText } from '../../../states/sample.ts'
import { listStates, SKELETON } from '../../../states/state.ts'

const campaign: OutputOf<typeof campaigns.publicCampaign> = {
  sys: 'simwright',
  title: 'Welcome to Northwind',
  welcome: 'Scan the code, and be on line.',
  serviceProviderName: 'Northwind',
  state: 'open',
  startsAt: hoursAgo(100),
  endsAt: hoursAgo(-300),
  activationCode: 'LPA:1$smdp.northwind.example$0B5E087B10E779E19A25A9A3E9B2CEF1$$1',
  smdpAddress: 'smdp.northwind.example',
  matchingId: '0B5E087B10E779E19A25A9A3E9B2CEF1',
  confirmationCodeRequired: false,
  look: null,
  page: { logo: null, accent: null, texts: {} },
  testDevicesOnly: false,
}

const closed = { ...campaign, activationCode: null, matchingId: null }

listStates({
  name: 'Public page of a campaign',
  at: linkTo(publicPages.publicCampaign, {
    params: { slug: 'cnUfFQP3RmuYGV647zbMMA' },
    search: { lang: 'en' },
  }),
  as: 'guest',
  answers: [answer(campaigns.publicCampaign, campaign)],
  states: {
    loading: { answers: [wait(campaigns.publicCampaign)], shows: SKELETON },
    empty: { answers: [answer(campaigns.publicCampaign, { ...closed, state: 'ended' })], shows: campaign.title },
    refused: { answers: [refuse(campaigns.publicCampaign, 'campaign_gone')], shows: 'This page is not available' },
    failed: { answers: [fail(campaigns.publicCampaign)], shows: 'This page could not be loaded' },
    full: { shows: campaign.welcome },
    'test cards only': {
      answers: [answer(campaigns.publicCampaign, { ...campaign, testDevicesOnly: true })],
      shows: 'Only test cards can install this eSIM: its server has no live certificate.',
    },
    longest: {
      answers: [answer(campaigns.publicCampaign, { ...campaign, title: unbrokenText(80), welcome: longText(500) })],
      shows: longText(500),
    },
    phone: { shows: campaign.welcome },
    'not started': { answers: [answer(campaigns.publicCampaign, { ...closed, state: 'soon' })], shows: campaign.title },
    'all profiles taken': {
      answers: [answer(campaigns.publicCampaign, { ...closed, state: 'taken' })],
      shows: campaign.title,
    },
    Arabic: {
      at: linkTo(publicPages.publicCampaign, {
        params: { slug: 'cnUfFQP3RmuYGV647zbMMA' },
        search: { lang: 'ar' },
      }),
      answers: [answer(campaigns.publicCampaign, { ...closed, state: 'soon' })],
      shows: ar.soon,
    },
  },
})
