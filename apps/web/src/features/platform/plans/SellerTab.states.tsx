import * as seller from '@simwright/contract/money/seller'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, refuse, wait } from '../../../states/answer.ts'
import { hoursAgo, longText, sampleId, unbrokenText } from '../../../states/sample.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { press, type } from '../../../states/step.ts'

const stored: seller.PlatformSeller = {
  platformId: sampleId(2820),
  platform: 'Simwright',
  version: 3,
  updatedAt: hoursAgo(50),
  fields: {
    seller: {
      name: 'Simwright GmbH',
      street: 'Torstraße 140',
      postalCode: '10119',
      city: 'Berlin',
      region: '',
      country: 'DE',
      vatNumber: 'DE123456789',
      bankHolder: 'Simwright GmbH',
      bankName: 'Berliner Bank',
      bankAccount: 'DE89 3704 0044 0532 0130 00',
      bic: 'COBADEFFXXX',
      invoicePrefix: 'SW-',
      footer: 'Managing director: Ada Byron. Amtsgericht Charlottenburg, HRB 123456.',
      replyMail: 'billing@simwright.example',
    },
    rates: [
      { country: 'DE', rate: 1900, validFrom: '2020-01-01' },
      { country: 'FR', rate: 2000, validFrom: '2020-01-01' },
      { country: 'CH', rate: 810, validFrom: '2024-01-01' },
    ],
  },
}

const fields = stored.fields!

const long: seller.PlatformSeller = {
  ...stored,
  fields: {
    seller: {
      ...fields.seller,
      name: unbrokenText(128),
      street: longText(200),
      city: unbrokenText(100),
      region: unbrokenText(100),
      bankHolder: unbrokenText(128),
      bankName: longText(128),
      invoicePrefix: unbrokenText(12),
      footer: longText(400),
    },
    rates: Array.from({ length: 12 }, (_, index) => ({
      country: 'GS',
      rate: 10_000,
      validFrom: `2020-${String(index + 1).padStart(2, '0')}-01`,
    })),
  },
}

listStates({
  name: 'Admin, tax and seller',
  at: linkTo(pages.plans, { search: { tab: 'seller' } }),
  as: 'staff',
  answers: [answer(seller.list, { platforms: [stored] })],
  states: {
    loading: { answers: [wait(seller.list)], shows: SKELETON },
    empty: {
      answers: [answer(seller.list, { platforms: [{ ...stored, version: 0, fields: null, updatedAt: null }] })],
      shows: /No seller data yet/,
    },
    failed: { answers: [fail(seller.list)], shows: 'This could not be loaded' },
    full: { shows: 'Simwright GmbH' },
    refused: {
      steps: [type('VAT number', 'DE12'), press('Save Seller')],
      shows: 'Not a VAT number of this country, such as DE123456789.',
    },
    'changed by somebody else': {
      answers: [refuse(seller.edit, 'changed_meanwhile')],
      steps: [type('Company', 'Simwright AG'), press('Save Seller')],
      shows: 'Show what they saved',
    },
    'several platforms': {
      answers: [
        answer(seller.list, {
          platforms: [stored, { ...stored, platformId: sampleId(2821), platform: unbrokenText(40), fields: null }],
        }),
      ],
      shows: 'Platform',
    },
    longest: { answers: [answer(seller.list, { platforms: [long] })], shows: unbrokenText(128) },
    phone: { shows: 'Simwright GmbH' },
    'view permission only': {
      as: { holds: ['Admin_Plan_View'] },
      shows: 'You can view seller and tax rates, but not change them.',
    },
  },
})
