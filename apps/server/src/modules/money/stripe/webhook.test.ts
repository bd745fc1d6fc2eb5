import { problems } from '@simwright/contract'
import { beforeEach, expect, test } from 'vitest'
import { eventsSettled, stripeServer } from '../../../testing/stripe/scene.ts'
import { signatureOf } from '../../../testing/stripe/simulation.ts'

const t = await stripeServer({ background: 'none' })

const event = (change: object = {}) => ({
  id: 'evt_1',
  object: 'event',
  type: 'payment_intent.succeeded',
  livemode: false,
  created: 1,
  data: { object: { id: 'pi_1', object: 'payment_intent' } },
  ...change,
})

type Webhook = { body?: string; secret?: string; ageS?: number; signature?: string | null; type?: string }

async function send({ body = JSON.stringify(event()), secret, ageS = 0, signature, type }: Webhook) {
  const at = Math.floor(Date.now() / 1000) - ageS
  const signed = signature ?? signatureOf(body, secret ?? t.stripe.webhookSecret, at)
  const headers = {
    'content-type': type ?? 'application/json',
    ...(signature === null ? {} : { 'stripe-signature': signed }),
  }
  const answer = await fetch(`${t.url}/stripe/webhook`, { method: 'POST', headers, body })
  return { status: answer.status, body: (await answer.json()) as { code?: string; msg?: string } }
}

const stored = () => t.server.db.global.selectFrom('stripe_event').select(['id', 'state']).execute()

beforeEach(async () => {
  await t.server.db.global.deleteFrom('stripe_event').execute()
})

test('a signed event is stored once and ignored if it names nothing of ours', async () => {
  expect(await send({})).toMatchObject({ status: 200, body: { received: true } })
  expect(await send({})).toMatchObject({ status: 200 })
  await eventsSettled(t)
  expect(await stored()).toEqual([{ id: 'evt_1', state: 'IGNORED' }])
})

test('an event of a type that is not used is stored and ignored', async () => {
  await send({ body: JSON.stringify(event({ type: 'customer.updated' })) })
  expect(await stored()).toEqual([{ id: 'evt_1', state: 'IGNORED' }])
})

test('an event is accepted up to 300 s after it was signed, and with a body of any shape and content type', async () => {
  expect(await send({ ageS: 290 })).toMatchObject({ status: 200 })
  expect(await send({ ageS: -290, body: JSON.stringify(event({ id: 'evt_5' })) })).toMatchObject({ status: 200 })
  expect(await send({ body: JSON.stringify(event({ id: 'evt_2', data: { object: null } })) })).toMatchObject({
    status: 200,
  })
  expect(await send({ body: `${JSON.stringify(event({ id: 'evt_3' }))}${' '.repeat(200_000)}` })).toMatchObject({
    status: 200,
  })
  expect(await send({ type: 'text/plain', body: JSON.stringify(event({ id: 'evt_4' })) })).toMatchObject({
    status: 200,
  })
})

test.each<[string, Webhook]>([
  ['with a wrong signature', { secret: 'whsec_other' }],
  ['without a signature', { signature: null }],
  ['with half a signature', { signature: 't=1' }],
  ['with an old timestamp', { ageS: 310 }],
  ['with a timestamp in the future', { ageS: -310 }],
  ['of a connected account', { body: JSON.stringify(event({ account: 'acct_other' })) }],
  ['of another context', { body: JSON.stringify(event({ context: 'acct_other' })) }],
  ['of live mode', { body: JSON.stringify(event({ livemode: true })) }],
  ['without a mode', { body: JSON.stringify(event({ livemode: undefined })) }],
  ['that is no JSON', { body: 'no JSON' }],
  ['without content', { body: '' }],
])('an event %s is refused and not stored', async (_name, webhook) => {
  expect(await send(webhook)).toMatchObject({ status: 400, body: { code: problems.webhook_refused.code } })
  expect(await stored()).toEqual([])
})

test('a body of 300 KiB is refused before it is read', async () => {
  const answer = await send({ body: JSON.stringify(event({ filler: 'x'.repeat(300 * 1024) })) })
  expect(answer).toMatchObject({ status: 413, body: { code: problems.too_large.code } })
  expect(await stored()).toEqual([])
})

test('a changed byte is refused', async () => {
  const body = JSON.stringify(event())
  const signature = signatureOf(body, t.stripe.webhookSecret)
  expect(await send({ body: body.replace('evt_1', 'evt_9'), signature })).toMatchObject({ status: 400 })
  expect(await stored()).toEqual([])
})
