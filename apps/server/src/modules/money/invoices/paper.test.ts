import type { InvoiceLine } from '@simwright/contract/money/invoice'
import fc from 'fast-check'
import { describe, expect, inject, test } from 'vitest'
import { addressOf, amountOf, dayOf, notesOf, type Paper, rowsOf, taxRowsOf } from './paper.ts'
import { writeSheet } from './sheet.ts'

const seller = {
  name: 'Simwright GmbH',
  street: 'Torstraße 140',
  postalCode: '10119',
  city: 'Berlin',
  region: '',
  country: 'DE',
  vatNumber: 'DE123456789',
  bankHolder: 'Simwright GmbH',
  bankName: 'Bank',
  bankAccount: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  invoicePrefix: 'SW-',
  footer: 'Registered in Berlin.',
  replyMail: 'billing@simwright.example',
}
const billedTo = {
  company: 'Wind Tunnels SARL',
  email: '',
  taxId: 'FR12123456789',
  street: '12 Rue de la Paix',
  postalCode: '75002',
  city: 'Paris',
  region: '',
  country: 'FR',
}
const plan: InvoiceLine = {
  kind: 'PLAN',
  plan: 'PRO',
  billingType: 'MONTHLY',
  downloads: 1000,
  months: 1,
  cents: 55_400,
}
const tax: InvoiceLine = { kind: 'TAX', country: 'FR', rate: 0, reverseCharge: true, cents: 0 }
const paper: Paper = {
  kind: 'INVOICE',
  number: 'SW-000123',
  issuedAt: new Date('2026-11-23T23:30:00Z'),
  timeZone: 'Europe/Paris',
  seller,
  billedTo,
  orderCode: '20261123000000012345',
  lines: [plan, tax],
  currency: 'USD',
  period: { from: new Date('2026-11-23T23:30:00Z'), to: new Date('2026-12-23T23:30:00Z') },
  paidBy: 'Visa •••• 4242',
  corrects: null,
  transfer: null,
}
const brand = { name: 'Simwright', color: '#4453d6' }

describe('the texts of an invoice', () => {
  test('amounts have two decimals and a minus sign', () => {
    expect([0, 5, 106_900, -123_456_789].map(amountOf)).toEqual(['0.00', '0.05', '1,069.00', '−1,234,567.89'])
  })

  test("days are those of the customer's time zone", () => {
    expect(dayOf(paper.issuedAt, 'UTC')).toBe('23 November 2026')
    expect(dayOf(paper.issuedAt, 'Europe/Paris')).toBe('24 November 2026')
  })

  test('an address has no empty lines', () => {
    expect(addressOf(billedTo)).toEqual(['12 Rue de la Paix', '75002 Paris', 'France'])
    expect(addressOf({ street: '', postalCode: '', city: '', region: '', country: '' })).toEqual([])
  })

  test('each line says what it is for', () => {
    const lines: InvoiceLine[] = [
      plan,
      { ...plan, billingType: 'ANNUALLY', months: 12, cents: 160_900 },
      { kind: 'DISCOUNT', code: 'WELCOME', percent: 20, cents: -11_080 },
      { kind: 'CREDIT', orderCode: '1', from: '2026-11-23T23:30:00Z', to: '2026-12-01T10:00:00Z', cents: -3_973 },
      { kind: 'OVERAGE', orderCode: '1', dimension: 0, quantity: 1234, unitCents: 60, cents: 74_040 },
      { kind: 'BALANCE', cents: -100 },
      { kind: 'BALANCE', cents: 250 },
      tax,
    ]
    expect(rowsOf({ ...paper, lines })).toEqual([
      {
        text: 'Plan PRO, monthly',
        detail: '1,000 downloads a month · 24 Nov 2026 – 24 Dec 2026',
        quantity: '1 month',
        unit: '554.00',
        amount: '554.00',
      },
      expect.objectContaining({ text: 'Plan PRO, annual', quantity: '1 year', unit: '1,609.00', amount: '1,609.00' }),
      { text: 'Discount WELCOME', detail: '', quantity: '20%', unit: '', amount: '−110.80' },
      {
        text: 'Credit for the unused part of a plan',
        detail: 'Order 1, 24 Nov 2026 – 1 Dec 2026',
        quantity: '',
        unit: '',
        amount: '−39.73',
      },
      { text: 'Downloads beyond the plan', detail: 'Order 1', quantity: '1,234', unit: '0.60', amount: '740.40' },
      { text: 'Credit from earlier orders', detail: '', quantity: '', unit: '', amount: '−1.00' },
      { text: 'Credit for later orders', detail: '', quantity: '', unit: '', amount: '2.50' },
    ])
  })

  test('tax is shown with rate and country, or as reverse charge', () => {
    const rate = { ...tax, country: 'DE', rate: 1_950, reverseCharge: false, cents: 10_803 }
    expect(taxRowsOf({ seller, lines: [rate] })).toEqual([{ text: 'VAT 19.5% (Germany)', amount: '108.03' }])
    expect(taxRowsOf({ seller, lines: [tax] })).toEqual([{ text: 'VAT 0% (reverse charge)', amount: '0.00' }])
    const british = { ...seller, country: 'GB', vatNumber: 'GB123456789' }
    expect(taxRowsOf({ seller: british, lines: [{ ...rate, country: 'GB' }] })).toEqual([
      { text: 'VAT 19.5% (United Kingdom)', amount: '108.03' },
    ])
    expect(taxRowsOf({ seller: { ...seller, country: 'US', vatNumber: '' }, lines: [plan] })).toEqual([
      { text: 'Tax 0%', amount: '0.00' },
    ])
  })

  test('the notes say that it is paid, what it corrects, and who owes the VAT', () => {
    expect(notesOf(paper)).toEqual([
      'Paid on 24 November 2026. There is nothing left to pay.',
      expect.stringContaining('Reverse charge'),
    ])
    const corrects = { number: 'SW-000123', issuedAt: paper.issuedAt }
    expect(notesOf({ ...paper, kind: 'CREDIT_NOTE', corrects, lines: [plan] })).toEqual([
      'This credit note corrects invoice SW-000123 of 24 November 2026.',
    ])
  })
})

describe('the PDF file', () => {
  const textOf = (pdf: Buffer) => pdf.toString('latin1')
  const pagesIn = (pdf: Buffer) => textOf(pdf).match(/\/Type \/Page\n/g)?.length

  test('is one page without attachments', () => {
    const pdf = writeSheet(paper, brand)
    expect(textOf(pdf)).toMatch(/^%PDF-1\./)
    expect(pagesIn(pdf)).toBe(1)
    expect(textOf(pdf)).not.toContain('/EmbeddedFile')
  })

  test('has more pages for more lines', () => {
    const line: InvoiceLine = { kind: 'OVERAGE', orderCode: '1', dimension: 1, quantity: 1, unitCents: 60, cents: 60 }
    expect(pagesIn(writeSheet({ ...paper, lines: Array.from({ length: 30 }, () => line) }, brand))).toBe(3)
  })

  test('letters that the typeface lacks are marked, and the text as entered is attached', () => {
    const company = '株式会社 Mobile'
    const pdf = writeSheet({ ...paper, billedTo: { ...billedTo, company } }, brand)
    expect(textOf(pdf)).toContain('original-text.txt')
    const cyrillic = writeSheet({ ...paper, billedTo: { ...billedTo, company: 'Київстар Ελλάς Žižkov' } }, brand)
    expect(textOf(cyrillic)).not.toContain('original-text.txt')
  })

  test('any text can be printed', () => {
    const text = fc.string({ unit: 'binary', maxLength: 40 })
    fc.assert(
      fc.property(text, text, text, (company, street, country) => {
        const given = { ...paper, billedTo: { ...billedTo, company, street, country } }
        expect(writeSheet(given, brand).length).toBeGreaterThan(1000)
      }),
      { numRuns: Math.ceil(inject('propertyCases') / 2) },
    )
  })

  test('texts of any length fit', () => {
    const company = 'W'.repeat(128)
    expect(
      pagesIn(writeSheet({ ...paper, billedTo: { ...billedTo, company, street: '\u200b'.repeat(200) } }, brand)),
    ).toBe(1)
  })
})
