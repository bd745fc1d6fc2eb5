import { Problem } from '@simwright/contract'
import type { Stripe } from 'stripe'
import { z } from 'zod'
import type { StripeServer as Server } from '../../../port/module.ts'
import { finishChange } from './card.ts'
import { checkPayment } from './check.ts'
import { insertEvent, reserveEvent, updateEvent } from './event-queries.ts'
import { StripeFault } from './fault.ts'
import { findListed, type Listed, type PaymentRecord, selectPayment } from './queries.ts'

type PaymentState = PaymentRecord['state']

const PAID: readonly PaymentState[] = ['SUCCEEDED', 'RETURNING', 'RETURNED']

/**
 * The events that are worked on. In the payment states of its line an event reports nothing new, so Stripe is
 * not asked: the outcome was recorded from the answer to our own call.
 */
const HANDLED: Partial<Record<Stripe.Event.Type, readonly PaymentState[]>> = {
  'checkout.session.completed': PAID,
  'checkout.session.async_payment_succeeded': PAID,
  'checkout.session.async_payment_failed': [],
  'checkout.session.expired': ['EXPIRED', ...PAID],
  'payment_intent.succeeded': PAID,
  'payment_intent.payment_failed': ['FAILED', ...PAID],
  'payment_intent.canceled': ['FAILED', ...PAID],
  'charge.refunded': ['RETURNED'],
  'charge.refund.updated': ['RETURNED'],
  'refund.created': ['RETURNED'],
  'refund.updated': ['RETURNED'],
  'refund.failed': [],
  'charge.dispute.created': [],
  'charge.dispute.updated': [],
  'charge.dispute.closed': [],
  'charge.dispute.funds_withdrawn': [],
}

const handledTypes: Readonly<Record<string, readonly PaymentState[] | undefined>> = HANDLED

/** What every event has. */
const EventFrame = z.object({
  id: z.string().min(1).max(255),
  type: z.string().max(255),
  livemode: z.boolean(),
  account: z.unknown().optional(),
  context: z.unknown().optional(),
  data: z.object({ object: z.unknown() }),
})

/** What an event may name: itself, its payment at Stripe, and our payment. */
const EventObject = z.object({
  id: z.string().max(255).optional(),
  payment_intent: z.union([z.string().max(255), z.object({ id: z.string().max(255) })]).nullish(),
  metadata: z.object({ payment: z.string().max(255).optional() }).nullish(),
})

/**
 * Stores an event, once, and queues it. Nothing of its content is trusted but the ids.
 * @throws Problem webhook_refused
 */
export async function receiveEvent(server: Server, body: Buffer, signature: string): Promise<void> {
  const event = await server.stripe.readEvent(body, signature).catch(refuse)
  const { id, type, names } = readFacts(event, server.stripe.isLive)
  const state = Object.hasOwn(handledTypes, type) && names.length > 0 ? 'WAITING' : 'IGNORED'
  const isNew = await insertEvent(server.db.global, { id, type, names, state, at: server.clock.now() })
  if (isNew && state === 'WAITING') await server.jobs.add('handlePaymentEvent', { id })
}

/** What is read of an event whose signature is right. @throws Problem webhook_refused */
export function readFacts(event: unknown, isLive: boolean): { id: string; type: string; names: string[] } {
  const frame = EventFrame.safeParse(event)
  if (!frame.success) throw refusal('it is not an event')
  const { id, type, livemode, account, context, data } = frame.data
  if (account !== undefined || context !== undefined) throw refusal('it is of another account')
  if (livemode !== isLive) throw refusal('it is of the other mode (live or test)')
  const object = EventObject.safeParse(data.object)
  return { id, type, names: object.success ? namesOf(object.data) : [] }
}

function namesOf({ id, payment_intent: intent, metadata }: z.infer<typeof EventObject>): string[] {
  const intentId = typeof intent === 'string' ? intent : intent?.id
  return [id, intentId, metadata?.payment].filter((name) => name !== undefined)
}

const refusal = (reason: string) => new Problem('webhook_refused', { reason })

function refuse(error: unknown): never {
  if (error instanceof StripeFault) throw refusal(error.message)
  throw error
}

/** Attempts over about a week, after which an event is given up. */
const ATTEMPTS_MAX = 170

/** Works on a stored event: asks Stripe for the payment that it names and records the answer. Idempotent. */
export async function handleEvent(server: Server, { id }: { id: string }): Promise<void> {
  if (server.stripe.isAway()) return
  const event = await reserveEvent(server.db.global, id)
  if (!event) return
  try {
    const listed = await findListed(server.db.global, event.names)
    if (listed) await followEvent(server, event, listed)
    await updateEvent(server.db.global, id, listed ? 'DONE' : 'IGNORED')
  } catch (error) {
    if (!(error instanceof StripeFault)) throw error
    await giveUp(server, { ...event, id, error })
  }
}

async function followEvent(server: Server, { type, names }: { type: string; names: string[] }, listed: Listed) {
  const { enterpriseId, paymentId } = listed
  if (paymentId === null) {
    const session = names.find((name) => name.startsWith('cs_'))
    if (session !== undefined) await finishChange(server, enterpriseId, session)
    return
  }
  const key = { enterpriseId, id: paymentId }
  const payment = await server.db.tenantRead(enterpriseId, (db) => selectPayment(db, key))
  if (!payment || handledTypes[type]?.includes(payment.state)) return
  await checkPayment(
    server,
    key,
    names.find((name) => name.startsWith('pi_')),
  )
}

type FailedEvent = { id: string; type: string; attempts: number; error: StripeFault }

async function giveUp(server: Server, { id, type, attempts, error }: FailedEvent): Promise<void> {
  const isFinal = error.kind === 'invalid' || attempts >= ATTEMPTS_MAX
  if (isFinal) await updateEvent(server.db.global, id, 'FAILED')
  server.log.warn({ err: error, event: id, type, attempts, isFinal }, 'an event of Stripe could not be worked on')
}
