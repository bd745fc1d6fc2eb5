import { Alert, Button } from '@mantine/core'
import * as order from '@simwright/contract/money/order'
import { Link } from '@tanstack/react-router'
import { useAsk } from '../../../api/query.ts'
import { dollars } from '../../../base/money.ts'
import { formatDate, formatTime } from '../../../base/time.ts'
import { PayButton } from '../../../money/PayButton.tsx'
import { linkTo, pages } from '../../../paths.ts'
import { Allowed } from '../../../session/permission.tsx'
import { paymentTexts } from '../../../texts/payment.ts'
import { say } from '../../../texts/text.ts'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import classes from './SubscriptionPage.module.css'

const texts = paymentTexts.due

/** Says which order of the portal's own is not paid, why, and what to do. */
export function DueNotice() {
  const { data } = useAsk(order.subscription, {}, { staleMs: 0 })
  if (!data?.due) return null
  const { due, paymentMethods } = data
  const { orderId, code, operation, amountCents, until, failure, nextRequestAt } = due
  return (
    <Alert color={failure === null ? 'yellow' : 'red'} title={say(texts.title[operation], { code })}>
      <Stack gap={6} className={classes.due}>
        {failure !== null && <p className="wrap">{say(texts.failed, { reason: failure })}</p>}
        <p className="wrap">
          {say(texts.amount[operation], { code, amount: dollars(amountCents), time: formatTime(until) })}
        </p>
        {failure !== null && (
          <p className="wrap">
            {nextRequestAt ? say(texts.again, { time: formatDate(nextRequestAt) }) : texts.notAgain}
          </p>
        )}
        <Row className={classes.buttons}>
          {paymentMethods.includes(order.STRIPE) && <PayButton orderId={orderId} />}
          <Allowed need="Order_View">
            <Button component={Link} variant="default" {...linkTo(pages.orders, { search: { open: orderId } })}>
              {paymentTexts.openOrder}
            </Button>
          </Allowed>
        </Row>
      </Stack>
    </Alert>
  )
}
