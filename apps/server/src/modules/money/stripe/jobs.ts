import type { JobPayload } from '../../../port/jobs.ts'
import type { StripeServer as Server } from '../../../port/module.ts'
import { checkPayment } from './check.ts'
import { selectWaitingEvents } from './event-queries.ts'
import { StripeFault } from './fault.ts'
import { reserveDuePayments } from './queries.ts'

export { chargeDueCards } from './charge-due.ts'
export { handleEvent } from './event.ts'
export { eventsDue } from './event-queries.ts'
export { chargesDue, paymentsDue } from './queries.ts'

const EVENTS_AT_ONCE = 100
const PAYMENTS_AT_ONCE = 50

/** A payment that was queued for a check is queued again after this long. */
const AGAIN_MS = 15_000

/** Queues events that were not worked on: after a kill, or while Stripe did not answer. */
export async function wakeEvents(server: Server): Promise<void> {
  if (!server.stripe.isOffered || server.stripe.isAway()) return
  for (const { id } of await selectWaitingEvents(server.db.global, EVENTS_AT_ONCE))
    await server.jobs.add('handlePaymentEvent', { id })
}

/** Queues payments that no webhook has settled in time. */
export async function wakePayments(server: Server): Promise<void> {
  if (!server.stripe.isOffered || server.stripe.isAway()) return
  const at = server.clock.now()
  const again = new Date(at.getTime() + AGAIN_MS)
  const due = await server.db.systemTx((db) => reserveDuePayments(db, { at, again, limit: PAYMENTS_AT_ONCE }))
  for (const key of due) await server.jobs.add('checkPayment', key)
}

/** Asks Stripe about a payment, or repeats an interrupted charge. */
export async function checkDuePayment(server: Server, key: JobPayload): Promise<void> {
  if (server.stripe.isAway()) return
  await checkPayment(server, key).catch((err: unknown) => {
    if (!(err instanceof StripeFault)) throw err
    server.log.warn({ err, paymentId: key.id }, 'a payment could not be checked; it will be repeated')
  })
}
