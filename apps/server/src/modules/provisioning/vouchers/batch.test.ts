import { problems } from '@simwright/contract'
import * as audit from '@simwright/contract/platform/audit'
import * as campaign from '@simwright/contract/provisioning/campaign'
import * as voucher from '@simwright/contract/provisioning/voucher'
import { expect, test } from 'vitest'
import { smdpScene } from '../../../testing/smdp-scene.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
const UNLIMITED = { address: 1_000_000, all: 1_000_000 }

const scene = await smdpScene({ limits: { voucherGuesses: UNLIMITED } })
const { server, enterprise, clock, stranger } = scene
let { owner } = enterprise
const configurationId = await scene.configured({ name: 'Gift cards' })

async function wait(milliseconds: number): Promise<void> {
  await scene.wait(milliseconds)
  owner = await scene.sessionIn(owner, enterprise.id)
}

let names = 0

async function running(profiles: number): Promise<string> {
  const fields = { name: `Campaign ${++names}`, configurationId, confirmationCode: { mode: 'none' as const } }
  const { id } = await owner.ask(campaign.add, { fields })
  for (let n = 0; n < profiles; n += 1) {
    const { iccid } = await scene.order({}, configurationId)
    await owner.ask(campaign.fill, { id, filter: { iccid } })
  }
  const { version } = await owner.ask(campaign.get, { id })
  await owner.ask(campaign.start, { id, version })
  return id
}

const later = (ms: number) => new Date(clock.now().getTime() + ms).toISOString()

async function batchOf(campaignId: string, fields: Partial<voucher.VoucherBatchFields> = {}) {
  const name = `Cards ${++names}`
  const { id } = await owner.ask(voucher.add, { fields: { name, campaignId, count: 3, ...fields } })
  const { link } = await owner.ask(voucher.get, { id })
  const text = await (await owner.send(voucher.codes, { id })).text()
  const rows = text.trim().split('\r\n').slice(1)
  return { id, name, link: link!, slug: link!.split('/').at(-1)!, codes: rows.map((row) => row.split(',')[1]!) }
}

let secrets = 0
const redeem = async (slug: string, voucherCode: string) => {
  secrets += 1
  const secret = `secret of browser ${String(secrets).padStart(6, '0')}`
  return (await stranger().ask(voucher.redeem, { slug, voucherCode, secret })).outcome
}

const change = async (id: string, fields: Partial<voucher.VoucherBatchChange>) => {
  const { version, name, expiresAt, addressLimit } = await owner.ask(voucher.get, { id })
  return await owner.ask(voucher.edit, { id, version, fields: { name, expiresAt, addressLimit, ...fields } })
}

test('name, end and limit of a batch are edited, and what is entered on its page follows them', async () => {
  const { id, slug, codes } = await batchOf(await running(3), { expiresAt: later(HOUR_MS) })
  await wait(2 * HOUR_MS)
  expect(await redeem(slug, codes[0]!)).toBe('expired')
  const expiresAt = later(DAY_MS)
  await change(id, { name: 'Cards with a later end', expiresAt, addressLimit: 1 })
  expect(await owner.ask(voucher.get, { id })).toMatchObject({
    version: 2,
    name: 'Cards with a later end',
    state: 'VALID',
    expiresAt,
    addressLimit: 1,
  })
  expect([await redeem(slug, codes[0]!), await redeem(slug, codes[1]!)]).toEqual(['redeemed', 'many'])
  await change(id, { addressLimit: null })
  expect(await redeem(slug, codes[1]!)).toBe('redeemed')
  const { items } = await owner.ask(audit.list, { filter: { objectId: id, action: ['voucher.edited'] } })
  expect(items).toHaveLength(2)
})

test('a wrong edit is refused, and changes nothing', async () => {
  const campaignId = await running(1)
  const used = await batchOf(campaignId)
  const { id, name } = await batchOf(campaignId, { expiresAt: later(HOUR_MS) })
  const before = await owner.ask(voucher.get, { id })
  const fields = { name, expiresAt: before.expiresAt, addressLimit: null }
  const refusal = async (sent: object, version = 1) =>
    await owner.refusal(voucher.edit, { id, version, fields: { ...fields, ...sent } })
  expect((await refusal({ name: used.name })).code).toBe(problems.voucher_batch_name_used.code)
  expect((await refusal({}, 7)).code).toBe(problems.changed_meanwhile.code)
  expect((await refusal({ expiresAt: later(-HOUR_MS) })).obj.faults).toMatchObject([{ path: 'fields.expiresAt' }])
  expect((await refusal({ addressLimit: 0 })).obj.faults).toMatchObject([{ path: 'fields.addressLimit' }])
  expect(await owner.ask(voucher.get, { id })).toEqual(before)
  await owner.ask(voucher.revokeBatch, { id })
  expect((await refusal({})).code).toBe(problems.voucher_unfit.code)
})

test('labels are a PDF file with a label for each voucher, in the audit log, for a day', async () => {
  const { id, name } = await batchOf(await running(1), { count: 22 })
  const response = await owner.send(voucher.labels, { id, sheet: 'A4_21' })
  expect(response.headers.get('content-type')).toBe('application/pdf')
  const text = Buffer.from(await response.arrayBuffer()).toString('latin1')
  expect(text.startsWith('%PDF-')).toBe(true)
  expect(text).toContain('/Count 2')
  const { items } = await owner.ask(audit.list, { filter: { objectId: id, action: ['voucher.labelsExported'] } })
  expect(items).toMatchObject([{ objectName: name, after: { count: 22, sheet: 'A4_21' } }])
  await wait(25 * HOUR_MS)
  expect((await owner.refusal(voucher.labels, { id })).code).toBe(problems.voucher_codes_gone.code)
})

test('the page of a batch has the days on which vouchers were redeemed', async () => {
  const { id, slug, codes } = await batchOf(await running(3))
  const day = () => clock.now().toISOString().slice(0, 10)
  const first = day()
  await redeem(slug, codes[0]!)
  await redeem(slug, codes[1]!)
  await wait(2 * DAY_MS)
  await redeem(slug, codes[2]!)
  expect((await owner.ask(voucher.get, { id })).days).toEqual([
    { day: first, redeemed: 2 },
    { day: day(), redeemed: 1 },
  ])
})

test('an enterprise account has a maximum of vouchers that can be redeemed; revoked ones do not count', async () => {
  const campaignId = await running(1)
  const { id } = await batchOf(campaignId)
  const open = voucher.VOUCHERS_OPEN_MAX - 1
  await server.db.tenantTx(enterprise.id, (db) =>
    db
      .updateTable('voucher_batch')
      .set({ count: open })
      .where('enterprise_id', '=', enterprise.id)
      .where('id', '=', id)
      .execute(),
  )
  const fields = { name: 'Too many', campaignId, count: 5 }
  expect((await owner.refusal(voucher.add, { fields })).code).toBe(problems.vouchers_too_many.code)
  await owner.ask(voucher.revokeBatch, { id })
  await owner.ask(voucher.add, { fields })
})
