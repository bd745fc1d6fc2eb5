import * as views from '@simwright/contract/insight/view'
import { queryOrder } from '@simwright/contract/platform/plan'
import * as configurations from '@simwright/contract/profiles/configuration'
import * as batches from '@simwright/contract/provisioning/batch'
import * as campaigns from '@simwright/contract/provisioning/campaign'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, pageOf, refuse, wait } from '../../../states/answer.ts'
import { userPlan } from '../../../states/frame-answers.ts'
import { sampleId, unbrokenText } from '../../../states/sample.ts'
import { batch, campaignRow, configuration, configurationRow } from '../../../states/sample-provisioning.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { absent, focused, press, see, type } from '../../../states/step.ts'

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
    empty: { answers: [answer(campaigns.list, pageOf([]))], shows: 'No campaigns yet' },
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

const secondStep = [
  press('New campaign'),
  focused('Name'),
  type('Name', 'Summer'),
  press(/^Profile configuration/),
  press(/^Consumer plan/),
  press('Next'),
]
const profilesStep = [...secondStep, press('Batch'), press(/^B929481322175/)]

const creation = [
  ...profilesStep,
  see('40 profiles can be added'),
  press('Next'),
  see('When it ends'),
  press('Next'),
  see('Heading'),
  press('Create draft'),
]

/** Ends the loading of the drawer that opens after the dialog, sooner or later than the notice is seen. */
const draftIsGone = refuse(campaigns.get, 'not_found')

listStates({
  name: 'Campaign, new campaign dialog',
  at: linkTo(pages.campaigns),
  answers: [
    answer(views.list, { items: [] }),
    answer(campaigns.list, pageOf(rows)),
    answer(configurations.list, pageOf([configurationRow])),
    answer(configurations.get, configuration),
    answer(batches.list, pageOf([batch])),
    answer(campaigns.previewNew, {
      fit: 40,
      capped: false,
      unfit: [
        { reason: 'USED', count: 4163 },
        { reason: 'BOUND', count: 5 },
      ],
    }),
  ],
  states: {
    empty: { steps: [press('New campaign')], shows: 'For you and your colleagues.' },
    full: { steps: [press('New campaign'), type('Name', 'Summer')], shows: 'For you and your colleagues.' },
    refused: { steps: [press('New campaign'), press('Next')], shows: 'Required' },
    'kept after the question': {
      steps: [press('New campaign'), focused('Name'), type('Name', 'Summer'), press('Close'), press('Keep editing')],
      shows: 'Summer',
    },
    phone: { steps: [press('New campaign')], shows: 'For you and your colleagues.' },
    profiles: { steps: [...profilesStep, absent(/this campaign could use/)], shows: '40 profiles can be added' },
    'more profiles than the plan has downloads left': {
      answers: [answer(queryOrder, { ...userPlan, downloads: { ...userPlan.downloads, available: 39 } })],
      steps: profilesStep,
      shows: /this campaign could use 40\. Each download beyond that is billed at \$0\.30\.$/,
    },
    'created with profiles': {
      steps: creation,
      answers: [answer(campaigns.add, { id: sampleId(406) }), answer(campaigns.fill, { added: 40 }), draftIsGone],
      shows: 'Draft created with 40 profiles.',
    },
    'created, and the profiles are refused': {
      steps: creation,
      answers: [answer(campaigns.add, { id: sampleId(406) }), refuse(campaigns.fill, 'changed_meanwhile'), draftIsGone],
      shows: /^Draft created without profiles\./,
    },
    'profiles without the permission to list batches': {
      as: { holds: ['Campaign_View', 'Campaign_Edit', 'Group_View', 'Profile_Config_View'] },
      steps: secondStep,
      shows: /^Your role cannot list batches\./,
    },
  },
})
