import * as plans from '@simwright/contract/platform/plan'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, refuse, wait } from '../../../states/answer.ts'
import { hoursAgo } from '../../../states/sample.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { press, type } from '../../../states/step.ts'

const row: plans.PlanRow = {
  name: 'PRO',
  version: 2,
  givenOnly: false,
  annualCents: 160_900,
  updatedAt: hoursAgo(50),
  fields: {
    monthlyCents: 14_900,
    extraDownloadCents: 60,
    tiers: [
      { downloads: 500, monthlyCents: 32_900 },
      { downloads: 1_000, monthlyCents: 55_400 },
    ],
    limits: {
      downloads: 100,
      configurations: 20,
      configurationTypes: ['Regular', 'Private_LTE'],
      oplmn: 50,
      fplmn: 50,
      redownloadsAMonth: 10,
      downloadAttempts: 20,
      members: 5,
      features: ['OPEN_API', 'WEBHOOK'],
      apiCallsASecond: 5,
      iccids: 100_000,
      rules: 100,
    },
  },
}

const rows: plans.PlanRow[] = [
  {
    ...row,
    name: 'LAB',
    givenOnly: true,
    updatedAt: null,
    fields: { ...row.fields, tiers: [], limits: { ...row.fields.limits, downloads: null, members: null } },
  },
  row,
]

listStates({
  name: 'Admin, plans',
  at: linkTo(pages.plans),
  as: 'staff',
  answers: [answer(plans.table, { plans: rows })],
  states: {
    loading: { answers: [wait(plans.table)], shows: SKELETON },
    empty: { answers: [answer(plans.table, { plans: [] })], shows: 'No plans' },
    failed: { answers: [fail(plans.table)], shows: 'This could not be loaded' },
    full: { shows: 'Not sold' },
    longest: {
      answers: [
        answer(plans.table, {
          plans: [{ ...row, annualCents: 99_999_999_900, fields: { ...row.fields, monthlyCents: 10_000_000 } }],
        }),
      ],
      shows: 'PRO',
    },
    phone: { shows: 'Not sold' },
  },
})

listStates({
  name: 'Admin, drawer of a plan',
  at: linkTo(pages.plans, { search: { open: 'PRO' } }),
  as: 'staff',
  answers: [answer(plans.table, { plans: rows })],
  states: {
    full: { shows: 'Features' },
    refused: {
      steps: [type('Price a month, in USD', '150'), press('Save')],
      answers: [
        refuse(plans.edit, 'invalid', {
          faults: [{ path: 'fields.monthlyCents', rule: 'max', text: 'More than the next plan.' }],
        }),
      ],
      shows: 'More than the next plan.',
    },
    'view permission only': {
      as: { holds: ['Admin_Plan_View'] },
      shows: 'You can view this plan, but not change it.',
    },
    phone: { shows: 'Features' },
  },
})
