import { problems } from '@simwright/contract'
import { expect, test } from 'vitest'
import { pageUrl } from './page-url.ts'

const live = { config: { stripeUrl: undefined } }
const simulated = { config: { stripeUrl: new URL('http://127.0.0.1:4242') } }

test('the browser is sent to the pages of Stripe, or of the simulation', () => {
  const page = 'https://checkout.stripe.com/c/pay/cs_1'
  expect(pageUrl(live, { url: page })).toBe(page)
  const local = 'http://127.0.0.1:4242/c/pay/cs_1'
  expect(pageUrl(simulated, { url: local })).toBe(local)
})

test.each([
  ['another host', live, 'https://evil.example/c/pay/cs_1'],
  ['the simulation, with real keys', live, 'http://127.0.0.1:4242/c/pay/cs_1'],
  ['Stripe, while it is simulated', simulated, 'https://checkout.stripe.com/c/pay/cs_1'],
])('and to no other: %s', (_name, server, url) => {
  expect(() => pageUrl(server, { url })).toThrow('not on')
})

test('a page that has closed has no address', () => {
  expect(() => pageUrl(live, { url: null })).toThrow(expect.objectContaining({ code: problems.payment_away.code }))
})
