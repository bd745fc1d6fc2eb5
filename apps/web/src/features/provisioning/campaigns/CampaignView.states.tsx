import * as comments from '@simwright/contract/insight/comment'
import { enterpriseInfo } from '@simwright/contract/people/session'
import { queryOrder } from '@simwright/contract/platform/plan'
import * as configurations from '@simwright/contract/profiles/configuration'
import * as groups from '@simwright/contract/profiles/group'
import * as batches from '@simwright/contract/provisioning/batch'
import * as campaigns from '@simwright/contract/provisioning/campaign'
import * as delivery from '@simwright/contract/provisioning/delivery'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, pageOf, refuse, wait } from '../../../states/answer.ts'
import { enterprise, userPlan } from '../../../states/frame-answers.ts'
import { hoursAgo, longText, sampleId, unbrokenText } from '../../../states/sample.ts'
import { sampleComments } from '../../../states/sample-comments.ts'
import { batch, campaignRow, configuration, configurationRow, group } from '../../../states/sample-provisioning.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { absent, focused, press, see, type, wayBack } from '../../../states/step.ts'

const active: campaigns.Campaign = {
  ...campaignRow,
  version: 2,
  deviceLimit: 1,
  maxAttempts: 10,
  confirmationCodeRequired: true,
  atEnd: 'KEEP',
  recycling: null,
  publicPage: true,
  title: 'Welcome to Northwind',
  welcome: 'Scan the code, and be on line.',
  notes: 'Posters in all halls',
  activationCode: 'LPA:1$smdp.northwind.example$0B5E087B10E779E19A25A9A3E9B2CEF1$$1',
  link: 'https://portal.northwind.example/c/cnUfFQP3RmuYGV647zbMMA',
  startedAt: hoursAgo(100),
  endedAt: null,
  leftOver: null,
  createdBy: 'Ada Byron',
  counts: {
    profiles: 2000,
    free: 1180,
    held: 8,
    downloaded: 12,
    installed: 790,
    failed: 6,
    deleted: 4,
    refused: 31,
    devices: 19,
  },
}

const draft: campaigns.Campaign = {
  ...active,
  state: 'DRAFT',
  startedAt: null,
  taken: 0,
  profiles: 0,
  counts: {
    profiles: 0,
    free: 0,
    held: 0,
    downloaded: 0,
    installed: 0,
    failed: 0,
    deleted: 0,
    refused: 0,
    devices: 0,
  },
}

const refusal: campaigns.CampaignRefusal = {
  id: sampleId(410),
  at: hoursAgo(2),
  eid: '89049032000000000000000000002782',
  device: 'Apple iPhone 13 Pro',
  tac: '35728509',
  address: '203.0.113.7',
  subjectCode: '8.2.6',
  reasonCode: '3.8',
  text: 'The device has its share of profiles.',
}

listStates({
  name: 'Campaign, details',
  at: linkTo(pages.campaigns, { search: { campaign: campaignRow.id } }),
  answers: [
    answer(campaigns.get, active),
    wait(campaigns.live),
    answer(batches.list, pageOf([batch])),
    answer(groups.list, { items: [group] }),
    answer(delivery.presets, { items: [] }),
    answer(campaigns.outcome, {
      statuses: [
        { status: 'ENABLED', count: 700 },
        { status: 'INSTALLED', count: 90 },
        { status: 'DOWNLOADED', count: 12 },
      ],
      recycling: [],
      refusals: [{ subjectCode: '8.2.6', reasonCode: '3.8', text: refusal.text, count: 31, devices: 19 }],
      looked: null,
    }),
    answer(campaigns.trend, {
      points: Array.from({ length: 48 }, (_, hour) => ({ at: hoursAgo(47 - hour), count: (hour * 7) % 23 })),
    }),
    answer(campaigns.refusals, pageOf([refusal])),
    answer(comments.list, sampleComments),
  ],
  states: {
    loading: { answers: [wait(campaigns.get)], shows: SKELETON },
    empty: { answers: [answer(campaigns.get, draft)], shows: 'Add profiles to start the campaign.' },
    refused: { answers: [refuse(campaigns.get, 'not_found')], shows: 'Campaign not found' },
    failed: { answers: [fail(campaigns.get)], shows: 'This could not be loaded' },
    full: { steps: [absent(/this campaign could use/), wayBack('Campaign')], shows: refusal.text },
    'more than the plan has left': {
      answers: [
        answer(queryOrder, {
          ...userPlan,
          downloads: { ...userPlan.downloads, available: 687, extraDownloadCents: null },
        }),
      ],
      shows: /has 687 of 10,000 downloads left, and this campaign could use 688\. Devices beyond that get no profile/,
    },
    longest: {
      answers: [
        answer(campaigns.get, {
          ...active,
          name: unbrokenText(64),
          configurationName: unbrokenText(64),
          title: unbrokenText(80),
          welcome: longText(500),
          notes: unbrokenText(500),
          createdBy: unbrokenText(64),
        }),
        answer(campaigns.refusals, pageOf([{ ...refusal, device: longText(120), text: longText(200) }])),
      ],
      shows: unbrokenText(64),
    },
    'a code for test cards only': {
      answers: [answer(enterpriseInfo, { ...enterprise, testIssuerOnly: true })],
      shows: /^Only virtual phones and test cards can install this/,
    },
    phone: { shows: refusal.text },
    'view permission only': { as: { holds: ['Campaign_View'] }, shows: refusal.text },
    'its panels failed': {
      answers: [fail(campaigns.outcome), fail(campaigns.trend), fail(campaigns.refusals)],
      shows: 'This could not be loaded',
    },
    ended: {
      answers: [
        answer(campaigns.get, {
          ...active,
          state: 'ENDED',
          endedAt: hoursAgo(1),
          leftOver: 1180,
          atEnd: 'RECYCLE',
          recycling: { profiles: 790, begunAt: hoursAgo(1), doneAt: null },
        }),
      ],
      shows: 'Returned',
    },
    'end dialog': { steps: [press('More'), press('End')], shows: 'End this campaign?' },
  },
})

const secondStep = [press('More'), press('Edit'), press('Next'), see('When it ends')]
const lastStep = [...secondStep, press('Next'), see('Heading')]

listStates({
  name: 'Campaign, steps of the dialog',
  at: linkTo(pages.campaigns, { search: { campaign: campaignRow.id } }),
  answers: [
    answer(campaigns.get, { ...draft, configurationId: configurationRow.id }),
    answer(comments.list, sampleComments),
    wait(campaigns.live),
    answer(batches.list, pageOf([batch])),
    answer(groups.list, { items: [group] }),
    answer(delivery.presets, { items: [] }),
    answer(configurations.get, configuration),
    answer(configurations.list, pageOf([configurationRow])),
    wait(campaigns.outcome),
    wait(campaigns.trend),
    wait(campaigns.refusals),
  ],
  states: {
    full: { steps: secondStep, shows: 'When it ends' },
    refused: { steps: [...secondStep, type('Per device', ''), press('Next')], shows: 'At least 1.' },
    phone: { steps: secondStep, shows: 'When it ends' },
    'time that is not readable': {
      steps: [...secondStep, type('Begins', 'soon'), press('Next'), see('When it ends')],
      shows: /^Enter a day and a time in 24-hour format/,
    },
    'calendar with a time': {
      steps: [
        ...secondStep,
        type('Begins', '30/9/2026 7:05'),
        press('Calendar: Begins'),
        focused('30 September 2026'),
        press('2 September 2026'),
        see('2 Sept 2026, 07:05'),
        press('Done'),
        absent('September 2026'),
      ],
      shows: 'UTC',
    },
    'public page': { steps: lastStep, shows: 'Heading' },
  },
})
