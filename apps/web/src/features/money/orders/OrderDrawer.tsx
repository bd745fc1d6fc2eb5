import { Button } from '@mantine/core'
import * as order from '@simwright/contract/money/order'
import { useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { OrderFacts } from '../../../money/OrderFacts.tsx'
import { OrderTimeline } from '../../../money/OrderTimeline.tsx'
import { orderTones } from '../../../money/order-state.ts'
import { PayButton } from '../../../money/PayButton.tsx'
import { PriceLines } from '../../../money/PriceLines.tsx'
import { TransferFacts } from '../../../money/TransferFacts.tsx'
import { useAllowed } from '../../../session/permission.tsx'
import { orderTexts } from '../../../texts/order.ts'
import { say } from '../../../texts/text.ts'
import { confirm } from '../../../ui/confirm.ts'
import { DetailDrawer } from '../../../ui/DetailDrawer.tsx'
import { useLastDefined } from '../../../ui/last-defined.ts'
import { NotLoaded } from '../../../ui/NotLoaded.tsx'
import { Section } from '../../../ui/Section.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './Order.module.css'
import { OrderInvoices } from './OrderInvoices.tsx'
import { ProofSection } from './ProofSection.tsx'

const texts = orderTexts.drawer

/** Drawer of one order: price, events and invoices; cancels it while it is not paid. */
export function OrderDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const [tab, setTab] = useState<string>()
  const shownId = useLastDefined(id)
  const answer = useAsk(order.get, { id: shownId ?? '' }, { enabled: shownId !== undefined, staleMs: 0 })
  const shown = answer.data?.id === shownId ? answer.data : undefined
  const frame = { isOpen: id !== undefined, onClose, kind: texts.kind }
  if (!shown) {
    const gone = { title: texts.goneTitle, text: texts.goneText, back: texts.back }
    return (
      <DetailDrawer {...frame}>
        <NotLoaded problem={answer.error} onRetry={() => void answer.refetch()} gone={gone} onClose={onClose} />
      </DetailDrawer>
    )
  }
  return (
    <DetailDrawer
      {...frame}
      title={shown.code}
      status={<StatusBadge tone={orderTones[shown.state]}>{orderTexts.states[shown.state]}</StatusBadge>}
      actions={
        <>
          {shown.canPayByCard && <PayButton orderId={shown.id} size="compact-sm" />}
          <CancelButton order={shown} />
        </>
      }
      tab={tab}
      onTab={setTab}
      tabs={[
        { id: 'overview', label: texts.tabs.overview, content: <Overview order={shown} /> },
        { id: 'events', label: texts.tabs.events, content: <OrderTimeline events={shown.events} /> },
        { id: 'invoices', label: texts.tabs.invoices, content: <OrderInvoices order={shown} /> },
      ]}
    />
  )
}

function Overview({ order: shown }: { order: order.OrderDetail }) {
  return (
    <div className={classes.overview}>
      {shown.transfer && (
        <Section title={orderTexts.transfer.title} text={orderTexts.transfer.text}>
          <TransferFacts transfer={shown.transfer} />
        </Section>
      )}
      <ProofSection order={shown} />
      {shown.lines.length > 0 && <PriceLines lines={shown.lines} />}
      <OrderFacts order={shown} />
    </div>
  )
}

function CancelButton({ order: { id, code, canCancel } }: { order: order.OrderDetail }) {
  const mayCreate = useAllowed('Order_Create')
  const cancel = useMutation(order.cancel, {
    changes: [order.query, order.get, order.subscription],
    onSuccess: () => toast.success(texts.cancelled),
  })
  if (!canCancel || !mayCreate) return null
  const ask = async () => {
    const question = { title: say(texts.cancelTitle, { code }), text: texts.cancelText, proceed: texts.cancel }
    if (await confirm({ ...question, tone: 'danger' })) cancel.mutate({ id })
  }
  return (
    <Button variant="default" size="compact-sm" loading={cancel.isPending} onClick={() => void ask()}>
      {texts.cancel}
    </Button>
  )
}
