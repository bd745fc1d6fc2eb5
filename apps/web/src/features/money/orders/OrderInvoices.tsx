import { Button, Skeleton } from '@mantine/core'
import * as invoice from '@simwright/contract/money/invoice'
import type * as order from '@simwright/contract/money/order'
import { IconDownload } from '@tabler/icons-react'
import { save } from '../../../api/file.ts'
import { useAsk } from '../../../api/query.ts'
import { InvoiceRows } from '../../../money/InvoiceRows.tsx'
import { orderTexts } from '../../../texts/order.ts'
import { Stack } from '../../../ui/layout/layout.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'

const texts = orderTexts.drawer

/** The invoices and credit notes of an order, and the pro forma invoice while it waits for a bank transfer. */
export function OrderInvoices({ order: { id: orderId, transfer } }: { order: order.OrderDetail }) {
  const answer = useAsk(invoice.list, { filter: { orderId } }, { staleMs: 0 })
  if (answer.error) return <ErrorState problem={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <Skeleton height={120} radius="lg" />
  return (
    <Stack gap={24}>
      {transfer && (
        <div>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            onClick={() => void save(invoice.proForma, { orderId }).catch(() => undefined)}
          >
            {texts.proForma}
          </Button>
        </div>
      )}
      <InvoiceRows
        rows={answer.data.items}
        onDownload={(id) => void save(invoice.download, { id }).catch(() => undefined)}
      />
    </Stack>
  )
}
