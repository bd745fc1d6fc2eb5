import { Alert, Skeleton } from '@mantine/core'
import * as stripe from '@simwright/contract/money/stripe'
import { useAsk } from '../../../api/query.ts'
import { PayButton } from '../../../money/PayButton.tsx'
import { paymentTexts } from '../../../texts/payment.ts'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'

/** The server asks Stripe at most each 2 s. */
const POLL_MS = 2_500

const colors: Readonly<Record<stripe.PaymentState, string>> = {
  NONE: 'yellow',
  WAITING: 'blue',
  PAID: 'green',
  FAILED: 'red',
  EXPIRED: 'yellow',
  RETURNED: 'yellow',
}

/** What came of paying an order by card, until the order itself says so. */
export function CardPayment({ orderId }: { orderId: string }) {
  const answer = useAsk(stripe.status, { orderId }, { staleMs: 0, pollMs: POLL_MS })
  if (answer.error) return <ErrorState problem={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <Skeleton height={96} radius="lg" />
  const { state, failure } = answer.data
  const { title, text } = paymentTexts.status[state]
  return (
    <Alert color={colors[state]} title={title} role="status">
      {failure !== null && (
        <p className="wrap" style={{ marginBottom: 8 }}>
          {failure}
        </p>
      )}
      <p className="wrap" style={{ marginBottom: 8 }}>
        {text}
      </p>
      {state !== 'PAID' && state !== 'RETURNED' && <PayButton orderId={orderId} />}
    </Alert>
  )
}
