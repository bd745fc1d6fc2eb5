import { Button, Skeleton } from '@mantine/core'
import * as stripe from '@simwright/contract/money/stripe'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { isVisit } from '../../../api/visit.ts'
import { useNow } from '../../../base/now.ts'
import { openPaymentPage } from '../../../money/payment-page.ts'
import { Allowed } from '../../../session/permission.tsx'
import { paymentTexts } from '../../../texts/payment.ts'
import { say } from '../../../texts/text.ts'
import { Note, Row, Stack } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './SubscriptionPage.module.css'

const texts = paymentTexts.card

/** The card that pays renewals. Nothing on a platform that takes no cards, unless one is still saved. */
export function SavedCard() {
  const answer = useAsk(stripe.card, {}, { staleMs: 0, enabled: !isVisit() })
  if (isVisit() || (answer.data && !answer.data.offered && !answer.data.card)) return null
  return (
    <Panel title={texts.title} text={texts.text}>
      {answer.error ? (
        <ErrorState problem={answer.error} onRetry={() => void answer.refetch()} />
      ) : answer.data ? (
        <Shown {...answer.data} />
      ) : (
        <Skeleton height={64} />
      )}
    </Panel>
  )
}

function Shown({ card, offered, simulated }: { card: stripe.SavedCard | null; offered: boolean; simulated: boolean }) {
  const change = useMutation(stripe.changeCard, { onSuccess: ({ url }) => openPaymentPage(url) })
  return (
    <Stack gap={14} style={{ width: '100%' }}>
      {card ? <Card card={card} /> : <Note>{texts.none}</Note>}
      <Allowed need="Subscription_Edit">
        <Row className={classes.buttons}>
          {offered && (
            <Button variant="default" loading={change.isPending || change.isSuccess} onClick={() => change.mutate({})}>
              {card ? texts.change : texts.save}
            </Button>
          )}
          {card && <RemoveButton card={card} />}
        </Row>
      </Allowed>
      {simulated && <p className={classes.notice}>{paymentTexts.simulated}</p>}
    </Stack>
  )
}

const nameOf = ({ brand, last4 }: stripe.SavedCard) =>
  say(texts.number, { brand: `${brand.charAt(0).toUpperCase()}${brand.slice(1)}`, last4 })

const HOUR_MS = 60 * 60 * 1000

function Card({ card }: { card: stripe.SavedCard }) {
  const { expMonth, expYear } = card
  const isExpired = useNow(HOUR_MS) >= new Date(expYear, expMonth).getTime()
  return (
    <Row gap="4 10">
      <span className="bold wrap">{nameOf(card)}</span>
      <Note as="span">{say(texts.expires, { month: String(expMonth).padStart(2, '0'), year: String(expYear) })}</Note>
      {isExpired && <StatusBadge tone="danger">{texts.expired}</StatusBadge>}
    </Row>
  )
}

function RemoveButton({ card }: { card: stripe.SavedCard }) {
  const remove = useMutation(stripe.removeCard, {
    changes: [stripe.card],
    onSuccess: () => toast.success(texts.removed),
  })
  const ask = async () => {
    const title = say(texts.removeTitle, { card: nameOf(card) })
    if (await confirm({ title, text: texts.removeText, proceed: texts.remove, tone: 'danger' })) remove.mutate({})
  }
  return (
    <Button variant="default" loading={remove.isPending} onClick={() => void ask()}>
      {texts.remove}
    </Button>
  )
}
