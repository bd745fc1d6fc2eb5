import { Button } from '@mantine/core'
import * as invoice from '@simwright/contract/money/invoice'
import * as staffOrder from '@simwright/contract/money/staff-order'
import { staffDownload } from '@simwright/contract/money/transfer-proof'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { save } from '../../../api/call.ts'
import { useAsk } from '../../../api/query.ts'
import { InvoiceRows } from '../../../money/InvoiceRows.tsx'
import { OrderFacts } from '../../../money/OrderFacts.tsx'
import { OrderTimeline } from '../../../money/OrderTimeline.tsx'
import { orderTones } from '../../../money/order-state.ts'
import { PriceLines } from '../../../money/PriceLines.tsx'
import { orderTexts } from '../../../texts/order.ts'
import { staffOrderTexts as texts } from '../../../texts/staff-order.ts'
import { say } from '../../../texts/text.ts'
import { DetailDrawer } from '../../../ui/DetailDrawer.tsx'
import { KeyValue } from '../../../ui/KeyValue.tsx'
import { useLastDefined } from '../../../ui/last-defined.ts'
import { NotLoaded } from '../../../ui/NotLoaded.tsx'
import { Section } from '../../../ui/Section.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { formatBytes } from '../../../ui/size.ts'
import { Time } from '../../../ui/Time.tsx'
import { formatTime } from '../../../ui/time.ts'
import { StaffActions } from './StaffActions.tsx'
import classes from './StaffOrders.module.css'

const words = orderTexts.drawer

/** Drawer of one order of any client: facts, proof, events, invoices, and what staff can do. */
export function StaffOrderDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const [tab, setTab] = useState<string>()
  const shownId = useLastDefined(id)
  const answer = useAsk(staffOrder.get, { id: shownId ?? '' }, { enabled: shownId !== undefined, staleMs: 0 })
  const shown = answer.data?.id === shownId ? answer.data : undefined
  const frame = { isOpen: id !== undefined, onClose, kind: words.kind }
  if (!shown) {
    const gone = { title: words.goneTitle, text: texts.goneText, back: words.back }
    return (
      <DetailDrawer {...frame}>
        <NotLoaded problem={answer.error} onRetry={() => void answer.refetch()} gone={gone} onClose={onClose} />
      </DetailDrawer>
    )
  }
  const { enterpriseId } = shown
  const download = (invoiceId: string) =>
    void save(invoice.staffDownload, { enterpriseId, id: invoiceId }).catch(() => undefined)
  return (
    <DetailDrawer
      {...frame}
      title={shown.code}
      status={<StatusBadge tone={orderTones[shown.state]}>{orderTexts.states[shown.state]}</StatusBadge>}
      actions={<StaffActions order={shown} />}
      tab={tab}
      onTab={setTab}
      tabs={[
        { id: 'overview', label: words.tabs.overview, content: <Overview order={shown} /> },
        { id: 'events', label: words.tabs.events, content: <OrderTimeline events={shown.events} /> },
        {
          id: 'invoices',
          label: words.tabs.invoices,
          content: (
            <div className={classes.overview}>
              <InvoiceRows rows={shown.invoices} onDownload={download} />
            </div>
          ),
        },
      ]}
    />
  )
}

function Overview({ order }: { order: staffOrder.StaffOrderDetail }) {
  const { enterprise, platform, paymentReference, overageFactor: factor } = order
  return (
    <div className={classes.overview}>
      <KeyValue
        items={[
          { label: texts.columns.client, value: enterprise },
          { label: texts.columns.platform, value: platform },
          ...(paymentReference ? [{ label: texts.reference, value: paymentReference }] : []),
          ...(factor === null ? [] : [{ label: texts.cap, value: say(texts.capValue, { factor }) }]),
        ]}
      />
      {order.paymentMethod === 1 && <Proof order={order} />}
      {order.lines.length > 0 && <PriceLines lines={order.lines} />}
      <OrderFacts order={order} />
    </div>
  )
}

function Proof({ order: { enterpriseId, id: orderId, proof } }: { order: staffOrder.StaffOrderDetail }) {
  return (
    <Section title={texts.proof.title}>
      {proof ? (
        <div className={classes.proof}>
          <Time at={proof.at}>
            {say(texts.proof.stored, {
              name: proof.fileName,
              size: formatBytes(proof.bytes),
              time: formatTime(proof.at),
            })}
          </Time>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconDownload size={16} />}
            onClick={() => void save(staffDownload, { enterpriseId, orderId }).catch(() => undefined)}
          >
            {texts.proof.download}
          </Button>
        </div>
      ) : (
        <p className={classes.note}>{texts.proof.none}</p>
      )}
    </Section>
  )
}
