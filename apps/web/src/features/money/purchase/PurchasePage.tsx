import { Alert, Skeleton } from '@mantine/core'
import * as order from '@simwright/contract/money/order'
import * as plan from '@simwright/contract/platform/plan'
import { useParams } from '@tanstack/react-router'
import { useAsk } from '../../../api/query.ts'
import { useAddress } from '../../../base/url.ts'
import { NotSold } from '../../../money/NotSold.tsx'
import { linkTo, pages } from '../../../paths.ts'
import { useAllowed, useWithheld } from '../../../session/permission.tsx'
import { purchaseTexts as texts } from '../../../texts/order.ts'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { PurchaseForm } from './PurchaseForm.tsx'

const operations = { buy: 'BUY', upgrade: 'UPGRADE', renew: 'RENEW' } as const
type Operation = keyof typeof operations

const isOperation = (operation: string): operation is Operation => operation in operations

/** Orders a plan: buy, upgrade or renew, by the path. */
export function PurchasePage() {
  const { operation: requested } = useParams({ from: pages.purchase.id })
  const operation = isOperation(requested) ? requested : 'buy'
  const [{ plan: wanted }] = useAddress(pages.purchase)
  const plans = useAsk(plan.list, {}, { staleMs: 0 })
  const subscription = useAsk(order.subscription, {}, { staleMs: 0 })
  const problem = plans.error ?? subscription.error
  const mayOrder = useAllowed('Order_Create')
  const isWithheld = useWithheld('Order_Create')
  const retry = () => {
    for (const answer of [plans, subscription]) if (answer.error) void answer.refetch()
  }
  return (
    <>
      <PageHeader
        back={{ label: pages.subscription.title, to: linkTo(pages.subscription) }}
        title={texts.titles[operation]}
        text={texts.purposes[operation]}
      />
      {!mayOrder && !isWithheld ? (
        <Alert color="gray">{texts.forbidden}</Alert>
      ) : problem ? (
        <ErrorState problem={problem} onRetry={retry} />
      ) : !plans.data || !subscription.data ? (
        <Skeleton height={560} radius="lg" />
      ) : subscription.data.salesLack.length > 0 ? (
        <NotSold lack={subscription.data.salesLack} />
      ) : (
        <PurchaseForm
          key={operation}
          operation={operations[operation]}
          plans={plans.data.plans}
          subscription={subscription.data}
          wanted={wanted}
        />
      )}
    </>
  )
}
