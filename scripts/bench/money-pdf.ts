import { type Paper, renderPaper } from '../../apps/server/src/modules/money/invoices/service.ts'
import type { Figure } from './figure.ts'

const FILES = 50
const LIMIT_MS = 100

const place = { street: 'Torstraße 140', postalCode: '10119', city: 'Berlin', region: '', country: 'DE' }

/** An invoice with a line of each kind. */
const paper: Paper = {
  kind: 'INVOICE',
  number: 'SW-000123',
  issuedAt: new Date('2030-01-31T12:00:00Z'),
  timeZone: 'Europe/Berlin',
  seller: {
    ...place,
    name: 'Simwright GmbH',
    vatNumber: 'DE123456789',
    bankHolder: 'Simwright GmbH',
    bankName: 'Bank',
    bankAccount: 'DE89370400440532013000',
    bic: 'COBADEFFXXX',
    invoicePrefix: 'SW-',
    footer: 'Registered in Berlin.',
    replyMail: 'billing@simwright.example',
  },
  billedTo: { ...place, company: 'Київстар Ελλάς Ltd', email: '', taxId: '' },
  orderCode: '20300131000000000001',
  lines: [
    { kind: 'PLAN', plan: 'PRO', billingType: 'MONTHLY', downloads: 1000, months: 1, cents: 55_400 },
    { kind: 'DISCOUNT', code: 'WELCOME', percent: 20, cents: -11_080 },
    {
      kind: 'CREDIT',
      orderCode: '20300101000000000001',
      from: '2030-01-31T12:00:00Z',
      to: '2030-02-01T12:00:00Z',
      cents: -500,
    },
    { kind: 'OVERAGE', orderCode: '20300101000000000001', dimension: 0, quantity: 12, unitCents: 60, cents: 720 },
    { kind: 'TAX', country: 'DE', rate: 1900, reverseCharge: false, cents: 8_463 },
  ],
  currency: 'USD',
  period: { from: new Date('2030-01-31T12:00:00Z'), to: new Date('2030-02-28T12:00:00Z') },
  paidBy: 'Bank transfer',
  corrects: null,
  transfer: null,
}

/** The median time to write the PDF file of an invoice, without the first file, which loads the library and the fonts. */
export async function benchMoneyPdf(): Promise<Figure[]> {
  const brand = { name: 'Simwright', color: '#4453d6' }
  await renderPaper(paper, brand)
  const times: number[] = []
  for (let file = 0; file < FILES; file += 1) {
    const begin = performance.now()
    await renderPaper(paper, brand)
    times.push(performance.now() - begin)
  }
  const value = times.sort((a, b) => a - b)[FILES / 2]!
  return [{ name: 'money.pdf', value, unit: 'ms', limit: LIMIT_MS, ratio: value / LIMIT_MS }]
}
