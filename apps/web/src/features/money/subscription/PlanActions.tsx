import { Button, Menu, Skeleton, Switch } from '@mantine/core'
import * as order from '@simwright/contract/money/order'
import { queryOrder } from '@simwright/contract/platform/plan'
import { IconChevronDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { dollars } from '../../../base/money.ts'
import { formatDate } from '../../../base/time.ts'
import { waitingOrder } from '../../../money/waiting-order.ts'
import { linkTo, pages } from '../../../paths.ts'
import { Allowed, useAllowed } from '../../../session/permission.tsx'
import { paymentTexts } from '../../../texts/payment.ts'
import { subscriptionTexts } from '../../../texts/subscription.ts'
import { say } from '../../../texts/text.ts'
import { Note, Row, Stack } from '../../../ui/layout/layout.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { toast } from '../../../ui/toast.ts'
import { CancelDialog } from './CancelDialog.tsx'
import classes from './SubscriptionPage.module.css'

const texts = subscriptionTexts.actions

type PlanActionsProps = {
  isTrial: boolean
  /** Another button of the page is the next step: to start the free trial. */
  isSecondary: boolean
}

/** How the plan goes on when its period ends, and the buttons to buy, upgrade, renew and cancel it, or to end a trial. */
export function PlanActions({ isTrial, isSecondary }: PlanActionsProps) {
  const answer = useAsk(order.subscription, {}, { staleMs: 0 })
  if (answer.error) return <ErrorState problem={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <Skeleton height={72} />
  const { data: subscription } = answer
  const waiting = waitingOrder(subscription)
  return (
    <Stack gap={14} style={{ width: '100%' }}>
      <Facts subscription={subscription} />
      {waiting && <Note>{texts.waiting}</Note>}
      {subscription.orderId !== null && <Renewal subscription={subscription} />}
      {isTrial && (
        <Allowed need="Subscription_Edit">
          <TrialEnd />
        </Allowed>
      )}
      <Row className={classes.buttons}>
        {waiting && (
          <Allowed need="Order_View">
            <Button component={Link} {...linkTo(pages.orders, { search: { open: waiting } })}>
              {paymentTexts.openOrder}
            </Button>
          </Allowed>
        )}
        <Allowed need="Order_Create">
          <OrderButtons
            subscription={subscription}
            isSecondary={isSecondary || subscription.due !== null || waiting !== undefined}
          />
        </Allowed>
        <Allowed need="Order_View">
          <Button component={Link} variant="subtle" {...linkTo(pages.orders)}>
            {texts.orders}
          </Button>
        </Allowed>
      </Row>
    </Stack>
  )
}

/** What can be ordered, the next step first: a plan that does not renew automatically is renewed before it is upgraded. */
function orderedOperations({ operations, autoRenew }: order.Subscription): order.PurchaseOperation[] {
  const ranked: order.PurchaseOperation[] = autoRenew ? ['UPGRADE', 'RENEW', 'BUY'] : ['RENEW', 'UPGRADE', 'BUY']
  return ranked.filter((operation) => operations.includes(operation))
}

const purchaseLink = (operation: order.PurchaseOperation) =>
  linkTo(pages.purchase, { params: { operation: operation.toLowerCase() } })

/** One button for the next step, and a menu of the others. */
function OrderButtons({ subscription, isSecondary }: { subscription: order.Subscription; isSecondary: boolean }) {
  const [next, ...others] = orderedOperations(subscription)
  if (!next) return null
  const nameOf = (operation: order.PurchaseOperation) =>
    operation === 'BUY' && subscription.orderId !== null ? texts.buyOther : texts.operations[operation]
  return (
    <>
      <Button component={Link} variant={isSecondary ? 'default' : 'filled'} {...purchaseLink(next)}>
        {nameOf(next)}
      </Button>
      {others.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button variant="default" rightSection={<IconChevronDown size={14} />}>
              {texts.change}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map((operation) => (
              <Menu.Item key={operation} component={Link} {...purchaseLink(operation)}>
                {nameOf(operation)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  )
}

function TrialEnd() {
  const [isCanceling, setIsCanceling] = useState(false)
  return (
    <Row gap="8 16">
      <Button size="xs" variant="subtle" color="red" onClick={() => setIsCanceling(true)}>
        {texts.trial.cancel}
      </Button>
      <CancelDialog what="trial" isOpen={isCanceling} onClose={() => setIsCanceling(false)} changes={CHANGES} />
    </Row>
  )
}

function Facts({ subscription }: { subscription: order.Subscription }) {
  const { periodEndsAt, graceEndsAt, cancelledAt, autoRenew, balanceCents, orderId, next } = subscription
  const endsAt = next ? next.endsAt : periodEndsAt
  const time = endsAt && formatDate(endsAt)
  return (
    <div className={classes.facts}>
      {next && <Note>{say(texts.next, { plan: next.plan, time: formatDate(next.startsAt) })}</Note>}
      {time && orderId !== null && (
        <Note>
          {graceEndsAt
            ? say(texts.grace, { time, until: formatDate(graceEndsAt) })
            : say(autoRenew ? texts.renews : texts.ends, { time })}
        </Note>
      )}
      {cancelledAt && <Note>{say(texts.canceledOn, { time: formatDate(cancelledAt) })}</Note>}
      {balanceCents > 0 && <Note>{say(texts.balance, { amount: dollars(balanceCents) })}</Note>}
    </div>
  )
}

const CHANGES = [order.subscription, order.query, queryOrder]

function Renewal({ subscription: { autoRenew } }: { subscription: order.Subscription }) {
  const mayEdit = useAllowed('Subscription_Edit')
  const [isCanceling, setIsCanceling] = useState(false)
  const renew = useMutation(order.autoRenew, { changes: CHANGES, onSuccess: () => toast.success(texts.renewing) })
  return (
    <Row gap="8 16">
      <Switch
        label={texts.autoRenew}
        checked={autoRenew}
        disabled={!mayEdit || renew.isPending}
        onChange={(event) => (event.currentTarget.checked ? renew.mutate({ on: true }) : setIsCanceling(true))}
      />
      {autoRenew && (
        <Allowed need="Subscription_Edit">
          <Button size="xs" variant="subtle" color="red" onClick={() => setIsCanceling(true)}>
            {texts.cancel}
          </Button>
        </Allowed>
      )}
      <CancelDialog what="subscription" isOpen={isCanceling} onClose={() => setIsCanceling(false)} changes={CHANGES} />
    </Row>
  )
}
