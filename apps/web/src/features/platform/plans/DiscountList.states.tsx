import * as discount from '@simwright/contract/money/discount'
import * as seller from '@simwright/contract/money/seller'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, pageOf, refuse, wait } from '../../../states/answer.ts'
import { hoursAgo, longText, sampleId, unbrokenText } from '../../../states/sample.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { press, see, type } from '../../../states/step.ts'

const code: discount.DiscountRow = {
  id: sampleId(2800),
  version: 1,
  platformId: sampleId(2801),
  platform: 'Simwright',
  code: 'WELCOME-20',
  percent: 20,
  cents: null,
  state: 'ACTIVE',
  used: 12,
  terms: {
    plans: ['PRO', 'PREMIUM'],
    billingTypes: ['ANNUALLY'],
    maxUses: 50,
    oncePerEnterprise: true,
    until: '2030-12-31',
    note: 'Fair in Lyon',
  },
  stoppedAt: null,
  createdAt: hoursAgo(50),
}

const open = { plans: [], billingTypes: [], maxUses: null, oncePerEnterprise: false, until: null, note: '' }

const rows: discount.DiscountRow[] = [
  code,
  { ...code, id: sampleId(2802), code: 'PARTNER50', percent: null, cents: 5_000, used: 3, terms: open },
  { ...code, id: sampleId(2803), code: 'SPRING', state: 'EXPIRED', terms: { ...code.terms, until: '2026-03-31' } },
  { ...code, id: sampleId(2804), code: 'FIRST-10', state: 'USED_UP', used: 10, terms: { ...open, maxUses: 10 } },
  { ...code, id: sampleId(2805), code: 'LEAKED', state: 'STOPPED', stoppedAt: hoursAgo(3), used: 401, terms: open },
]

const uses: discount.DiscountUse[] = [
  {
    enterpriseId: sampleId(2810),
    enterprise: 'Northwind Mobile',
    orderCode: '20261123000000012345',
    usedAt: hoursAgo(4),
  },
  {
    enterpriseId: sampleId(2811),
    enterprise: 'Harbour Telecom',
    orderCode: '20261122000000012344',
    usedAt: hoursAgo(20),
  },
]

const platform: seller.PlatformSeller = {
  platformId: sampleId(2801),
  platform: 'Simwright',
  version: 0,
  fields: null,
  updatedAt: null,
}

const long: discount.DiscountRow = {
  ...code,
  code: unbrokenText(32),
  platform: unbrokenText(40),
  percent: null,
  cents: 10_000_000,
  used: 999_999,
  terms: {
    plans: ['BASIC', 'PRO', 'PREMIUM'],
    billingTypes: ['MONTHLY', 'ANNUALLY'],
    maxUses: 1_000_000,
    oncePerEnterprise: true,
    until: '9999-12-31',
    note: longText(500),
  },
}

listStates({
  name: 'Admin, discount codes',
  at: linkTo(pages.plans, { search: { tab: 'discounts' } }),
  as: 'staff',
  answers: [answer(discount.list, pageOf(rows)), answer(seller.list, { platforms: [platform] })],
  states: {
    loading: { answers: [wait(discount.list)], shows: SKELETON },
    empty: { answers: [answer(discount.list, pageOf([]))], shows: 'No discount codes yet' },
    failed: { answers: [fail(discount.list)], shows: 'This could not be loaded' },
    full: { shows: 'PARTNER50' },
    longest: { answers: [answer(discount.list, pageOf([long]))], shows: unbrokenText(32) },
    phone: { shows: 'PARTNER50' },
    'unsaved discount': {
      steps: [press('Create discount'), see('Create a discount code'), type('Code', 'SPRING'), press('Cancel')],
      shows: 'Discard unsaved changes?',
    },
    'create dialog': { steps: [press('Create discount')], shows: 'Create a discount code' },
    'create dialog, amount, refused': {
      answers: [
        answer(seller.list, {
          platforms: [platform, { ...platform, platformId: sampleId(2806), platform: unbrokenText(40) }],
        }),
        refuse(discount.add, 'invalid', {
          faults: [{ path: 'fields.code', rule: 'taken', text: 'This platform has a discount with this code.' }],
        }),
      ],
      steps: [
        press('Create discount'),
        type('Code', 'welcome-20'),
        press('An amount'),
        type('Amount, in USD', '50'),
        press('Create discount'),
      ],
      shows: 'This platform has a discount with this code.',
    },
    'view permission only': { as: { holds: ['Admin_Plan_View'] }, shows: 'PARTNER50' },
  },
})

listStates({
  name: 'Admin, drawer of a discount code',
  at: linkTo(pages.plans, { search: { tab: 'discounts', open: code.id } }),
  as: 'staff',
  answers: [answer(discount.list, pageOf(rows)), answer(discount.get, { discount: code, uses })],
  states: {
    loading: { answers: [wait(discount.get)], shows: SKELETON },
    refused: { answers: [refuse(discount.get, 'not_found')], shows: 'Discount code not found' },
    failed: { answers: [fail(discount.get)], shows: 'This could not be loaded' },
    empty: {
      answers: [answer(discount.get, { discount: { ...code, used: 0 }, uses: [] })],
      shows: 'No order has used this code yet.',
    },
    full: { shows: 'Harbour Telecom' },
    longest: {
      answers: [
        answer(discount.get, {
          discount: { ...long, id: code.id },
          uses: [{ ...uses[0]!, enterprise: unbrokenText(128) }],
        }),
      ],
      shows: unbrokenText(128),
    },
    phone: { shows: 'Harbour Telecom' },
    stopped: {
      answers: [answer(discount.get, { discount: { ...rows[4]!, id: code.id }, uses })],
      shows: 'The last 2 of 401 uses.',
    },
    'save refused': {
      answers: [refuse(discount.edit, 'changed_meanwhile')],
      steps: [type('Maximum number of uses', '60'), press('Save')],
      shows: 'Show what they saved',
    },
    'stop dialog': { steps: [press('Stop code')], shows: 'Stop this discount code?' },
    'view permission only': {
      as: { holds: ['Admin_Plan_View'] },
      shows: 'You can view this discount code, but not change it.',
    },
  },
})
