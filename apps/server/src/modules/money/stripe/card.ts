import { type OutputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/money/stripe'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { Who } from '../../../http/call.ts'
import type { StripeServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { customerOf, readCustomer, replaceCustomer } from './customer.ts'
import { StripeFault } from './fault.ts'
import { type CardFacts, cardFacts } from './outcome.ts'
import { pageUrl } from './page-url.ts'
import { type CustomerRecord, insertReferences, selectCustomer, updateCustomer } from './queries.ts'
import { asProblem, isCustomerMissing } from './refusal.ts'

type Recorder = Pick<Server, 'clock' | 'random'>

/** The card that pays from now on. */
export async function saveCard(server: Recorder, db: TenantDb, { card }: { card: CardFacts }): Promise<void> {
  const { enterpriseId } = db
  const before = await selectCustomer(db)
  const { methodId, brand, last4, expMonth, expYear } = card
  await updateCustomer(db, {
    method_id: methodId,
    brand,
    last4,
    exp_month: expMonth,
    exp_year: expYear,
    updated_at: server.clock.now(),
  })
  const object = { id: enterpriseId, name: `${brand} ${last4}` }
  await recordAudit(server, db, {
    enterpriseId,
    action: 'order.cardSaved',
    object,
    ...(before?.method_id ? { before: { brand: before.brand, last4: before.last4 } } : {}),
    after: { brand, last4 },
  })
}

/** The saved card. A card that was changed on a page of Stripe is stored first. */
export async function readCard(server: Server, who: Who): Promise<OutputOf<typeof contract.card>> {
  const { enterpriseId } = who
  const { isOffered: offered, isSimulated: simulated } = server.stripe
  const stored = await readCustomer(server, enterpriseId)
  if (offered && stored?.setup_session_id && !server.stripe.isAway()) {
    await finishChange(server, enterpriseId, stored.setup_session_id).catch((err: unknown) =>
      server.log.warn({ err, enterpriseId }, 'the change of a card could not be checked'),
    )
  }
  return { card: shownCard(await readCustomer(server, enterpriseId)), offered, simulated }
}

function shownCard(customer: CustomerRecord | undefined): contract.SavedCard | null {
  if (!customer?.method_id) return null
  const { brand, last4, exp_month, exp_year } = customer
  return { brand: brand ?? '', last4: last4 ?? '', expMonth: exp_month ?? 0, expYear: exp_year ?? 0 }
}

/** Opens a page of Stripe on which the customer saves another card. @throws Problem */
export async function changeCard(
  server: Server,
  { enterpriseId }: Who,
  origin: string,
): Promise<OutputOf<typeof contract.changeCard>> {
  if (!server.stripe.isOffered) throw new Problem('card_not_offered')
  const customer = await customerOf(server, enterpriseId).catch(asProblem)
  const open = ({ customer_id }: CustomerRecord) =>
    openSetupPage(server, { enterpriseId, customer: customer_id, origin })
  const session = await open(customer)
    .catch(async (error: unknown) => {
      if (!isCustomerMissing(error)) throw error
      return await open(await replaceCustomer(server, customer))
    })
    .catch(asProblem)
  const url = pageUrl(server, session)
  await server.db.tenantTx(enterpriseId, async (db) => {
    await insertReferences(db, { enterpriseId, paymentId: null }, [session.id])
    await updateCustomer(db, { setup_session_id: session.id })
  })
  return { url }
}

type SetupPage = { enterpriseId: EnterpriseId; customer: string; origin: string }

async function openSetupPage(server: Server, { enterpriseId, customer, origin }: SetupPage) {
  const metadata = { enterprise: enterpriseId }
  return await server.stripe.call((stripe) =>
    stripe.checkout.sessions.create({
      mode: 'setup',
      currency: 'usd',
      allowed_payment_method_types: ['card'],
      customer,
      metadata,
      setup_intent_data: { metadata },
      success_url: `${origin}/subscription`,
      cancel_url: `${origin}/subscription`,
    }),
  )
}

/** Stores the card that was saved on a page of Stripe, if the customer has finished. @throws StripeFault */
export async function finishChange(server: Server, enterpriseId: EnterpriseId, sessionId: string): Promise<void> {
  const session = await server.stripe.call((stripe) =>
    stripe.checkout.sessions.retrieve(sessionId, { expand: ['setup_intent.payment_method'] }),
  )
  if (session.status === 'open') return
  const setup = session.setup_intent
  const method = typeof setup === 'object' ? setup?.payment_method : undefined
  const saved = typeof method === 'object' && method?.card ? cardFacts(method.id, method.card) : undefined
  const replaced = await server.db.tenantTx(enterpriseId, async (db) => {
    const before = await selectCustomer(db)
    // another page was opened since, or the card is stored already
    if (before?.setup_session_id !== sessionId) return undefined
    await updateCustomer(db, { setup_session_id: null })
    if (saved) await saveCard(server, db, { card: saved })
    return saved && before.method_id !== saved.methodId ? before.method_id : undefined
  })
  if (replaced) await detach(server, replaced)
}

/** Removes the saved card here first, so that it is not charged any more even if Stripe does not answer. */
export async function removeCard(server: Server, { enterpriseId }: Who): Promise<Record<never, never>> {
  const removed = await server.db.tenantTx(enterpriseId, async (db) => {
    const customer = await selectCustomer(db)
    if (!customer?.method_id) return undefined
    const { method_id, brand, last4 } = customer
    await updateCustomer(db, {
      method_id: null,
      brand: null,
      last4: null,
      exp_month: null,
      exp_year: null,
      setup_session_id: null,
      updated_at: server.clock.now(),
    })
    const object = { id: enterpriseId, name: `${brand} ${last4}` }
    await recordAudit(server, db, { enterpriseId, action: 'order.cardRemoved', object, before: { brand, last4 } })
    return method_id
  })
  if (removed) await detach(server, removed)
  return {}
}

/** Has Stripe forget a card. A card that is left there is never charged, because no row names it. */
async function detach(server: Server, methodId: string): Promise<void> {
  if (!server.stripe.isOffered) return
  try {
    await server.stripe.call((stripe) => stripe.paymentMethods.detach(methodId))
  } catch (err) {
    if (err instanceof StripeFault && err.kind === 'invalid') return
    server.log.warn({ err }, 'a card could not be removed at Stripe')
  }
}
