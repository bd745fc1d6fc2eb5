import { Button } from '@mantine/core'
import * as order from '@simwright/contract/money/order'
import { queryOrder } from '@simwright/contract/platform/plan'
import { useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { useOpened } from '../../../api/opened.ts'
import { Comments } from '../../../comment/Comments.tsx'
import { useCommentLabel } from '../../../comment/comment-count.ts'
import { OrderFacts } from '../../../money/OrderFacts.tsx'
import { OrderTimeline } from '../../../money/OrderTimeline.tsx'
import { orderTones } from '../../../money/order-state.ts'
import { PayButton } from '../../../money/PayButton.tsx'
import { PriceLines } from '../../../money/PriceLines.tsx'
import { TransferFacts } from '../../../money/TransferFacts.tsx'
import { useAllowed } from '../../../session/permission.tsx'
import { orderTexts } from '../../../texts/order.ts'
import { say } from '../../../texts/text.ts'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { DetailDrawer, type DetailTab } from '../../../ui/overlay/DetailDrawer.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { toast } from '../../../ui/toast.ts'
import { OrderInvoices } from './OrderInvoices.tsx'
import { ProofSection } from './ProofSection.tsx'

const texts = orderTexts.drawer

/** Drawer of one order: price, events and invoices; cancels it while it is not paid. */
export function OrderDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const [tab, setTab] = useState<string>()
  const { shown, notLoaded } = useOpened(order.get, id, texts)
  const commentLabel = useCommentLabel(texts.tabs.comments, shown && { kind: 'ORDER', objectId: shown.id })
  return (
    <DetailDrawer
      isOpen={id !== undefined}
      onClose={onClose}
      kind={texts.kind}
      title={shown?.code}
      status={shown && <StatusBadge tone={orderTones[shown.state]}>{orderTexts.states[shown.state]}</StatusBadge>}
      actions={
        shown && (
          <>
            {shown.canPayByCard && <PayButton orderId={shown.id} size="compact-sm" />}
            <CancelButton order={shown} />
          </>
        )
      }
      notLoaded={notLoaded}
      tab={tab}
      onTab={setTab}
      tabs={shown ? tabsOf(shown, commentLabel) : []}
    />
  )
}

const tabsOf = (shown: order.OrderDetail, commentLabel: string): DetailTab[] => [
  { id: 'overview', label: texts.tabs.overview, content: <Overview order={shown} /> },
  { id: 'events', label: texts.tabs.events, content: <OrderTimeline events={shown.events} /> },
  { id: 'invoices', label: texts.tabs.invoices, content: <OrderInvoices order={shown} /> },
  { id: 'comments', label: commentLabel, content: <Comments kind="ORDER" objectId={shown.id} /> },
]

function Overview({ order: shown }: { order: order.OrderDetail }) {
  return (
    <Stack gap={24}>
      {shown.transfer && (
        <Section title={orderTexts.transfer.title} text={orderTexts.transfer.text}>
          <TransferFacts transfer={shown.transfer} />
        </Section>
      )}
      <ProofSection order={shown} />
      {shown.lines.length > 0 && <PriceLines lines={shown.lines} />}
      <OrderFacts order={shown} />
    </Stack>
  )
}

function CancelButton({ order: { id, code, canCancel } }: { order: order.OrderDetail }) {
  const mayCreate = useAllowed('Order_Create')
  const cancel = useMutation(order.cancel, {
    changes: [order.query, order.get, order.subscription, queryOrder],
    onSuccess: () => toast.success(texts.canceled),
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
