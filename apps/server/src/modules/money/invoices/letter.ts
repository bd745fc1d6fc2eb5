import type { TenantDb } from '../../../db/database.ts'
import type { InvoicesServer as Server } from '../../../port/module.ts'
import { platformOf, senderOf } from '../../platform/brand/service.ts'
import { invoiceLetter } from '../../platform/mail/service.ts'
import { amountOf, titles } from './paper.ts'
import { type InvoiceRecord, selectOwnerAddresses } from './queries.ts'

/**
 * Queues the mail with the PDF file to the address for invoices; without one, to the owners. Part of the transaction that
 * stores the file, so it is sent once.
 */
export async function mailInvoice(
  server: Server,
  db: TenantDb,
  { invoice, pdf }: { invoice: InvoiceRecord; pdf: Uint8Array },
): Promise<void> {
  const { billed_to, kind, number, currency, gross_cents, order_code: orderCode } = invoice
  const sender = senderOf(server, platformOf(server, invoice.platform_id))
  const addresses = billed_to.email === '' ? await selectOwnerAddresses(db, invoice.enterprise_id) : [billed_to.email]
  for (const to of addresses) {
    const letter = invoiceLetter(sender, {
      to,
      document: titles[kind],
      number,
      company: billed_to.company,
      amount: `${currency} ${amountOf(Math.abs(gross_cents))}`,
      orderCode,
      pdf,
    })
    await server.mail.queue(db as never, letter)
  }
}
