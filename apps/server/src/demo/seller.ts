import type { Seller } from '@simwright/contract/money/seller'
import { editSeller } from '../modules/money/invoices/seller.ts'
import { readSeller } from '../modules/money/invoices/service.ts'
import { hasContact, updatePlatform } from '../modules/platform/brand/service.ts'
import type { Server } from '../server.ts'

/** The company of the demo. The account number is the example of the IBAN registry, so no money can arrive. */
const SELLER: Seller = {
  name: 'Simwright Demo Ltd',
  street: '1 Quay Street',
  postalCode: 'BS1 5TR',
  city: 'Bristol',
  region: '',
  country: 'GB',
  vatNumber: '',
  bankHolder: 'Simwright Demo Ltd',
  bankName: 'Example Bank',
  bankAccount: 'GB29NWBK60161331926819',
  bic: 'NWBKGB2L',
  invoicePrefix: 'DEMO-',
  footer: '',
  replyMail: 'billing@simwright.example',
}

const CONTACT = 'sales@simwright.example'

/** Enters a seller with a bank account, and a contact, unless there are some: the demo sells plans. */
export async function openDemoSales(server: Server): Promise<void> {
  const { standard } = server.platforms
  const platformId = standard.id
  if (!(await readSeller(server.db.global, platformId)))
    await editSeller(server, { platformId, version: 0, fields: { seller: SELLER, rates: [] } })
  if (hasContact(standard)) return
  const mail_texts = JSON.stringify(standard.mail_texts)
  const columns = { ...standard, mail_texts, contact_email: CONTACT, updated_at: server.clock.now() }
  await server.db.globalTx((db) => updatePlatform(db, columns))
  await server.platforms.reload()
}
