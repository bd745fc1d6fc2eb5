import type { Stripe } from 'stripe'
import { type Config, isLiveKey } from '../../../config.ts'
import type { StripePort } from '../../../port/stripe.ts'
import type { Clock } from '../../../runtime/clock.ts'
import { faultOf, StripeFault } from './fault.ts'
import { openPace } from './pace.ts'

/** The version of the API that this code is written for; it is that of the SDK's types. */
const API_VERSION = '2026-10-28.endive'

/** Calls in progress at the same time. */
const AT_ONCE = 25

/** A charge can take some seconds; a call that takes longer is repeated later with the same idempotency key. */
const TIMEOUT_MS = 20_000

/** After a call without an answer, work that can wait is not attempted for this long. */
const AWAY_MS = 3_000

/** A webhook is accepted for this long after it was signed, and as long before: clocks differ. */
const TOLERANCE_S = 300

type Settings = Pick<Config, 'stripeSecretKey' | 'stripeWebhookSecret' | 'stripeCallsPerSecond' | 'stripeUrl'>

/** Opens Stripe; the SDK is loaded at the first call. */
export function openStripe(settings: Settings, clock: Clock): StripePort {
  const { stripeSecretKey, stripeWebhookSecret, stripeUrl } = settings
  let loading: ReturnType<typeof load> | undefined
  let awayUntilMs = 0
  const loaded = () => {
    loading ??= load(settings)
    return loading
  }
  return {
    isOffered: stripeSecretKey !== undefined && stripeWebhookSecret !== undefined,
    isSimulated: stripeUrl !== undefined,
    isLive: stripeSecretKey !== undefined && isLiveKey(stripeSecretKey),
    isAway: () => clock.now().getTime() < awayUntilMs,
    async call(work) {
      const { sdk, stripe } = await loaded()
      try {
        return await work(stripe)
      } catch (error) {
        const fault = faultOf(error, sdk)
        if (fault instanceof StripeFault && fault.kind === 'away') awayUntilMs = clock.now().getTime() + AWAY_MS
        throw fault
      }
    },
    async readEvent(body, signature) {
      if (stripeWebhookSecret === undefined) throw new StripeFault('refused', 'STRIPE_WEBHOOK_SECRET is not set')
      const { stripe } = await loaded()
      try {
        const event = await stripe.webhooks.constructEventAsync(
          body,
          signature,
          stripeWebhookSecret.reveal(),
          TOLERANCE_S,
        )
        // the SDK refuses only what is too old
        if (signedAtMs(signature) - clock.now().getTime() <= TOLERANCE_S * 1000) return event
      } catch {
        // the error of the SDK quotes the body
      }
      throw new StripeFault('refused', 'the signature of the webhook is wrong, too old, or from the future')
    },
  }
}

/** The time in a verified header `t=SECONDS,v1=...`; of several, the SDK verifies the last one. */
const signedAtMs = (header: string) => Number(/^(?:.*,)?t=(\d+)/.exec(header)?.[1]) * 1000

async function load({ stripeSecretKey, stripeCallsPerSecond: perSecond, stripeUrl }: Settings) {
  if (stripeSecretKey === undefined) throw new StripeFault('refused', 'STRIPE_SECRET_KEY is not set')
  const { Stripe: sdk } = await import('stripe')
  const stripe = new sdk(stripeSecretKey.reveal(), {
    apiVersion: API_VERSION,
    httpClient: pacedClient(sdk.createNodeHttpClient(), openPace({ perSecond, atOnce: AT_ONCE })),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(stripeUrl ? { protocol: 'http', host: stripeUrl.hostname, port: stripeUrl.port } : {}),
  })
  return { sdk, stripe }
}

/** Paces each request, so that the SDK's own repetitions count too. */
function pacedClient(client: Stripe.HttpClient, paced: ReturnType<typeof openPace>): Stripe.HttpClient {
  return {
    getClientName: () => client.getClientName(),
    makeRequest: (...request) => paced(() => client.makeRequest(...request)),
  }
}
