import { Problem } from '@simwright/contract'
import type { App } from '../../../http/serve.ts'
import type { StripeServer as Server } from '../../../port/module.ts'
import { receiveEvent } from './event.ts'

const PATH = '/stripe/webhook'

const BODY_LIMIT_BYTES = 256 * 1024

/** Per minute and address: Stripe sends from few addresses, and 10,000 renewals are several events each. */
const CALLS_PER_MINUTE = 12_000

/** Serves the webhook outside the contract: the signature covers the bytes of the body, so nothing may parse it first. */
export function serveWebhook(app: App, server: Server): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post(
      PATH,
      { bodyLimit: BODY_LIMIT_BYTES, config: { rateLimit: { max: CALLS_PER_MINUTE, timeWindow: 60_000 } } },
      async (request, reply) => {
        const signature = request.headers['stripe-signature']
        try {
          if (!server.stripe.isOffered) throw new Problem('webhook_refused', { reason: 'Stripe is not set up' })
          if (!Buffer.isBuffer(request.body) || typeof signature !== 'string')
            throw new Problem('webhook_refused', { reason: 'it is not signed' })
          await receiveEvent(server, request.body, signature)
        } catch (error) {
          if (error instanceof Problem)
            server.log.warn(
              { reason: error.message, address: request.client.address },
              'a webhook of Stripe was refused',
            )
          throw error
        }
        return reply.code(200).send({ received: true })
      },
    )
  })
}
