import * as views from '@simwright/contract/insight/view'
import * as configurations from '@simwright/contract/profiles/configuration'
import * as campaigns from '@simwright/contract/provisioning/campaign'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, pageOf, wait } from '../../../states/answer.ts'
import { sampleId, unbrokenText } from '../../../states/sample.ts'
import { campaignRow, configurationRow } from '../../../states/sample-provisioning.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { press, type } from '../../../states/step.ts'

const rows: campaigns.CampaignRow[] = [
  campaignRow,
  { ...campaignRow, id: sampleId(401), name: 'Trade fair', state: 'DRAFT', taken: 0, cap: null, startsAt: null },
  { ...campaignRow, id: sampleId(402), name: 'Winter', state: 'SCHEDULED', taken: 0 },
  { ...campaignRow, id: sampleId(403), name: 'Crew', state: 'PAUSED' },
  { ...campaignRow, id: sampleId(404), name: 'Spring', state: 'ENDED' },
]

listStates({
  name: 'Campaign',
  at: linkTo(pages.campaigns),
  answers: [answer(views.list, { items: [] }), answer(campaigns.list, pageOf(rows))],
  states: {
    loading: { answers: [wait(campaigns.list)], shows: SKELETON },
    empty: { answers: [answer(campaigns.list, pageOf([]))], shows: 'No campaign yet' },
    'nothing matches': {
      at: linkTo(pages.campaigns, { search: { search: 'nowhere' } }),
      answers: [answer(campaigns.list, pageOf([]))],
      shows: 'Nothing matches these filters',
    },
    failed: { answers: [fail(campaigns.list)], shows: 'This could not be loaded' },
    full: { shows: 'Trade fair' },
    longest: {
      answers: [
        answer(
          campaigns.list,
          pageOf([
            {
              ...campaignRow,
              id: sampleId(405),
              name: unbrokenText(64),
              configurationName: unbrokenText(64),
              profiles: 100_000,
              taken: 100_000,
              cap: 100_000,
            },
            ...rows,
          ]),
        ),
      ],
      shows: 'Trade fair',
    },
    phone: { shows: 'Trade fair' },
  },
})

listStates({
  name: 'Campaign, new campaign dialog',
  at: linkTo(pages.campaigns),
  answers: [
    answer(views.list, { items: [] }),
    answer(campaigns.list, pageOf(rows)),
    answer(configurations.list, pageOf([configurationRow])),
  ],
  states: {
    empty: { steps: [press('New campaign')], shows: 'For you and your colleagues.' },
    full: { steps: [press('New campaign'), type('Name', 'Summer')], shows: 'For you and your colleagues.' },
    refused: { steps: [press('New campaign'), press('Next')], shows: 'Required' },
    phone: { steps: [press('New campaign')], shows: 'For you and your colleagues.' },
  },
})
