import { Alert, Anchor } from '@mantine/core'
import type * as order from '@simwright/contract/money/order'
import { Link } from '@tanstack/react-router'
import { waitingOrder } from '../../../money/waiting-order.ts'
import { linkTo, pages } from '../../../paths.ts'
import { purchaseTexts } from '../../../texts/order.ts'
import { paymentTexts } from '../../../texts/payment.ts'
import { confirm } from '../../../ui/overlay/confirm.ts'

const texts = purchaseTexts.waiting

type WaitingOrderProps = { subscription: order.Subscription }

/** Says that an order waits for its payment, and leads to it. */
export function WaitingOrder({ subscription }: WaitingOrderProps) {
  const waiting = waitingOrder(subscription)
  if (!waiting) return null
  return (
    <Alert color="yellow" title={texts.title}>
      {texts.text}{' '}
      <Anchor component={Link} {...linkTo(pages.orders, { search: { open: waiting } })} inherit underline="always">
        {paymentTexts.openOrder}
      </Anchor>
    </Alert>
  )
}

/** Asks before a second order is placed while one waits for its payment. */
export async function mayOrderAgain(subscription: order.Subscription): Promise<boolean> {
  if (!waitingOrder(subscription)) return true
  return await confirm({ title: texts.question, text: texts.both, proceed: texts.proceed })
}
