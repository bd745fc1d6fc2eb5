import { expect, test } from 'vitest'
import { isPaymentPage } from './payment-page.ts'

test.each(['https://checkout.stripe.com/c/pay/cs_test_1#x', 'http://127.0.0.1:4242/c/pay/cs_test_1'])(
  '%s is a page on which the user pays',
  (address) => expect(isPaymentPage(address)).toBe(true),
)

test.each([
  'https://checkout.stripe.com.example/c/pay/cs_test_1',
  'https://checkout.stripe.com@evil.example/',
  'http://checkout.stripe.com/c/pay/cs_test_1',
  'https://stripe.com/',
  'http://127.0.0.1.example/',
  'javascript:alert(1)',
  'data:text/html,x',
])('%s is not opened', (address) => expect(isPaymentPage(address)).toBe(false))
