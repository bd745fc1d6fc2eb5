import { type Endpoint, endpoints } from '@simwright/contract'
import * as order from '@simwright/contract/money/order'
import * as staffOrder from '@simwright/contract/money/staff-order'
import * as transferProof from '@simwright/contract/money/transfer-proof'
import type * as platforms from '@simwright/contract/platform/white-label'
import * as group from '@simwright/contract/profiles/group'
import * as batch from '@simwright/contract/provisioning/batch'
import * as campaign from '@simwright/contract/provisioning/campaign'
import * as push from '@simwright/contract/provisioning/push'
import * as tac from '@simwright/contract/provisioning/tac'
import { testEid } from '@simwright/euicc'
import { plainStyle } from '@simwright/qr'
import { describe, expect, test } from 'vitest'
import { openLog } from '../runtime/log.ts'
import { watchedDb } from '../testing/crash.ts'
import { openTestDatabase } from '../testing/database.ts'
import { configured, operated, staged } from '../testing/generated.ts'
import { billedTo } from '../testing/purchase.ts'
import { offerTransfers } from '../testing/seller.ts'
import { type Client, injectInto } from '../testing/server.ts'
import { stripeServer, unpaidOrder } from '../testing/stripe/scene.ts'
import { newSubscribers, subscribers } from '../testing/subscriber.ts'

const { db, urls } = await openTestDatabase()
const watched = watchedDb(db)
// the crashes of this test are reported as bugs
const log = openLog('silent')
const t = await stripeServer({ database: { db: watched.db, urls }, log })
await offerTransfers(t)
const [a, trial, staff] = [await t.enterprise(), await t.enterprise('On trial', 'DEMO'), await t.staff()]
const { owner } = a

const configurationId = await configured(owner)
const next = () => {
  const { ICCID = '', IMSI = '' } = newSubscribers(1)[0]!
  return { iccid: ICCID, imsi: IMSI }
}
const profile = () => owner.ask(batch.single, { configurationId, makeKeys: true, ...next() })
const fields = { name: 'Spring', configurationId, confirmationCode: { mode: 'none' as const } }

async function undoable(): Promise<{ id: string }> {
  const { profileId } = await profile()
  const { id: groupId } = await owner.ask(group.add, { fields: { name: 'Moved' } })
  const { id } = await operated(owner, { operation: { kind: 'GROUP', groupId }, selection: { ids: [profileId] } })
  return { id }
}

async function failedPush(): Promise<{ id: string }> {
  const { iccid } = await profile()
  const { id } = await owner.ask(push.add, { iccid, eid: testEid(2) })
  await owner.ask(push.withdraw, { id })
  return { id }
}

const platformFields: platforms.PlatformFields = {
  appName: 'Alba eSIM',
  themeColor: '#0f766e',
  iconId: null,
  logoId: null,
  host: null,
  smdpAddress: null,
  mailName: null,
  mailAddress: null,
  supportEmail: null,
  contactEmail: null,
  contactText: null,
  termsUrl: null,
  privacyUrl: null,
  mailTexts: {},
  providers: [],
}

const discountTerms = { plans: [], billingTypes: [], maxUses: null, oncePerEnterprise: true, until: null, note: '' }

const person = {
  email: 'once@example.com',
  password: 'Quiet-Harbour-7',
  firstName: 'A',
  lastName: 'B',
  companyName: 'C',
}

const proPurchase = {
  operation: 'BUY',
  plan: 'PRO',
  downloads: 100,
  billingType: 'MONTHLY',
  paymentMethod: 1,
  billedTo,
  totalCents: 14_900,
} as const

let transferCount = 0
const received = () => ({
  cents: 14_900,
  currency: 'USD',
  receivedOn: t.clock.now().toISOString().slice(0, 10),
  bank: 'Example Bank',
  reference: `T${++transferCount}`,
})

/** An order of a new enterprise account that waits for a bank transfer. */
async function transferOrder(): Promise<{ enterpriseId: string; id: string; client: Client }> {
  const { id: enterpriseId, owner: client } = await t.enterprise()
  const { id } = await client.ask(order.create, proPurchase)
  return { enterpriseId, id, client }
}

async function confirmedOrder(): Promise<{ enterpriseId: string; id: string }> {
  const { client: _, ...key } = await transferOrder()
  await staff.ask(staffOrder.confirm, { ...key, fields: received() })
  return key
}

type Ready = { by?: Client; input: unknown }

/** The preparation of each call, after which the call succeeds. */
const calls: Record<string, () => Promise<Ready>> = {
  'account.register': async () => ({ by: t.stranger(), input: person }),
  'announcement.add': async () => ({
    by: staff,
    input: {
      fields: { kind: 'INFO', text: 'A new version.', link: null, startsAt: null, endsAt: null, platformId: null },
    },
  }),
  'batch.single': async () => ({ input: { configurationId, makeKeys: true, ...next() } }),
  'batch.start': async () => {
    const { id } = await staged(owner, { configurationId, rows: newSubscribers(1) })
    return { input: { sourceId: id } }
  },
  'batch.startRange': async () => {
    const [first] = subscribers(1, 1_000)
    const range = { firstIccid: first!.ICCID, firstImsi: first!.IMSI, count: 2 }
    return { input: { configurationId, ...range } }
  },
  'campaign.add': async () => ({ input: { fields: { ...fields, name: 'Summer' } } }),
  'campaign.fill': async () => {
    const { id } = await owner.ask(campaign.add, { fields })
    // fills that need several transactions store checkpoints: see campaigns.test.ts
    return { input: { id, filter: { iccid: (await profile()).iccid }, most: 10 } }
  },
  'plannedDelivery.add': async () => {
    const { profileId } = await profile()
    const at = new Date(t.clock.now().getTime() + 86_400_000).toISOString().slice(0, 16)
    return { input: { selection: { ids: [profileId] }, rows: [{ email: 'mary@example.com' }], at, timeZone: 'UTC' } }
  },
  'voucher.add': async () => {
    const { id: campaignId } = await owner.ask(campaign.add, { fields: { ...fields, name: 'Of vouchers' } })
    return { input: { fields: { name: 'Cards', campaignId, count: 3 } } }
  },
  'comment.add': async () => ({
    input: { kind: 'PROFILE', objectId: (await profile()).profileId, text: 'Arrived with the courier.' },
  }),
  'rule.add': async () => ({
    input: {
      fields: { name: 'Once', when: { events: ['INSTALLED'] }, actions: [{ kind: 'NOTIFY', text: '' }] },
    },
  }),
  'client.extendTrial': async () => ({ by: staff, input: { id: (await t.enterprise()).id, fields: { days: 7 } } }),
  'client.givePlan': async () => ({
    by: staff,
    input: { id: (await t.enterprise()).id, fields: { plan: 'PRO', until: '2030-12-31' } },
  }),
  'configuration.add': async () => ({
    input: {
      fields: {
        name: 'Second',
        type: 'Regular',
        profileName: 'Second',
        serviceProviderName: 'Second',
        algorithm: 'MILENAGE',
        hplmn: [{ plmn: '99970', access: ['E-UTRAN'] }],
        confirmationCode: { mode: 'none' },
      },
    },
  }),
  'configurationYaml.importYaml': async () => ({
    input: { yaml: 'name: Imported\ntype: Regular\nprofileName: Imported\nconfirmationCode:\n  mode: none\n' },
  }),
  'delivery.addPreset': async () => ({ input: { fields: { name: 'Plain', style: plainStyle } } }),
  'delivery.sendMails': async () => {
    const { profileId } = await profile()
    return { input: { selection: { ids: [profileId] }, recipients: [{ email: 'mary@example.com' }] } }
  },
  'delivery.startFile': async () => {
    const { profileId } = await profile()
    return { input: { given: { form: 'QR_ZIP' }, selection: { ids: [profileId] } } }
  },
  'discount.add': async () => ({
    by: staff,
    input: {
      platformId: t.server.platforms.standard.id,
      fields: { ...discountTerms, code: 'ONCE', percent: 20, cents: null },
    },
  }),
  'enterprise.add': async () => ({ input: { name: 'Another one' } }),
  'feedback.send': async () => ({ input: { text: 'A dark map, please.' } }),
  'invitation.add': async () => ({
    by: staff,
    input: {
      fields: {
        platformId: t.server.platforms.standard.id,
        plan: null,
        planDays: null,
        trialDays: 30,
        maxUses: 1,
        until: null,
        note: '',
      },
    },
  }),
  'operation.start': async () => {
    const { profileId } = await profile()
    return { input: { operation: { kind: 'NOTES', notes: 'once' }, selection: { ids: [profileId] } } }
  },
  'operation.undo': async () => ({ input: await undoable() }),
  'order.create': async () => ({ input: proPurchase }),
  'plan.startTrial': async () => ({ by: trial.owner, input: {} }),
  'platforms.add': async () => ({ by: staff, input: { sys: 'alba', fields: platformFields } }),
  'push.add': async () => ({ input: { iccid: (await profile()).iccid, eid: testEid(1) } }),
  'push.retry': async () => ({ input: await failedPush() }),
  'staffOrder.add': async () => {
    const { id: enterpriseId } = await t.enterprise()
    const { totalCents, ...fields } = proPurchase
    return { by: staff, input: { enterpriseId, fields, totalCents } }
  },
  'staffOrder.confirm': async () => {
    const { client: _, ...key } = await transferOrder()
    return { by: staff, input: { ...key, fields: received() } }
  },
  'staffOrder.raiseCap': async () => ({ by: staff, input: { ...(await confirmedOrder()), fields: { factor: 5 } } }),
  'staffOrder.refund': async () => ({
    by: staff,
    input: { ...(await confirmedOrder()), fields: { refundedCents: 100, reason: 'Goodwill' } },
  }),
  'staffOrder.reject': async () => {
    const { client, ...key } = await transferOrder()
    const file = { name: 'proof.pdf', content: '%PDF-1.7' }
    await client.upload(transferProof.upload, { orderId: key.id }, file)
    return { by: staff, input: { ...key, fields: { reason: 'Nothing has arrived.' } } }
  },
  'stripe.pay': async () => {
    const { id, owner } = await t.enterprise()
    return { by: owner, input: { orderId: await unpaidOrder(t, id) } }
  },
  'tac.apply': async () => {
    const content = 'TAC,BRAND,MODEL\n86000031,Jolla,C2\n'
    const { id, version } = await staff.upload(tac.upload, {}, { name: 'tacs.csv', content })
    return { by: staff, input: { id, version } }
  },
}

const once = endpoints.filter(({ endpoint }: { endpoint: Endpoint }) => endpoint.once)

describe('an idempotent call', () => {
  test('has an entry in this test', () => {
    expect(Object.keys(calls).sort()).toEqual(once.map(({ name }) => name).sort())
  })

  test.each(once)('$name does its work and saves its answer in one transaction', async ({ name, endpoint }) => {
    const { by = owner, input } = await calls[name]!()
    const client = by.by(injectInto(t.app))
    const requestId = crypto.randomUUID()
    const sent = { headers: { 'x-request-id': requestId } }
    const send = async () => {
      const response = await client.send(endpoint as Endpoint, input as never, sent)
      return { status: response.status, body: (await response.json()) as { obj: object } }
    }
    const saved = () =>
      db.global.selectFrom('once_request').select('endpoint').where('request_id', '=', requestId).execute()

    const early = await watched.watch(send, 'before the commit')
    expect([early.result.status, await saved()]).toEqual([500, []])

    const late = await watched.watch(send, 'after the commit')
    expect([late.result.status, await saved()]).toEqual([500, [{ endpoint: endpoint.path }]])
    expect(late.writings).toEqual([{ savesAnswer: true }])

    const again = await watched.watch(send)
    expect([again.result.status, again.result.body]).toMatchObject([200, { success: true }])
    expect(again.writings).toEqual([])
    expect((await send()).body.obj).toEqual(again.result.body.obj)
  })
})
