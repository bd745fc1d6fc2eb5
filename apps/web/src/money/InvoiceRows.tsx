import { Button } from '@mantine/core'
import type { InvoiceRow } from '@simwright/contract/money/invoice'
import { IconDownload } from '@tabler/icons-react'
import { dollarsAndCents } from '../base/money.ts'
import { orderTexts } from '../texts/order.ts'
import { say } from '../texts/text.ts'
import { Note } from '../ui/layout/layout.tsx'
import { Time } from '../ui/text/Time.tsx'
import classes from './InvoiceRows.module.css'

const texts = orderTexts.drawer

/** The invoices and credit notes of an order. */
export function InvoiceRows({ rows, onDownload }: { rows: readonly InvoiceRow[]; onDownload: (id: string) => void }) {
  if (rows.length === 0) return <Note size="same">{texts.invoicesEmpty}</Note>
  return rows.map(({ id, kind, number, issuedAt, grossCents }) => (
    <div key={id} className={classes.invoice}>
      <div>
        <div>{say(kind === 'INVOICE' ? texts.invoice : texts.creditNote, { number })}</div>
        <Note as="div">
          <Time at={issuedAt} show="day" /> · {dollarsAndCents(grossCents)}
        </Note>
      </div>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconDownload size={16} />}
        onClick={() => onDownload(id)}
      >
        {texts.download}
      </Button>
    </div>
  ))
}
