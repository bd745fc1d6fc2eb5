import type { StripeServer as Server } from '../../../port/module.ts'
import { checkPayment } from './check.ts'
import { StripeFault } from './fault.ts'
import { type PaymentKey, reserveDueCharges } from './queries.ts'
import { REPEAT_MS } from './settle.ts'

/** Charges in progress at the same time, in this process. */
const AT_ONCE = 25

const PER_READ = 100

type Needs = Server & { readonly stopping: AbortSignal }

/**
 * Charges saved cards for all attempts that wait for it. Several processes may run it. Stripe is called only after the
 * reservation is on disk, and with it the order, whose own commit did not wait (`flushLater`).
 */
export async function chargeDueCards(server: Needs): Promise<void> {
  while (server.stripe.isOffered && !server.stripe.isAway() && !server.stopping.aborted) {
    const at = server.clock.now()
    const again = new Date(at.getTime() + REPEAT_MS)
    const due = await server.db.systemTx((db) => reserveDueCharges(db, { at, again, limit: PER_READ }))
    if (due.length === 0) return
    await Promise.all(Array.from({ length: AT_ONCE }, () => work(server, due)))
  }
}

async function work(server: Needs, due: PaymentKey[]): Promise<void> {
  for (let key = due.pop(); key !== undefined; key = due.pop()) {
    const { enterpriseId, id: paymentId } = key
    await checkPayment(server, key).catch((err: unknown) => {
      if (err instanceof StripeFault) server.log.warn({ err, paymentId }, 'a card could not be charged; it is repeated')
      else server.log.error({ err, enterpriseId, paymentId }, 'the charge of a card failed; it is repeated')
    })
  }
}
