import { type Endpoint, type InputOf, problems } from '@simwright/contract'
import * as order from '@simwright/contract/money/order'
import * as staffOrder from '@simwright/contract/money/staff-order'
import * as transferProof from '@simwright/contract/money/transfer-proof'
import * as account from '@simwright/contract/people/account'
import * as clients from '@simwright/contract/people/client'
import * as audit from '@simwright/contract/platform/audit'
import * as notice from '@simwright/contract/platform/notice'
import * as plan from '@simwright/contract/platform/plan'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { Refused } from '../../../testing/client.ts'
import { offersCards, ordered, type Wish } from '../../../testing/purchase.ts'
import { offerTransfers } from '../../../testing/seller.ts'
import { type Client, testServer } from '../../../testing/server.ts'
import { stepDueOrders } from '../renewal/service.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const t = await testServer({ background: 'none', settings: offersCards })
await offerTransfers(t)
const staff = await t.staff()
const support = await t.staff('Platform support')

const PDF = '%PDF-1.7\n% not parsed'
const photo = await sharp({ create: { width: 3000, height: 2200, channels: 3, background: '#ffffff' } })
  .jpeg()
  .withExif({ IFD0: { Artist: 'Mary Jackson' } })
  .toBuffer()

const give = (client: Client, orderId: string, content: string | Uint8Array = PDF, name = 'proof.pdf') =>
  client.upload(transferProof.upload, { orderId }, { name, content })

/** What a call is refused with. */
async function refusal(call: Promise<unknown>): Promise<Refused> {
  const error = await call.catch((caught: unknown) => caught)
  if (!(error instanceof Refused)) throw new Error('the call was accepted')
  return error
}

const faultOf = async (call: Promise<unknown>) =>
  (await refusal(call)).obj as { faults: { path: string; text: string }[] }
const detailOf = async (id: string) => await staff.ask(staffOrder.get, { id })
const eventsOf = ({ events }: order.OrderDetail) => events.map(({ event, actor }) => `${event} by ${actor}`)

/** An order of a new client that waits for a bank transfer. */
async function transferOrder(wish: Wish = {}) {
  // the mailbox shows the newest mails
  t.clock.moveMs(1000)
  const enterprise = await t.enterprise(undefined, 'DEMO')
  const placed = await ordered(enterprise.owner, wish)
  const key = { enterpriseId: enterprise.id, id: placed.id }
  return { enterprise, owner: enterprise.owner, placed, key }
}

/** A day, counted from today. */
const day = (days: number) => new Date(t.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10)

let transferCount = 0
const received = (fields: Partial<staffOrder.Confirmation> = {}) => ({
  cents: 14_900,
  currency: 'USD',
  receivedOn: day(0),
  bank: 'Example Bank',
  reference: `Transfer ${++transferCount}`,
  ...fields,
})

async function download<E extends Endpoint>(client: Client, endpoint: E, input: InputOf<E>) {
  const response = await client.send(endpoint, input)
  return { response, content: Buffer.from(await response.arrayBuffer()) }
}

describe('the proof of a bank transfer', () => {
  test('leaves the order to staff, who are notified once in the portal and by mail', async () => {
    const { owner, placed } = await transferOrder()
    expect(await owner.ask(transferProof.query, { orderId: placed.id })).toEqual({ proof: null })
    await give(owner, placed.id, PDF, 'first.pdf')
    await give(owner, placed.id, `${PDF}.`, 'second.pdf')
    const detail = await detailOf(placed.id)
    expect(detail).toMatchObject({ state: 'PENDING_CONFIRMATION', expiresAt: null, actions: ['CONFIRM', 'REJECT'] })
    expect(detail.proof).toMatchObject({ fileName: 'second.pdf', type: 'application/pdf', bytes: PDF.length + 1 })
    expect(eventsOf(detail)).toEqual(['CREATED by MEMBER', 'PROOF_GIVEN by MEMBER', 'PROOF_GIVEN by MEMBER'])
    for (const client of [staff, support]) {
      const { items } = await client.ask(notice.list, {})
      const own = items.filter(
        ({ kind, facts }) => kind === 'TRANSFER_WAITS' && 'orderCode' in facts && facts.orderCode === placed.code,
      )
      expect(own).toHaveLength(1)
      expect(await mailsOf(client, placed.code)).toEqual([expect.stringContaining('is waiting for confirmation')])
    }
  })

  test('is only ever downloaded, and runs nothing in a browser', async () => {
    const { owner, placed, key } = await transferOrder()
    await give(owner, placed.id, '%PDF-<script>alert(1)</script>', '../evil.html')
    for (const { response, content } of [
      await download(owner, transferProof.download, { orderId: placed.id }),
      await download(support, transferProof.staffDownload, { enterpriseId: key.enterpriseId, orderId: placed.id }),
    ]) {
      expect(content.toString()).toBe('%PDF-<script>alert(1)</script>')
      const { headers } = response
      expect(headers.get('content-type')).toBe('application/pdf')
      expect(headers.get('content-disposition')).toMatch(`attachment; filename="proof-${placed.code}.pdf"`)
      expect(headers.get('content-security-policy')).toMatch(/; sandbox$/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  test('that is a photo is encoded again, and keeps its size', async () => {
    const { owner, placed } = await transferOrder()
    const padding = Buffer.alloc(3 * 1024 * 1024, 'secret')
    await give(owner, placed.id, Buffer.concat([photo, padding]), 'photo.jpg')
    const { content } = await download(owner, transferProof.download, { orderId: placed.id })
    expect(await sharp(content).metadata()).toMatchObject({ format: 'jpeg', width: 3000, height: 2200 })
    expect(content.includes('Mary Jackson')).toBe(false)
    expect(content.includes('secretsecret')).toBe(false)
  })

  test('is stored sealed, in parts', async () => {
    const { enterprise, owner, placed } = await transferOrder()
    const content = Buffer.concat([Buffer.from(PDF), Buffer.alloc(2 * 1024 * 1024, 'canary')])
    await give(owner, placed.id, content)
    const { content: read } = await download(owner, transferProof.download, { orderId: placed.id })
    expect(read.equals(content)).toBe(true)
    const parts = await t.server.db.tenantRead(enterprise.id, (db) =>
      db.selectFrom('transfer_proof_part').select('sealed').where('enterprise_id', '=', enterprise.id).execute(),
    )
    expect(parts).toHaveLength(3)
    expect(parts.some(({ sealed }) => sealed.includes('canary'))).toBe(false)
  })

  test.each([
    ['an executable', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]), 'PDF, PNG, JPEG or WebP only.'],
    ['a page', '<!doctype html><html>%PDF-</html>', 'PDF, PNG, JPEG or WebP only.'],
    ['a damaged photo', photo.subarray(0, 400), 'This JPEG file is damaged.'],
    ['nothing', '', 'The file is empty.'],
  ])('that is %s is refused, and the order stays as it was', async (_name, content, text) => {
    const { owner, placed } = await transferOrder()
    expect(await faultOf(give(owner, placed.id, content))).toMatchObject({ faults: [{ path: 'file', text }] })
    expect(await detailOf(placed.id)).toMatchObject({ state: 'UNPAID', proof: null })
  })

  test.each([
    ['200 MB', 200_000_000],
    ['a byte more than 10 MiB', 10 * 1024 * 1024 + 1],
  ])('of %s is refused with the limit', async (_name, bytes) => {
    const { owner, placed } = await transferOrder()
    const refused = await refusal(give(owner, placed.id, Buffer.concat([Buffer.from(PDF)], bytes)))
    expect([refused.status, refused.code]).toEqual([413, problems.file_too_large.code])
    expect(refused.message).toBe('The file is larger than 10 MiB.')
    expect(await detailOf(placed.id)).toMatchObject({ state: 'UNPAID', proof: null })
  })

  test('can have 10 MiB', async () => {
    const { owner, placed } = await transferOrder()
    const bytes = 10 * 1024 * 1024
    expect(await give(owner, placed.id, Buffer.concat([Buffer.from(PDF)], bytes))).toMatchObject({ bytes })
  })

  test('is refused for the order of another enterprise account, a card and a closed order', async () => {
    const { owner, placed } = await transferOrder()
    const other = await t.enterprise(undefined, 'DEMO')
    expect((await refusal(give(other.owner, placed.id))).code).toBe(problems.not_found.code)
    const { code } = await refusal(other.owner.ask(transferProof.query, { orderId: placed.id }))
    expect(code).toBe(problems.not_found.code)
    const byCard = await ordered(other.owner, { paymentMethod: 0 })
    expect((await refusal(give(other.owner, byCard.id))).code).toBe(problems.not_by_transfer.code)
    await owner.ask(order.cancel, { id: placed.id })
    expect((await refusal(give(owner, placed.id))).code).toBe(problems.order_not_open.code)
  })
})

describe('a confirmed bank transfer', () => {
  test('starts the plan, issues the invoice, and is recorded and mailed on both sides', async () => {
    const { owner, placed, key } = await transferOrder()
    await give(owner, placed.id)
    const fields = received({ reference: 'T-1' })
    expect(await staff.ask(staffOrder.confirm, { ...key, fields })).toEqual({ state: 'ACTIVE' })
    expect((await owner.ask(plan.queryOrder, {})).plan).toBe('PRO')
    const detail = await detailOf(placed.id)
    expect(detail).toMatchObject({ paidCents: 14_900, paymentChannel: 'Example Bank', paymentReference: 'T-1' })
    expect(eventsOf(detail).at(-1)).toBe('CONFIRMED by STAFF')
    expect(detail.invoices).toMatchObject([{ kind: 'INVOICE', grossCents: 14_900, orderCode: placed.code }])
    expect(detail.actions).toEqual(['REFUND', 'RAISE_CAP'])
    const ofClient = (await owner.ask(audit.list, { filter: { action: ['order.confirmed'] } })).items
    expect(ofClient).toMatchObject([{ actorKind: 'STAFF', after: { bank: 'Example Bank', reference: 'T-1' } }])
    const ofStaff = (await staff.ask(audit.list, { filter: { action: ['order.confirmed'] } })).items
    expect(ofStaff.map(({ objectName }) => objectName)).toContain(placed.code)
    expect(await mailsOf(owner, placed.code)).toContain(`Your payment for order ${placed.code} has arrived`)
    expect((await support.ask(notice.list, { kinds: ['TRANSFER_DECIDED'] })).items[0]).toMatchObject({
      facts: { orderId: placed.id, decision: 'confirmed' },
    })
    expect(await mailsOf(support, placed.code)).toContain(`The bank transfer for order ${placed.code} was confirmed`)
  })

  test.each([
    ['another amount', { cents: 14_899 }, 'fields.cents', 'The order costs USD 149.00, and nothing was changed.'],
    [
      'another currency',
      { currency: 'EUR' },
      'fields.currency',
      'The order costs USD 149.00, and nothing was changed.',
    ],
    ['a day to come', { receivedOn: day(2) }, 'fields.receivedOn', 'This day has not come yet.'],
    ['a day before the order', { receivedOn: day(-3) }, 'fields.receivedOn', 'The order was placed on'],
  ])('of %s changes nothing, and says what is wrong', async (_name, fields, path, text) => {
    const { owner, placed, key } = await transferOrder()
    await give(owner, placed.id)
    const { faults } = await faultOf(staff.ask(staffOrder.confirm, { ...key, fields: received(fields) }))
    expect(faults).toMatchObject([{ path, text: expect.stringContaining(text) }])
    const detail = await detailOf(placed.id)
    expect(detail).toMatchObject({ state: 'PENDING_CONFIRMATION', paidCents: 0, invoices: [] })
    expect(eventsOf(detail)).toEqual(['CREATED by MEMBER', 'PROOF_GIVEN by MEMBER'])
  })

  test('pays one order: it is not confirmed for an order of another client too', async () => {
    const [paid, open] = [await transferOrder(), await transferOrder()]
    const confirm = ({ key }: typeof open, reference: string, bank: string) =>
      staff.ask(staffOrder.confirm, { ...key, fields: received({ bank, reference }) })
    await confirm(paid, 'One transfer', 'Example Bank')
    const { faults } = await faultOf(confirm(open, 'One transfer', 'example bank'))
    const text = `Order ${paid.placed.code} was paid by this transfer.`
    expect(faults).toMatchObject([{ path: 'fields.reference', text: expect.stringContaining(text) }])
    expect(await detailOf(open.placed.id)).toMatchObject({ state: 'UNPAID', paidCents: 0 })
    expect(await confirm(open, 'One transfer, 2 May', 'Example Bank')).toEqual({ state: 'ACTIVE' })
  })

  test('pays one order also when two orders are confirmed at once', async () => {
    for (let round = 1; round <= 5; round += 1) {
      const orders = [await transferOrder(), await transferOrder()]
      const fields = received({ reference: `At once ${round}`, bank: 'Example Bank' })
      const confirmations = orders.map(({ key }) => staff.ask(staffOrder.confirm, { ...key, fields }))
      const outcomes = await Promise.allSettled(confirmations)
      const paid = outcomes.findIndex(({ status }) => status === 'fulfilled')
      const text = `Order ${orders[paid]?.placed.code} was paid by this transfer.`
      const faults = [{ path: 'fields.reference', text: expect.stringContaining(text) }]
      expect(outcomes[1 - paid]).toMatchObject({ status: 'rejected', reason: { obj: { faults } } })
      expect(await detailOf(orders[1 - paid]!.placed.id)).toMatchObject({ state: 'UNPAID', invoices: [] })
    }
  })

  test('is one when two members of the staff confirm at once', async () => {
    const { placed, key } = await transferOrder()
    const outcomes = await Promise.allSettled([
      staff.ask(staffOrder.confirm, { ...key, fields: received({ reference: 'A' }) }),
      staff.ask(staffOrder.confirm, { ...key, fields: received({ reference: 'B' }) }),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const late = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect(late.reason).toMatchObject({ code: problems.transfer_not_open.code })
    const detail = await detailOf(placed.id)
    expect(detail).toMatchObject({ state: 'ACTIVE', paidCents: 14_900 })
    expect(detail.invoices).toHaveLength(1)
  })

  test('and a cancellation at once have one outcome', async () => {
    const { owner, placed, key } = await transferOrder()
    const [confirmed, canceled] = await Promise.allSettled([
      staff.ask(staffOrder.confirm, { ...key, fields: received() }),
      owner.ask(order.cancel, { id: placed.id }),
    ])
    expect([confirmed.status, canceled.status].sort()).toEqual(['fulfilled', 'rejected'])
    const detail = await detailOf(placed.id)
    const isPaid = confirmed.status === 'fulfilled'
    expect(detail.state).toBe(isPaid ? 'ACTIVE' : 'CLOSED')
    expect(detail.invoices).toHaveLength(isPaid ? 1 : 0)
  })

  test('is refused for a closed order, which stays closed', async () => {
    const { owner, placed, key } = await transferOrder()
    await owner.ask(order.cancel, { id: placed.id })
    const closed = await refusal(staff.ask(staffOrder.confirm, { ...key, fields: received() }))
    expect(closed.code).toBe(problems.transfer_not_open.code)
    expect(await detailOf(placed.id)).toMatchObject({ state: 'CLOSED', paidCents: 0, invoices: [], actions: [] })
  })

  test('is refused after the order was confirmed, also with the same reference', async () => {
    const { placed, key } = await transferOrder()
    await staff.ask(staffOrder.confirm, { ...key, fields: received() })
    for (const reference of ['TX-1', 'TX-2']) {
      const again = await refusal(staff.ask(staffOrder.confirm, { ...key, fields: received({ reference }) }))
      expect(again.code).toBe(problems.transfer_not_open.code)
    }
    expect((await detailOf(placed.id)).invoices).toHaveLength(1)
  })

  test('is refused when another plan has taken the place of the order', async () => {
    const { enterprise, owner, key } = await transferOrder()
    await staff.ask(staffOrder.confirm, { ...key, fields: received() })
    const renewal = await ordered(owner, { operation: 'RENEW' })
    await give(owner, renewal.id)
    await staff.ask(clients.givePlan, { id: enterprise.id, fields: { plan: 'PREMIUM', until: day(90) } })
    const confirmation = { ...key, id: renewal.id, fields: received({ reference: 'TX-2' }) }
    const { code } = await refusal(staff.ask(staffOrder.confirm, confirmation))
    expect(code).toBe(problems.transfer_without_place.code)
    const detail = await detailOf(renewal.id)
    expect(detail).toMatchObject({ state: 'PENDING_CONFIRMATION', paidCents: 0, actions: ['CONFIRM', 'REJECT'] })
    expect(eventsOf(detail)).toEqual(['CREATED by MEMBER', 'PROOF_GIVEN by MEMBER'])
  })
})

describe('a rejected bank transfer', () => {
  test('closes the order, and the client reads the reason', async () => {
    const { owner, placed, key } = await transferOrder()
    await give(owner, placed.id)
    const fields = { reason: 'Nothing has arrived.' }
    expect(await staff.ask(staffOrder.reject, { ...key, fields })).toEqual({ state: 'CLOSED' })
    const detail = await owner.ask(order.get, { id: placed.id })
    expect(detail.events.at(-1)).toMatchObject({ event: 'REJECTED', actor: 'STAFF', note: fields.reason })
    expect((await detailOf(placed.id)).actions).toEqual([])
    const [entry] = (await owner.ask(audit.list, { filter: { action: ['order.rejected'] } })).items
    expect(entry).toMatchObject({ actorKind: 'STAFF', after: fields })
    expect(await mailsOf(owner, placed.code)).toEqual([`Your bank transfer for order ${placed.code} was rejected`])
    const again = await refusal(staff.ask(staffOrder.reject, { ...key, fields }))
    expect(again.code).toBe(problems.transfer_not_open.code)
  })

  test('is refused before a proof was given', async () => {
    const { key } = await transferOrder()
    const early = await refusal(staff.ask(staffOrder.reject, { ...key, fields: { reason: 'No.' } }))
    expect(early.code).toBe(problems.transfer_not_open.code)
  })
})

test('a transfer that arrives late is accepted while its order is open, and refused once that is closed', async () => {
  const waiting = await transferOrder()
  const proven = await transferOrder()
  await give(proven.owner, proven.placed.id)
  const open = await transferOrder()
  t.clock.moveMs(14 * DAY_MS + 1000)
  const admin = await t.staff()
  const confirm = ({ key }: typeof open) => admin.ask(staffOrder.confirm, { ...key, fields: received() })
  expect(await confirm(open)).toEqual({ state: 'ACTIVE' })
  await stepDueOrders(t.server)
  expect((await refusal(confirm(waiting))).code).toBe(problems.transfer_not_open.code)
  expect(await confirm(proven)).toEqual({ state: 'ACTIVE' })
})

/** The subjects of the mails to a user that name an order, oldest first. */
async function mailsOf(client: Client, code: string): Promise<string[]> {
  const { email } = await client.ask(account.me, {})
  const letters = (await t.letters(email)).filter(({ text }) => text.includes(code))
  return letters.map(({ subject }) => subject).reverse()
}
