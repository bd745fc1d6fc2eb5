import type { OrderedPlan } from '@simwright/contract/money/order'
import { annualCents, type Plan } from '@simwright/contract/platform/plan'
import { expect, test } from 'vitest'
import { firstWish, offeredPlans } from './first-wish.ts'

const offered = (name: Plan['name'], monthlyCents: number): Plan => ({
  name,
  limits: {
    downloads: 100,
    configurations: 3,
    configurationTypes: ['Regular'],
    oplmn: 1,
    fplmn: 5,
    redownloadsAMonth: 3,
    downloadAttempts: 5,
    members: 1,
    features: [],
    apiCallsASecond: null,
    iccids: null,
    rules: null,
  },
  monthlyCents,
  annualCents: annualCents(monthlyCents),
  extraDownloadCents: 60,
  tiers: [500, 1000].map((downloads) => ({ downloads, monthlyCents: monthlyCents * 2 })),
})

const plans = [offered('BASIC', 9900), offered('PRO', 14_900), offered('PREMIUM', 23_900)]

const pro: OrderedPlan = {
  plan: 'PRO',
  downloads: 500,
  billingType: 'ANNUALLY',
  billingDimension: 1,
  paymentMethod: 1,
}

const billedTo = {
  company: 'Alba Mobile',
  email: '',
  taxId: '',
  street: 'Main Street 1',
  postalCode: '10115',
  city: 'Berlin',
  region: '',
  country: 'DE',
}

const subscriptionOf = (ordered: OrderedPlan | null) => ({
  ordered,
  paymentMethods: [0, 1] as (0 | 1)[],
  billedTo,
})

const begin = (operation: 'BUY' | 'UPGRADE' | 'RENEW', ordered: OrderedPlan | null, wanted?: string) => {
  const { plan, downloads, billingType, billingDimension, paymentMethod } = firstWish({
    operation,
    plans,
    subscription: subscriptionOf(ordered),
    wanted,
  })
  return [plan, downloads, billingType, billingDimension, paymentMethod]
}

test('a renewal begins with the plan, downloads, billing and payment of the running order', () => {
  expect(begin('RENEW', pro)).toEqual(['PRO', 500, 'ANNUALLY', 1, 1])
  expect(begin('RENEW', { ...pro, billingType: 'MONTHLY', paymentMethod: 0 })).toEqual(['PRO', 500, 'MONTHLY', 1, 0])
})

test('an upgrade begins with the next larger plan, then with more downloads, then with a year', () => {
  expect(begin('UPGRADE', pro)).toEqual(['PREMIUM', 500, 'ANNUALLY', 1, 1])
  expect(begin('UPGRADE', { ...pro, plan: 'BASIC' }, 'PREMIUM')).toEqual(['PREMIUM', 500, 'ANNUALLY', 1, 1])
  const premium = { ...pro, plan: 'PREMIUM', billingType: 'MONTHLY' } as const
  expect(begin('UPGRADE', premium)).toEqual(['PREMIUM', 1000, 'MONTHLY', 1, 1])
  expect(begin('UPGRADE', { ...premium, downloads: 1000 })).toEqual(['PREMIUM', 1000, 'ANNUALLY', 1, 1])
})

test('the first purchase begins with PRO, or the plan that was chosen', () => {
  expect(begin('BUY', null)).toEqual(['PRO', 100, 'MONTHLY', 0, 0])
  expect(begin('BUY', null, 'BASIC')).toEqual(['BASIC', 100, 'MONTHLY', 0, 0])
})

test('an upgrade offers no smaller plan, and a renewal only the same', () => {
  const names = (operation: 'BUY' | 'UPGRADE' | 'RENEW') =>
    offeredPlans({ operation, plans, subscription: subscriptionOf(pro) }).map(({ name }) => name)
  expect(names('BUY')).toEqual(['BASIC', 'PRO', 'PREMIUM'])
  expect(names('UPGRADE')).toEqual(['PRO', 'PREMIUM'])
  expect(names('RENEW')).toEqual(['PRO'])
})
