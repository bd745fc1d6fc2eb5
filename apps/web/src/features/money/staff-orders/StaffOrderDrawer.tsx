import { Button } from '@mantine/core'
import * as invoice from '@simwright/contract/money/invoice'
import * as staffOrder from '@simwright/contract/money/staff-order'
import { staffDownload } from '@simwright/contract/money/transfer-proof'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { save } from '../../../api/file.ts'
import { useOpened } from '../../../api/opened.ts'
import { formatBytes } from '../../../base/size.ts'
import { formatTime } from '../../../base/time.ts'
import { InvoiceRows } from '../../../money/InvoiceRows.tsx'
import { OrderFacts } from '../../../money/OrderFacts.tsx'
import { OrderTimeline } from '../../../money/OrderTimeline.tsx'
import { orderTones } from '../../../money/order-state.ts'
import { PriceLines } from '../../../money/PriceLines.tsx'
import { orderTexts } from '../../../texts/order.ts'
import { say } from '../../../texts/text.ts'
import { KeyValue } from '../../../ui/layout/KeyValue.tsx'
import { Note, Stack } from '../../../ui/layout/layout.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { DetailDrawer, type DetailTab } from '../../../ui/overlay/DetailDrawer.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { StaffActions } from './StaffActions.tsx'
import { staffOrderTexts as texts } from './staff-order-texts.ts'

const words = orderTexts.drawer

/** Drawer of one order of any client: facts, proof, events, invoices, and what staff can do. */
export function StaffOrderDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const [tab, setTab] = useState<string>()
  const { shown, notLoaded } = useOpened(staffOrder.get, id, { ...words, goneText: texts.goneText })
  return (
    <DetailDrawer
      isOpen={id !== undefined}
      onClose={onClose}
      kind={words.kind}
      title={shown?.code}
      status={shown && <StatusBadge tone={orderTones[shown.state]}>{orderTexts.states[shown.state]}</StatusBadge>}
      actions={shown && <StaffActions order={shown} />}
      notLoaded={notLoaded}
      tab={tab}
      onTab={setTab}
      tabs={shown ? tabsOf(shown) : []}
    />
  )
}

function tabsOf(shown: staffOrder.StaffOrderDetail): DetailTab[] {
  const { enterpriseId, invoices } = shown
  const download = (id: string) => void save(invoice.staffDownload, { enterpriseId, id }).catch(() => undefined)
  return [
    { id: 'overview', label: words.tabs.overview, content: <Overview order={shown} /> },
    { id: 'events', label: words.tabs.events, content: <OrderTimeline events={shown.events} /> },
    { id: 'invoices', label: words.tabs.invoices, content: <InvoiceRows rows={invoices} onDownload={download} /> },
  ]
}

function Overview({ order }: { order: staffOrder.StaffOrderDetail }) {
  const { enterprise, platform, paymentReference, overageFactor: factor } = order
  return (
    <Stack gap={24}>
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
    </Stack>
  )
}

function Proof({ order: { enterpriseId, id: orderId, proof } }: { order: staffOrder.StaffOrderDetail }) {
  return (
    <Section title={texts.proof.title}>
      {proof ? (
        <Stack gap={12} align="start" className="wrap">
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
        </Stack>
      ) : (
        <Note size="same">{texts.proof.none}</Note>
      )}
    </Section>
  )
}
