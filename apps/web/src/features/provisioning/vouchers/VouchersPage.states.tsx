import { problems } from '@simwright/contract/problem'
import * as campaigns from '@simwright/contract/provisioning/campaign'
import * as vouchers from '@simwright/contract/provisioning/voucher'
import { linkTo, pages } from '../../../paths.ts'
import { answer, fail, pageOf, refuse, wait } from '../../../states/answer.ts'
import { hoursAgo, sampleId, unbrokenText } from '../../../states/sample.ts'
import { campaignRow } from '../../../states/sample-provisioning.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { press, type, wayBack } from '../../../states/step.ts'

const batch: vouchers.VoucherBatch = {
  id: sampleId(900),
  version: 1,
  name: 'Gift cards, spring',
  state: 'VALID',
  campaignId: campaignRow.id,
  campaignName: campaignRow.name,
  count: 1000,
  redeemed: 212,
  revoked: 3,
  wrong: 7,
  expiresAt: hoursAgo(-2000),
  addressLimit: 5,
  link: 'https://portal.northwind.example/v/7k3mq9xa2t',
  codesUntil: hoursAgo(-20),
  revokedAt: null,
  createdAt: hoursAgo(4),
  createdBy: 'Ada Byron',
}

const listed = pageOf([
  batch,
  { ...batch, id: sampleId(901), name: 'Gift cards, winter', state: 'EXPIRED' as const, expiresAt: hoursAgo(9) },
  { ...batch, id: sampleId(902), name: 'Lost box', state: 'REVOKED' as const, redeemed: 0, expiresAt: null },
])

listStates({
  name: 'Vouchers',
  at: linkTo(pages.vouchers),
  answers: [answer(vouchers.list, listed), answer(campaigns.list, pageOf([campaignRow]))],
  states: {
    loading: { answers: [wait(vouchers.list)], shows: SKELETON },
    empty: { answers: [answer(vouchers.list, pageOf([]))], shows: 'No vouchers yet' },
    failed: { answers: [fail(vouchers.list)], shows: 'This could not be loaded' },
    full: { shows: 'Lost box' },
    longest: {
      answers: [
        answer(
          vouchers.list,
          pageOf([{ ...batch, name: unbrokenText(64), campaignName: unbrokenText(64), createdBy: unbrokenText(64) }]),
        ),
      ],
      shows: unbrokenText(64),
    },
    phone: { shows: 'Lost box' },
    'view permission only': { as: { holds: ['Campaign_View'] }, shows: 'Lost box' },
    'new vouchers': {
      steps: [press('New vouchers')],
      shows: /^Vouchers that can be redeemed from one internet address/,
    },
    'nothing filled in': { steps: [press('New vouchers'), press('Create vouchers')], shows: 'Required' },
    'name that is used': {
      answers: [refuse(vouchers.add, 'voucher_batch_name_used', { values: { name: 'Cards' } })],
      at: linkTo(pages.vouchers, { search: { campaign: campaignRow.id } }),
      steps: [press('New vouchers'), type('Name of the batch', 'Cards'), press('Create vouchers')],
      shows: 'A batch of vouchers named "Cards" already exists.',
    },
  },
})

const one: vouchers.Voucher = {
  number: 1,
  state: 'UNUSED',
  redeemedAt: null,
  profileId: null,
  iccid: null,
  address: null,
  revokedAt: null,
}

const all = pageOf([
  one,
  {
    ...one,
    number: 2,
    state: 'REDEEMED' as const,
    redeemedAt: hoursAgo(2),
    profileId: sampleId(100),
    iccid: '89999700000000000273',
    address: '203.0.113.7',
  },
  { ...one, number: 3, state: 'REVOKED' as const, revokedAt: hoursAgo(1) },
])

const detail: vouchers.VoucherBatchDetail = {
  ...batch,
  days: [
    { day: '2026-03-01', redeemed: 140 },
    { day: '2026-03-02', redeemed: 60 },
    { day: '2026-03-05', redeemed: 12 },
  ],
}

listStates({
  name: 'Vouchers, one batch',
  at: linkTo(pages.vouchers, { search: { batch: batch.id } }),
  answers: [answer(vouchers.get, detail), answer(vouchers.vouchers, all)],
  states: {
    loading: { answers: [wait(vouchers.get)], shows: SKELETON },
    empty: {
      answers: [
        answer(vouchers.get, { ...detail, redeemed: 0, revoked: 0, wrong: 0 }),
        answer(vouchers.vouchers, pageOf([])),
      ],
      shows: 'No voucher of this batch matches.',
    },
    refused: { answers: [refuse(vouchers.get, 'not_found')], shows: 'Vouchers not found' },
    failed: { answers: [fail(vouchers.get)], shows: 'This could not be loaded' },
    edit: { steps: [press('Edit')], shows: 'Limit per address' },
    'name that is used': {
      answers: [refuse(vouchers.edit, 'voucher_batch_name_used', { values: { name: 'Cards' } })],
      steps: [press('Edit'), type('Name of the batch', 'Cards'), press('Save')],
      shows: 'A batch of vouchers named "Cards" already exists.',
    },
    full: { steps: [wayBack('Vouchers')], shows: '203.0.113.7' },
    longest: {
      answers: [
        answer(vouchers.get, {
          ...detail,
          name: unbrokenText(64),
          campaignName: unbrokenText(64),
          createdBy: unbrokenText(64),
          count: 20_000,
        }),
      ],
      shows: unbrokenText(64),
    },
    phone: { shows: '89999700000000000273' },
    'codes deleted, pages not in the plan': {
      answers: [answer(vouchers.get, { ...detail, codesUntil: null, link: null })],
      shows: /^The plan does not include public pages/,
    },
    'view permission only': { as: { holds: ['Campaign_View'] }, shows: '203.0.113.7' },
    'code mistyped': {
      steps: [type('Find a voucher by its code', '7K3M-Q9XA-2TRC'), press('Find')],
      shows: 'Mistyped: the check character does not match.',
    },
    'revoke one': { steps: [press('Actions of voucher 1'), press('Revoke')], shows: 'Revoke voucher 1?' },
    'revoke refused': {
      answers: [refuse(vouchers.revoke, 'voucher_unfit', { values: { state: 'redeemed' } })],
      steps: [press('Actions of voucher 1'), press('Revoke'), press('Revoke voucher')],
      shows: problems.voucher_unfit.text.replace('{state}', 'redeemed'),
    },
    'revoke all': { steps: [press('More'), press('Revoke all')], shows: 'Revoke 785 vouchers?' },
  },
})
