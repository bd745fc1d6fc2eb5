import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { simulatePayments } from './payment.ts'

const keys = { STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef' }

test('payments are simulated on this machine with CALL_LOOPBACK=on', async () => {
  const { config, close } = await simulatePayments(readConfig({ CALL_LOOPBACK: 'on' }))
  close()
  expect(config.stripeUrl?.hostname).toBe('127.0.0.1')
  expect(config.stripeSecretKey?.reveal()).toMatch(/^sk_test_/)
})

test.each([
  ['without it', {}],
  ['with a live key', { ...keys, CALL_LOOPBACK: 'on', STRIPE_SECRET_KEY: 'sk_live_0123456789abcdef01234567' }],
  ['with a test key', { ...keys, CALL_LOOPBACK: 'on', STRIPE_SECRET_KEY: 'sk_test_0123456789abcdef01234567' }],
])('they are not simulated %s', async (_name, settings) => {
  const given = readConfig(settings)
  const { config } = await simulatePayments(given)
  expect(config).toBe(given)
})
