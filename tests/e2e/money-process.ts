import { editSeller } from '../../apps/server/src/modules/money/invoices/seller.ts'
import { stepDueOrders } from '../../apps/server/src/modules/money/renewal/service.ts'
import { createEnterprise, type SeededUser } from '../../apps/server/src/modules/people/accounts/seed.ts'
import { findPlatform } from '../../apps/server/src/modules/platform/brand/service.ts'
import { openStripeSimulation } from '../../apps/server/src/testing/stripe/simulation.ts'
import type { MoneyFacts, MoneyRequest } from './money.ts'
import { createStaff, sessionOf, startServer } from './server-process.ts'

/** A server with a simulation of Stripe and a clock that only moves when the parent process sets it. */
let at = new Date('2028-01-01T00:00:00Z')
const clock = { now: () => at }
let webhookUrl = ''
const stripe = await openStripeSimulation({ webhookUrl: () => webhookUrl, now: clock.now })

const { server, answer } = await startServer({ settings: stripe.settings, clock, close: () => stripe.close() })
webhookUrl = `${server.config.publicUrl}/stripe/webhook`

await editSeller(server, {
  platformId: findPlatform(server, undefined).id,
  version: 0,
  fields: {
    seller: {
      name: 'Simwright Ltd',
      street: '1 Quay Street',
      postalCode: 'BS1 5TR',
      city: 'Bristol',
      region: '',
      country: 'GB',
      vatNumber: 'GB123456789',
      bankHolder: 'Simwright Ltd',
      bankName: 'Harbour Bank',
      bankAccount: 'GB29NWBK60161331926819',
      bic: 'NWBKGB2L',
      invoicePrefix: 'SW-',
      footer: '',
      replyMail: 'billing@simwright.example',
    },
    rates: [{ country: 'GB', rate: 2000, validFrom: '2020-01-01' }],
  },
})

const owners = new Map<string, SeededUser>()

answer({ url: server.config.publicUrl } satisfies MoneyFacts, async (request: MoneyRequest) => {
  if (request === 'staff') return await sessionOf(server, await createStaff(server, 'Platform admin'))
  if ('open' in request) {
    const email = `owner-${owners.size + 1}@example.com`
    owners.set(email, await createEnterprise(server, { name: request.open, plan: 'DEMO', email }))
    return email
  }
  if ('session' in request) return await sessionOf(server, owners.get(request.session)!)
  at = new Date(request.at)
  await stepDueOrders(server)
})
