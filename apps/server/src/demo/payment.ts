import type { Config } from '../config.ts'
import { Secret } from '../secret/secret.ts'
import type { OpenServer } from '../server.ts'
import { openStripeSimulation } from '../testing/stripe/simulation.ts'

type Payments = {
  config: Config
  close: () => void
  /** Passes the address of the portal's webhook to the simulation. */
  report: (server: OpenServer) => void
}

/** Opens a simulation of Stripe if CALL_LOOPBACK is on and no key is set, so that a plan can be bought in the demo. */
export async function simulatePayments(given: Config): Promise<Payments> {
  if (!given.callLoopback || given.stripeSecretKey !== undefined)
    return { config: given, close: () => {}, report: () => {} }
  let webhook = ''
  const simulation = await openStripeSimulation({ webhookUrl: () => webhook })
  return {
    config: {
      ...given,
      stripeSecretKey: new Secret(simulation.secretKey),
      stripeWebhookSecret: new Secret(simulation.webhookSecret),
      stripeUrl: new URL(simulation.url),
    },
    close: () => void simulation.close(),
    report: ({ ports }) => {
      webhook = `http://127.0.0.1:${ports.portal}/stripe/webhook`
    },
  }
}
