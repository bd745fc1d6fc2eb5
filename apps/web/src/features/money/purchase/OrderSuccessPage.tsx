import { Button, Skeleton } from '@mantine/core'
import * as order from '@simwright/contract/money/order'
import { Link } from '@tanstack/react-router'
import { isProblem } from '../../../api/problem.ts'
import { useAsk } from '../../../api/query.ts'
import { dollarsAndCents } from '../../../base/money.ts'
import { formatDate, formatTime } from '../../../base/time.ts'
import { useAddress } from '../../../base/url.ts'
import { TransferFacts } from '../../../money/TransferFacts.tsx'
import { linkTo, pages } from '../../../paths.ts'
import { orderTexts, orderSuccessTexts as texts } from '../../../texts/order.ts'
import { pageTexts } from '../../../texts/page.ts'
import { say } from '../../../texts/text.ts'
import { KeyValue } from '../../../ui/layout/KeyValue.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { Mono } from '../../../ui/text/Mono.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { CardPayment } from './CardPayment.tsx'

/** While an order waits for its payment, its state is read again. */
const POLL_MS = 3_000

/** What happens next with an order that was just placed. */
export function OrderSuccessPage() {
  const [{ open: id }] = useAddress(pages.orderSuccess)
  const answer = useAsk(order.get, { id: id ?? '' }, { enabled: id !== undefined, staleMs: 0, pollMs: POLL_MS })
  const isGone = id === undefined || isProblem(answer.error, 'not_found') || isProblem(answer.error, 'invalid')
  const { drawer } = orderTexts
  return (
    <>
      <PageHeader
        title={isGone ? drawer.kind : pageTexts.orderSuccess}
        text={answer.data && texts.purposes[answer.data.state]}
        back={{ label: pages.orders.title, to: linkTo(pages.orders) }}
      />
      {isGone ? (
        <EmptyState drawing="search" title={drawer.goneTitle} text={drawer.goneText} />
      ) : answer.data ? (
        <Received order={answer.data} />
      ) : answer.error ? (
        <ErrorState problem={answer.error} onRetry={() => void answer.refetch()} />
      ) : (
        <Skeleton height={240} radius="lg" />
      )}
    </>
  )
}

function Received({ order: shown }: { order: order.OrderDetail }) {
  const { startsAt, endsAt, expiresAt, state } = shown
  const paysByCard = shown.canPayByCard && shown.paymentMethod === order.STRIPE
  const needsProof = shown.transfer !== null && state === 'UNPAID' && expiresAt !== null
  return (
    <Stack gap={24} style={{ maxWidth: 720 }}>
      <Panel>
        <KeyValue
          items={[
            { label: texts.code, value: <Mono copyAs={texts.code}>{shown.code}</Mono> },
            { label: texts.plan, value: shown.plan },
            { label: texts.amount, value: dollarsAndCents(shown.amountCents) },
            {
              label: texts.applies,
              value: endsAt && (
                <Time at={startsAt} until={endsAt}>
                  {say(orderTexts.period, { from: formatDate(startsAt), to: formatDate(endsAt) })}
                </Time>
              ),
            },
            ...(expiresAt && !needsProof ? [{ label: texts.openUntil, value: <Time at={expiresAt} /> }] : []),
          ]}
        />
      </Panel>
      {paysByCard && <CardPayment orderId={shown.id} />}
      {shown.transfer && (
        <Panel title={orderTexts.transfer.title} text={orderTexts.transfer.text}>
          <TransferFacts transfer={shown.transfer} />
          {needsProof && (
            <p className="size-text" style={{ marginTop: 12 }}>
              <Time at={expiresAt}>{say(texts.proof, { time: formatTime(expiresAt) })}</Time>
            </p>
          )}
        </Panel>
      )}
      <Row gap={12}>
        <Button
          component={Link}
          variant={paysByCard ? 'default' : 'filled'}
          {...linkTo(pages.orders, { search: { open: shown.id } })}
        >
          {needsProof ? texts.toProof : texts.toOrder}
        </Button>
        <Button variant="default" component={Link} {...linkTo(pages.subscription)}>
          {texts.toSubscription}
        </Button>
      </Row>
    </Stack>
  )
}
