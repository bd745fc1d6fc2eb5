import { problems } from '@simwright/contract'
import * as invoice from '@simwright/contract/money/invoice'
import type { BilledTo, PriceLine } from '@simwright/contract/money/price'
import * as seller from '@simwright/contract/money/seller'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { loginClient } from '../../../db/connection.ts'
import { sellerFields } from '../../../testing/seller.ts'
import { type TestEnterprise, testServer } from '../../../testing/server.ts'
import { writeMissingPdfs } from './jobs.ts'
import { selectWithoutPdf } from './queries.ts'
import { issueCreditNote, issueInvoice, readSeller, taxFor, transferFor } from './service.ts'

const t = await testServer({ background: 'none' })
const staff = await t.staff()
const platformId = t.server.platforms.standard.id

const recipient: BilledTo = {
  company: 'Wind Tunnels SARL',
  email: 'money@wind.example',
  taxId: '',
  street: '12 Rue de la Paix',
  postalCode: '75002',
  city: 'Paris',
  region: '',
  country: 'FR',
}

const plan: PriceLine = {
  kind: 'PLAN',
  plan: 'PRO',
  billingType: 'MONTHLY',
  downloads: 100,
  months: 1,
  cents: 14_900,
}
const taxOf = (cents: number): PriceLine => ({ kind: 'TAX', country: 'FR', rate: 2000, reverseCharge: false, cents })

type Given = { orderId?: string; lines?: PriceLine[]; billedTo?: BilledTo }

/** The fields of the invoice of a new order. */
const invoiceFor = ({ id: enterpriseId }: TestEnterprise, { orderId, lines, billedTo }: Given = {}) => ({
  enterpriseId,
  platformId,
  orderId: orderId ?? t.server.random.uuid(),
  orderCode: '20300131000000000001',
  billedTo: billedTo ?? recipient,
  lines: lines ?? [plan, taxOf(2_980)],
  currency: 'USD',
  at: t.clock.now(),
  timeZone: 'Europe/Paris',
  paidBy: 'Visa •••• 4242',
})

const issue = async (enterprise: TestEnterprise, given?: Given) =>
  await t.server.db.tenantTx(enterprise.id, (db) => issueInvoice(t.server, db, invoiceFor(enterprise, given)))

const credit = async ({ id: enterpriseId }: TestEnterprise, orderId: string, cents: number) =>
  await t.server.db.tenantTx(enterpriseId, (db) =>
    issueCreditNote(t.server, db, { enterpriseId, orderId, cents, reason: 'Refund', at: t.clock.now() }),
  )

/** Runs the sweep until every document has its PDF file. */
const writeAllPdfs = async () => {
  const isMissing = async () => (await t.server.db.systemTx((db) => selectWithoutPdf(db, 1))).length > 0
  while (await isMissing()) await writeMissingPdfs(t.server)
}

const storedSeller = async () => {
  const { platforms } = await staff.ask(seller.list, {})
  return platforms.find((one) => one.platformId === platformId)!
}

const saveSeller = async (fields: Partial<seller.Seller> = {}, rates: seller.TaxRate[] = []) => {
  const { version } = await storedSeller()
  return await staff.ask(seller.edit, {
    platformId,
    version,
    fields: { seller: { ...sellerFields, ...fields }, rates },
  })
}

describe('seller data and tax rates', () => {
  test('are stored per platform with a version, and recorded in the audit log of staff', async () => {
    expect(await storedSeller()).toMatchObject({ platform: 'Simwright', version: 0, fields: null, updatedAt: null })
    const rates = [{ country: 'DE', rate: 1900, validFrom: '2020-01-01' }]
    expect(await saveSeller({}, rates)).toEqual({ version: 1 })
    const stored = await storedSeller()
    expect(stored.fields).toEqual({ seller: { ...sellerFields, vatNumber: 'DE123456789' }, rates })
    const fields = stored.fields!
    const stale = await staff.refusal(seller.edit, { platformId, version: 0, fields })
    expect(stale.code).toBe(problems.changed_meanwhile.code)
    const unknown = await staff.refusal(seller.edit, { platformId: crypto.randomUUID(), version: 0, fields })
    expect(unknown.code).toBe(problems.not_found.code)
  })

  test.each<[string, Partial<seller.Seller>, seller.TaxRate[]]>([
    ['seller.name', { name: ' ' }, []],
    ['seller.country', { country: 'Germany' }, []],
    ['seller.vatNumber', { vatNumber: 'DE12345678' }, []],
    ['seller.bankAccount', { bankAccount: 'DE89370400440532013001' }, []],
    ['seller.bankHolder', { bankHolder: '' }, []],
    ['seller.bic', { bic: 'COBA' }, []],
    ['seller.invoicePrefix', { invoicePrefix: '' }, []],
    ['seller.replyMail', { replyMail: 'nobody' }, []],
    ['rates.0.rate', {}, [{ country: 'DE', rate: 10_001, validFrom: '2020-01-01' }]],
    ['rates.0.validFrom', {}, [{ country: 'DE', rate: 1900, validFrom: '2020-02-30' }]],
    [
      'rates.1.country',
      {},
      [
        { country: 'DE', rate: 1900, validFrom: '2020-01-01' },
        { country: 'de', rate: 700, validFrom: '2020-01-01' },
      ],
    ],
  ])('an invalid %s is refused', async (path, change, rates) => {
    const { version } = await storedSeller()
    const fields = { seller: { ...sellerFields, ...change }, rates }
    const refusal = await staff.refusal(seller.edit, { platformId, version, fields })
    expect((refusal.obj.faults as { path: string }[]).map((fault) => fault.path)).toContain(`fields.${path}`)
  })

  test('two platforms cannot have the same prefix of invoice numbers', async () => {
    await saveSeller()
    const other = crypto.randomUUID()
    await t.server.db.globalTx((db) =>
      sql`insert into platform (id, sys, app_name, icon_url, theme_color, mail_texts, created_at, updated_at)
        values (${other}, 'other', 'Other', '', '#112233', '{}', now(), now())`.execute(db),
    )
    await t.server.platforms.reload()
    const fields = { seller: sellerFields, rates: [] }
    const refusal = await staff.refusal(seller.edit, { platformId: other, version: 0, fields })
    expect(refusal.obj.faults).toMatchObject([{ path: 'fields.seller.invoicePrefix', rule: 'taken' }])
  })

  test('can be read by support, but not changed', async () => {
    const support = await t.staff('Platform support')
    expect((await support.ask(seller.list, {})).platforms.length).toBeGreaterThan(0)
    const { fields, version } = await storedSeller()
    expect((await support.refusal(seller.edit, { platformId, version, fields: fields! })).status).toBe(403)
  })
})

describe('the tax', () => {
  const rates = [
    { country: 'DE', rate: 1900, validFrom: '2020-01-01' },
    { country: 'FR', rate: 2000, validFrom: '2020-01-01' },
    { country: 'FR', rate: 2100, validFrom: '2031-01-01' },
    { country: 'CH', rate: 810, validFrom: '2024-01-01' },
  ]
  const at = new Date('2030-12-31T23:59:59.999Z')

  test.each<[string, Partial<BilledTo>, Partial<seller.Seller>, Date, number, boolean]>([
    ['a business in another country of the EU', { country: 'FR', taxId: 'FR12123456789' }, {}, at, 0, true],
    ['a VAT number with spaces', { country: 'GR', taxId: 'el 123 456 789' }, {}, at, 0, true],
    ['a customer without a VAT number', { country: 'FR', taxId: '' }, {}, at, 2000, false],
    ['a number of another form', { country: 'FR', taxId: 'FR1' }, {}, at, 2000, false],
    ['a number of another country', { country: 'FR', taxId: 'DE123456789' }, {}, at, 2000, false],
    ['a business in the country of the seller', { country: 'DE', taxId: 'DE123456789' }, {}, at, 1900, false],
    ['a business outside the EU', { country: 'CH', taxId: 'CHE123' }, {}, at, 810, false],
    ['a country without a rate', { country: 'US' }, {}, at, 0, false],
    ['no country', { country: '' }, {}, at, 0, false],
    ['a seller outside the EU', { country: 'FR', taxId: 'FR12123456789' }, { country: 'US' }, at, 2000, false],
    ['the first moment of a new rate', { country: 'FR' }, {}, new Date('2031-01-01T00:00:00Z'), 2100, false],
    ['a day before the first rate', { country: 'CH' }, {}, new Date('2023-12-31T23:59:59Z'), 0, false],
  ])('for %s', async (_case, change, sellerChange, when, rate, reverseCharge) => {
    await saveSeller({ ...sellerChange, ...(sellerChange.country ? { vatNumber: '' } : {}) }, rates)
    const billedTo = { ...recipient, ...change }
    const tax = await t.server.db.globalTx((db) => taxFor(db, { platformId, billedTo, at: when }))
    expect(tax).toEqual({ country: billedTo.country, rate, reverseCharge })
  })
})

describe('an invoice', () => {
  test('has the next number of its platform, also when many are issued at once and some are rolled back', async () => {
    await saveSeller()
    const enterprises = [await t.enterprise(), await t.enterprise(), await t.enterprise()]
    const first = Number((await issue(enterprises[0]!))!.number.slice(3))
    const attempts = Array.from({ length: 30 }, async (_, index) => {
      const enterprise = enterprises[index % 3]!
      return await t.server.db.tenantTx(enterprise.id, async (db) => {
        const issued = await issueInvoice(t.server, db, invoiceFor(enterprise))
        if (index % 4 === 0) throw new Error('the order is rolled back')
        return issued!.number
      })
    })
    const issued = (await Promise.allSettled(attempts)).flatMap((one) =>
      one.status === 'fulfilled' ? [one.value] : [],
    )
    expect(issued).toHaveLength(22)
    const numbers = issued.map((number) => Number(number.slice(3))).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 22 }, (_, index) => first + 1 + index))
  })

  test('freezes seller, recipient, lines and totals', async () => {
    await saveSeller()
    const enterprise = await t.enterprise('Frozen Mobile')
    const { id, number } = (await issue(enterprise))!
    expect(number).toMatch(/^SW-\d{6}$/)
    await saveSeller({ name: 'Renamed GmbH', invoicePrefix: 'RN-' })
    const stored = await t.server.db.tenantTx(enterprise.id, (db) =>
      db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    )
    expect(stored).toMatchObject({
      number,
      seller: { name: 'Simwright GmbH' },
      billed_to: recipient,
      lines: [plan, taxOf(2_980)],
      net_cents: 14_900,
      tax_cents: 2_980,
      gross_cents: 17_880,
      time_zone: 'Europe/Paris',
    })
    expect((await issue(enterprise))!.number).toMatch(/^RN-/)
  })

  test('is not issued for an amount of zero, and only once for an order', async () => {
    const enterprise = await t.enterprise()
    const discount: PriceLine = { kind: 'DISCOUNT', code: 'FREE', percent: 100, cents: -14_900 }
    expect(await issue(enterprise, { lines: [plan, discount] })).toBeUndefined()
    const orderId = crypto.randomUUID()
    await issue(enterprise, { orderId })
    await expect(issue(enterprise, { orderId })).rejects.toThrow('invoice_order')
  })

  test('of a platform without seller data names the platform', async () => {
    const enterprise = await t.enterprise()
    const { id: other } = t.server.platforms.bySys('other')!
    expect(await t.server.db.globalTx((db) => readSeller(db, other))).toBeUndefined()
    const issued = await t.server.db.tenantTx(enterprise.id, (db) =>
      issueInvoice(t.server, db, { ...invoiceFor(enterprise), platformId: other }),
    )
    expect(issued?.number).toBe('OTHER-000001')
  })

  test.each([
    ['changed', sql`update invoice set pdf_at = pdf_at, pdf = '\\x01'`],
    ['changed otherwise', sql`update invoice set net_cents = 1`],
    ['deleted', sql`delete from invoice`],
  ])('cannot be %s', async (_how, statement) => {
    const enterprise = await t.enterprise()
    await issue(enterprise)
    await writeAllPdfs()
    await expect(t.server.db.tenantTx(enterprise.id, (db) => statement.execute(db))).rejects.toThrow(
      /was issued and cannot be changed|permission denied/,
    )
  })
})

test('invoices cannot be emptied, not even by the owner of the tables', async () => {
  const owner = loginClient(t.server.databaseUrl, 'test')
  await owner.connect()
  try {
    await expect(owner.query('truncate invoice')).rejects.toThrow('issued invoices cannot be deleted')
  } finally {
    await owner.end()
  }
})

describe('a credit note', () => {
  test('corrects the invoice of the order, and several return exactly its tax', async () => {
    await saveSeller()
    const enterprise = await t.enterprise()
    const orderId = crypto.randomUUID()
    // 33.33 % of tax, so that parts are rounded
    await issue(enterprise, { orderId, lines: [{ ...plan, cents: 100 }, taxOf(33)] })
    for (const cents of [1, 66, 65, 1]) {
      t.clock.moveMs(1)
      await credit(enterprise, orderId, cents)
    }
    const { items } = await enterprise.owner.ask(invoice.list, { filter: { orderId } })
    const [original] = items.filter(({ kind }) => kind === 'INVOICE')
    const notes = items.filter(({ kind }) => kind === 'CREDIT_NOTE')
    expect(notes).toHaveLength(4)
    expect(notes.every(({ corrects, reason }) => corrects === original!.number && reason === 'Refund')).toBe(true)
    // of 33 cents: 0.2, 16.6, 32.8 and 33 in total, each rounded
    expect(notes.map(({ taxCents }) => taxCents).toReversed()).toEqual([0, -17, -16, 0])
    const sumOf = (of: (row: invoice.InvoiceRow) => number) => items.reduce((sum, row) => sum + of(row), 0)
    expect([sumOf((row) => row.grossCents), sumOf((row) => row.taxCents), sumOf((row) => row.netCents)]).toEqual([
      0, 0, 0,
    ])
    await expect(credit(enterprise, orderId, 1)).rejects.toThrow(TypeError)
  })

  test('is not issued for an order without an invoice', async () => {
    expect(await credit(await t.enterprise(), crypto.randomUUID(), 100)).toBeUndefined()
  })

  test('never exceeds the invoice, also when two are issued at once', async () => {
    const enterprise = await t.enterprise()
    const orderId = crypto.randomUUID()
    await issue(enterprise, { orderId })
    const both = await Promise.allSettled([credit(enterprise, orderId, 10_000), credit(enterprise, orderId, 10_000)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('the PDF file', () => {
  test('is downloaded before the sweep as it is stored and mailed once by the sweep', async () => {
    await saveSeller()
    const enterprise = await t.enterprise()
    const billedTo = { ...recipient, email: 'once@wind.example' }
    const { id, number } = (await issue(enterprise, { billedTo }))!
    const first = await enterprise.owner.send(invoice.download, { id })
    expect(first.headers.get('content-type')).toBe('application/pdf')
    expect(first.headers.get('content-disposition')).toContain(`${number}.pdf`)
    const pdf = Buffer.from(await first.arrayBuffer())
    expect(pdf.toString('latin1')).toMatch(/^%PDF-/)
    expect(await t.letters('once@wind.example')).toEqual([])
    await Promise.all([writeAllPdfs(), writeAllPdfs()])
    const again = await enterprise.owner.send(invoice.download, { id })
    expect(Buffer.from(await again.arrayBuffer()).equals(pdf)).toBe(true)
    const letters = await t.letters('once@wind.example')
    expect(letters).toMatchObject([{ kind: 'INVOICE', subject: `Invoice ${number} from Simwright` }])
    expect(letters[0]!.text).toContain('USD 178.80')
    expect(Buffer.from(letters[0]!.file!.content, 'base64').equals(pdf)).toBe(true)
  })

  test('is mailed to the owners without an address for invoices', async () => {
    const client = await t.signUpAndIn()
    const [enterpriseId] = (await t.server.db.global.selectFrom('member_directory').selectAll().execute())
      .filter(({ user_id }) => user_id === userIdOf(client.token!))
      .map(({ enterprise_id }) => enterprise_id)
    const invoiceOf = { ...invoiceFor({ id: enterpriseId! } as TestEnterprise), billedTo: { ...recipient, email: '' } }
    const issued = await t.server.db.tenantTx(enterpriseId!, (db) => issueInvoice(t.server, db, invoiceOf))
    t.clock.moveMs(1)
    await writeAllPdfs()
    expect(await t.letters(client.person.email)).toMatchObject([
      { kind: 'INVOICE', file: { name: `${issued!.number}.pdf` } },
      { kind: 'ACTIVATION' },
    ])
  })
})

const userIdOf = (token: string) =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { userId: string }).userId

describe('the lists', () => {
  test('staff see the documents of all enterprises, and find one by its number', async () => {
    const [one, other] = [await t.enterprise('Listed Mobile'), await t.enterprise()]
    const { id, number } = (await issue(one))!
    await issue(other)
    const found = await staff.ask(invoice.staffList, { filter: { search: number.toLowerCase() } })
    expect(found.items).toMatchObject([
      { id, number, enterprise: 'Listed Mobile', enterpriseId: one.id, company: recipient.company },
    ])
    expect((await staff.ask(invoice.staffList, { filter: { enterpriseId: one.id } })).total).toBe(1)
    expect((await one.owner.ask(invoice.list, {})).items.map((row) => row.id)).toEqual([id])
    const file = await staff.send(invoice.staffDownload, { enterpriseId: one.id, id })
    expect(file.status).toBe(200)
    const foreign = await other.owner.refusal(invoice.download, { id })
    expect(foreign.code).toBe(problems.not_found.code)
  })

  test('are paged, newest first', async () => {
    const enterprise = await t.enterprise()
    for (let index = 0; index < 3; index += 1) {
      t.clock.moveMs(1000)
      await issue(enterprise)
    }
    const first = await enterprise.owner.ask(invoice.list, { limit: 2 })
    const second = await enterprise.owner.ask(invoice.list, { limit: 2, cursor: first.next! })
    const times = [...first.items, ...second.items].map(({ issuedAt }) => issuedAt)
    expect(times).toEqual(times.toSorted().toReversed())
    expect([first.total, times.length, second.next]).toEqual([3, 3, null])
  })
})

describe('a bank transfer', () => {
  test('has a reference and the account of the seller; without an account it is not possible', async () => {
    const order = { platformId, orderCode: '20300131000000000001', cents: 14_900, currency: 'USD' }
    await saveSeller()
    expect(await t.server.db.globalTx((db) => transferFor(db, order))).toEqual({
      holder: 'Simwright GmbH',
      bank: 'Berliner Bank',
      account: 'DE89 3704 0044 0532 0130 00',
      bic: 'COBADEFFXXX',
      reference: 'RF36 2030 0131 0000 0000 0001',
      cents: 14_900,
      currency: 'USD',
    })
    await saveSeller({ bankAccount: '' })
    expect(await t.server.db.globalTx((db) => transferFor(db, order))).toBeUndefined()
  })

  test('has a pro forma invoice without a number until it is confirmed', async () => {
    await saveSeller()
    const { id, owner } = await t.enterprise()
    const orderId = crypto.randomUUID()
    const setState = (state: 'UNPAID' | 'PENDING_CONFIRMATION' | 'ACTIVE') =>
      t.server.db.tenantTx(id, (db) => db.updateTable('plan_order').set({ state }).where('id', '=', orderId).execute())
    await t.server.db.tenantTx(id, (db) =>
      sql`insert into plan_order (enterprise_id, id, code, kind, plan, state, billing_type, payment_method, lines, billed_to,
          starts_at, created_at)
        values (${id}, ${orderId}, '20300131000000000009', 'BOUGHT', 'PRO', 'UNPAID', 'MONTHLY', 1,
          ${JSON.stringify([plan])}, ${JSON.stringify(recipient)}, ${t.clock.now()}, ${t.clock.now()})`.execute(db),
    )
    for (const state of ['UNPAID', 'PENDING_CONFIRMATION'] as const) {
      await setState(state)
      const file = await owner.send(invoice.proForma, { orderId })
      expect(file.headers.get('content-disposition')).toContain('pro-forma-20300131000000000009.pdf')
    }
    await setState('ACTIVE')
    expect((await owner.refusal(invoice.proForma, { orderId })).code).toBe(problems.not_found.code)
    expect((await owner.ask(invoice.list, {})).total).toBe(0)
  })
})
