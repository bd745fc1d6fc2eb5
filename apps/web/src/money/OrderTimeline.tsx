import type { OrderEvent, OrderEventKind } from '@simwright/contract/money/order'
import { orderTexts } from '../texts/order.ts'
import { Timeline, type TimelineItem } from '../ui/page/Timeline.tsx'

const tones: Partial<Record<OrderEventKind, 'success' | 'danger' | 'warning'>> = {
  PAID: 'success',
  CONFIRMED: 'success',
  STARTED: 'success',
  PAYMENT_FAILED: 'danger',
  REJECTED: 'danger',
  NOT_PAID: 'warning',
  DISPUTE_LOST: 'danger',
  WRONG_PAYMENT: 'warning',
}

/** What happened to an order, newest first. */
export function OrderTimeline({ events }: { events: readonly OrderEvent[] }) {
  const items: TimelineItem[] = events.map(({ at, event, actor, actorName, note }, index) => ({
    id: String(index),
    tone: tones[event] ?? 'neutral',
    title: orderTexts.events[event],
    at,
    text: note,
    by: actorName ?? orderTexts.drawer.by[actor],
  }))
  return <Timeline items={items.reverse()} />
}
