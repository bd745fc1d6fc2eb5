import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../apps/server/src/config.ts'
import { STAFF_ENTERPRISE_ID } from '../../apps/server/src/db/staff-enterprise.ts'
import { bindingCookie } from '../../apps/server/src/http/browser.ts'
import { serve } from '../../apps/server/src/listeners.ts'
import { editSeller } from '../../apps/server/src/modules/money/invoices/seller.ts'
import { stepDueOrders } from '../../apps/server/src/modules/money/renewal/service.ts'
import { createEnterprise, type SeededUser } from '../../apps/server/src/modules/people/accounts/seed.ts'
import { addStaff } from '../../apps/server/src/modules/people/accounts/service.ts'
import { openSession } from '../../apps/server/src/modules/people/sessions/service.ts'
import { findPlatform } from '../../apps/server/src/modules/platform/brand/service.ts'
import { openServer } from '../../apps/server/src/server.ts'
import { stopServer } from '../../apps/server/src/shutdown.ts'
import {
  cloneDatabase,
  dropDatabase,
  givenPostgres,
  settingsFor,
  startTestPostgres,
} from '../../apps/server/src/testing/postgres.ts'
import { openStripeSimulation } from '../../apps/server/src/testing/stripe/simulation.ts'
import type { MoneyFacts, MoneyRequest } from './money.ts'
import type { SessionFacts } from './portal.ts'

/** A server with a simulation of Stripe and a clock that only moves when the parent process sets it. */
let at = new Date('2028-01-01T00:00:00Z')
const clock = { now: () => at }
let webhookUrl = ''
const stripe = await openStripeSimulation({ webhookUrl: () => webhookUrl, now: clock.now })

const folder = mkdtempSync(join(tmpdir(), 'simwright-e2e-'))
const postgres = await startTestPostgres(givenPostgres())
const database = `simwright_e2e_${process.pid}`
const config = readConfig({
  PORT: '0',
  SMDP_PORT: '0',
  SMDS_PORT: '0',
  OPERATOR_PORT: '0',
  METRICS_PORT: '0',
  BIP_PORT: '0',
  DATA_DIR: folder,
  ...settingsFor(await cloneDatabase(postgres, database)),
  LOG_LEVEL: 'warn',
  CALL_LOOPBACK: 'on',
  ...stripe.settings,
})
const many = 1_000_000
const server = await openServer(config, { limits: { all: many, public: many, device: many }, clock })
const app = await serve(server)
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

async function openStaff(): Promise<SeededUser> {
  const email = 'staff@example.com'
  const { userId } = await addStaff(server, { email, role: 'Platform admin' })
  await server.db.global.updateTable('user_account').set({ second_factor: true }).where('id', '=', userId).execute()
  const names = { firstName: 'Stella', lastName: 'Staff', companyName: 'Simwright' }
  return { userId, email, enterpriseId: STAFF_ENTERPRISE_ID, ...names }
}

async function sessionOf(user: SeededUser): Promise<SessionFacts> {
  const cookies = await openSession(server, user, { address: '127.0.0.1', userAgent: 'e2e' })
  const binding = { name: bindingCookie(server.config.publicUrl), value: cookies.binding }
  return { token: cookies.token, binding }
}

async function answerTo(request: Exclude<MoneyRequest, 'stop'>): Promise<unknown> {
  if (request === 'staff') return await sessionOf(await openStaff())
  if ('open' in request) {
    const email = `owner-${owners.size + 1}@example.com`
    owners.set(email, await createEnterprise(server, { name: request.open, plan: 'DEMO', email }))
    return email
  }
  if ('at' in request) {
    at = new Date(request.at)
    await stepDueOrders(server)
    return null
  }
  return await sessionOf(owners.get(request.session)!)
}

process.on('message', async (message: MoneyRequest) => {
  if (message !== 'stop') {
    process.send?.({ answer: await answerTo(message) })
    return
  }
  await stopServer(server, app)
  await stripe.close()
  await dropDatabase(postgres.url, database)
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
  process.exit()
})

process.send?.({ url: server.config.publicUrl } satisfies MoneyFacts)
