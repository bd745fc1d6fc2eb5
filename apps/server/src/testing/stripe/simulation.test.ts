import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { closeAtEnd } from '../close.ts'
import { openStripeSimulation } from './simulation.ts'

const simulation = await openStripeSimulation()
closeAtEnd(() => simulation.close())
const { hostname: host, port } = new URL(simulation.url)
const open = (key: string) => new Stripe(key, { protocol: 'http', host, port, maxNetworkRetries: 0 })
const sdk = open(simulation.secretKey)
const in1Hour = () => Math.floor(Date.now() / 1000) + 3600

async function customerWithCard(digits: string) {
  const customer = await sdk.customers.create({ name: 'Alba' })
  return { customer: customer.id, method: simulation.ledger.addCard(digits, customer.id).id }
}

type Charge = Awaited<ReturnType<typeof customerWithCard>> & { amount?: number; key: string }

const charge = ({ customer, method, amount = 500, key }: Charge) =>
  sdk.paymentIntents.create(
    { amount, currency: 'usd', customer, payment_method: method, off_session: true, confirm: true },
    { idempotencyKey: key },
  )

const failureOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (error instanceof Stripe.errors.StripeError) return error
  throw new Error('Stripe did not refuse the call')
}

test('a repeated idempotency key gets the first answer and charges once; other parameters are refused', async () => {
  const card = await customerWithCard('4242')
  const first = await charge({ ...card, key: 'a' })
  expect((await charge({ ...card, key: 'a' })).id).toBe(first.id)
  const refused = await failureOf(charge({ ...card, key: 'a', amount: 600 }))
  expect(refused).toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
  expect([...simulation.ledger.charges.values()].filter(({ customer }) => customer === card.customer)).toHaveLength(1)
})

test('a declined card is an error of the SDK with the code of the bank and the payment', async () => {
  const declined = await failureOf(charge({ ...(await customerWithCard('9995')), key: 'b' }))
  expect(declined).toBeInstanceOf(Stripe.errors.StripeCardError)
  expect(declined).toMatchObject({ code: 'card_declined', decline_code: 'insufficient_funds', statusCode: 402 })
  expect(declined.payment_intent).toMatchObject({ status: 'requires_payment_method' })
  const absent = await failureOf(charge({ ...(await customerWithCard('3184')), key: 'c' }))
  expect(absent).toMatchObject({ code: 'authentication_required' })
})

test('the SDK repeats a call whose connection was cut after the work, and the card is charged once', async () => {
  const card = await customerWithCard('4242')
  simulation.failures.push({ path: 'payment_intents', when: 'after', times: 1 })
  const intent = await charge({ ...card, key: 'd' })
  const found = await sdk.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
  expect(found.latest_charge).toMatchObject({ amount: 500, payment_method_details: { card: { last4: '4242' } } })
  expect([...simulation.ledger.charges.values()].filter(({ customer }) => customer === card.customer)).toHaveLength(1)
})

test('another key and an unknown object are refused', async () => {
  expect(await failureOf(open('sk_test_other').customers.create({}))).toMatchObject({ statusCode: 401 })
  expect(await failureOf(sdk.paymentIntents.retrieve('pi_none'))).toMatchObject({ code: 'resource_missing' })
  expect(await failureOf(charge({ ...(await customerWithCard('4242')), key: 'e', amount: 20 }))).toMatchObject({
    code: 'amount_too_small',
  })
})

test('the page of a session names itself a simulation and offers cards; a paid session leads back', async () => {
  const { customer } = await customerWithCard('4242')
  const session = await sdk.checkout.sessions.create({
    mode: 'payment',
    customer,
    line_items: [
      { quantity: 1, price_data: { currency: 'usd', unit_amount: 9_900, product_data: { name: 'Order <1>' } } },
    ],
    success_url: 'http://portal.example/done?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://portal.example/',
    expires_at: in1Hour(),
  })
  const page = await (await fetch(session.url ?? '')).text()
  expect(page).toContain('This is a simulation of Stripe')
  expect(page).toContain('Order &#60;1&#62;')
  expect(page).toContain('99.00 USD')
  expect(page).toContain('visa 4242')
  expect(await simulation.pay(session.url ?? '', '4242')).toBe(`http://portal.example/done?session=${session.id}`)
  expect(await sdk.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'complete', payment_status: 'paid' })
})

test('the events are signed as the SDK expects, for 300 s', async () => {
  const { signatureOf } = await import('./webhook.ts')
  const [event] = simulation.webhooks.events
  const secret = simulation.webhookSecret
  const read = (signature: string) => sdk.webhooks.constructEvent(event!.body, signature, secret)
  expect(read(signatureOf(event!.body, secret))).toMatchObject({ id: event!.id, livemode: false })
  expect(() => read(signatureOf(event!.body, secret, Math.floor(Date.now() / 1000) - 310))).toThrow()
  expect(signatureOf(event!.body, secret, 1_700_000_000)).toBe(
    sdk.webhooks.generateTestHeaderString({ payload: event!.body, secret, timestamp: 1_700_000_000 }),
  )
})
