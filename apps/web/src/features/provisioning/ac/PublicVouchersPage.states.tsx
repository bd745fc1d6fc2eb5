import type { OutputOf } from '@simwright/contract/endpoint'
import { endUserTexts as ar } from '@simwright/contract/provisioning/end-user-text/ar'
import { endUserTexts as en } from '@simwright/contract/provisioning/end-user-text/en'
import * as vouchers from '@simwright/contract/provisioning/voucher'
import { formatVoucherCode, voucherCodeOf } from '@simwright/ids'
import { linkTo, publicPages } from '../../../paths.ts'
import { answer, fail, refuse, wait } from '../../../states/answer.ts'
import { hoursAgo, longText, unbrokenText } from '../../../states/sample.ts'
import { listStates, SKELETON } from '../../../states/state.ts'
import { press, type } from '../../../states/step.ts'

const code = formatVoucherCode(voucherCodeOf(Uint8Array.from({ length: 11 }, (_, index) => index * 7)))

const page: OutputOf<typeof vouchers.publicVouchers> = {
  sys: 'simwright',
  title: 'Northwind gift card',
  welcome: 'Thank you for your purchase.',
  serviceProviderName: 'Northwind',
  state: 'open',
  startsAt: null,
  endsAt: hoursAgo(-300),
  page: { logo: null, accent: null, texts: {} },
}

const at = (lang: 'en' | 'ar') =>
  linkTo(publicPages.publicVouchers, { params: { slug: '7k3mq9xa2t' }, search: { lang } })

const redeem = [type(en.voucherCode, code), press(en.voucherRedeem)]

listStates({
  name: 'Public page of vouchers',
  at: at('en'),
  as: 'guest',
  answers: [answer(vouchers.publicVouchers, page)],
  states: {
    loading: { answers: [wait(vouchers.publicVouchers)], shows: SKELETON },
    empty: { answers: [answer(vouchers.publicVouchers, { ...page, state: 'taken' })], shows: en.taken },
    refused: { answers: [refuse(vouchers.publicVouchers, 'voucher_page_gone')], shows: 'This page is not available' },
    failed: { answers: [fail(vouchers.publicVouchers)], shows: 'This page could not be loaded' },
    full: { shows: en.voucherText },
    phone: { shows: en.voucherText },
    longest: {
      answers: [answer(vouchers.publicVouchers, { ...page, title: unbrokenText(80), welcome: longText(500) })],
      shows: longText(500),
    },
    mistyped: {
      steps: [type(en.voucherCode, code.replace(/.$/, code.endsWith('0') ? '1' : '0')), press(en.voucherRedeem)],
      shows: en.voucherMistyped,
    },
    'code too short': { steps: [type(en.voucherCode, '7K3M'), press(en.voucherRedeem)], shows: en.voucherLength },
    'no code': { steps: [press(en.voucherRedeem)], shows: en.voucherEmpty },
    'wrong code': {
      answers: [answer(vouchers.redeem, { outcome: 'wrong', slug: null })],
      steps: redeem,
      shows: en.voucherWrong,
    },
    'redeemed by someone else': {
      answers: [answer(vouchers.redeem, { outcome: 'used', slug: null })],
      steps: redeem,
      shows: en.voucherUsed,
    },
    'too many attempts': {
      answers: [refuse(vouchers.redeem, 'too_many', { values: { seconds: 60 } })],
      steps: redeem,
      shows: en.voucherLimited,
    },
    'no answer': { answers: [fail(vouchers.redeem)], steps: redeem, shows: en.voucherUnanswered },
    revoked: {
      answers: [answer(vouchers.publicVouchers, { ...page, state: 'revoked' })],
      shows: en.vouchersRevoked,
    },
    'not started': {
      answers: [answer(vouchers.publicVouchers, { ...page, state: 'soon', startsAt: hoursAgo(-9) })],
      shows: en.soon,
    },
    Arabic: {
      at: at('ar'),
      answers: [answer(vouchers.redeem, { outcome: 'taken', slug: null })],
      steps: [type(ar.voucherCode, code), press(ar.voucherRedeem)],
      shows: ar.voucherTaken,
    },
  },
})
