import type { Seller } from '@simwright/contract/money/seller'
import { editSeller, readSeller } from '../modules/money/invoices/seller.ts'
import type { OpenServer } from '../server.ts'

/** A company with a bank account. */
export const sellerFields: Seller = {
  name: 'Simwright GmbH',
  street: 'Torstraße 140',
  postalCode: '10119',
  city: 'Berlin',
  region: '',
  country: 'DE',
  vatNumber: 'DE 123 456 789',
  bankHolder: 'Simwright GmbH',
  bankName: 'Berliner Bank',
  bankAccount: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  invoicePrefix: 'SW-',
  footer: 'Registered in Berlin.',
  replyMail: 'billing@simwright.example',
}

/** Enters seller data without taxes, unless there are some, so that the standard platform offers bank transfers. */
export async function offerTransfers({ server }: { server: OpenServer }): Promise<void> {
  const platformId = server.platforms.standard.id
  if (await readSeller(server.db.global, platformId)) return
  await editSeller(server, { platformId, version: 0, fields: { seller: sellerFields, rates: [] } })
}

/** Enters the contact of the standard platform, without which it sells nothing. */
export async function offerContact({ server }: { server: OpenServer }): Promise<void> {
  await setContact(server, 'sales@simwright.example')
}

/** Removes it. */
export async function withdrawContact({ server }: { server: OpenServer }): Promise<void> {
  await setContact(server, null)
}

async function setContact({ db, platforms }: OpenServer, contact_email: string | null): Promise<void> {
  await db.global.updateTable('platform').set({ contact_email }).where('id', '=', platforms.standard.id).execute()
  await platforms.reload()
}
