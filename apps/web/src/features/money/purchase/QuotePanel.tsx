import { Alert, Skeleton } from '@mantine/core'
import type { Quote } from '@simwright/contract/money/order'
import type { BillingType } from '@simwright/contract/money/price'
import type { ReactNode } from 'react'
import type { Problem } from '../../../api/problem.ts'
import { PriceLines } from '../../../money/PriceLines.tsx'
import { purchaseTexts as texts } from '../../../texts/order.ts'
import { say } from '../../../texts/text.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { dollars } from '../../../ui/money.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { formatDate } from '../../../ui/time.ts'
import classes from './Purchase.module.css'

type QuotePanelProps = {
  quote: Quote | undefined
  billingType: BillingType
  isLoading: boolean
  problem: Problem | null
  onRetry: () => void
  /** Terms and the button. */
  children: ReactNode
}

/** The price line by line, when the plan applies, and what it would freeze. */
export function QuotePanel({ quote, billingType, isLoading, problem, onRetry, children }: QuotePanelProps) {
  return (
    <Panel title={texts.price}>
      <div className={classes.group} aria-live="polite">
        {problem ? (
          <ErrorState problem={problem} onRetry={onRetry} />
        ) : quote ? (
          <Shown quote={quote} billingType={billingType} />
        ) : isLoading ? (
          <Skeleton height={160} />
        ) : (
          <p className={classes.note}>{texts.incomplete}</p>
        )}
        {children}
      </div>
    </Panel>
  )
}

function Shown({ quote, billingType }: { quote: Quote; billingType: BillingType }) {
  const { lines, startsAt, endsAt, downloads, renewalCents, frozen } = quote
  return (
    <>
      <PriceLines lines={lines} />
      <p className={classes.note}>
        {say(texts.appliesFrom, { from: formatDate(startsAt), to: formatDate(endsAt) })}
        {downloads !== null && ` · ${say(texts.includes, { count: downloads })}`}
      </p>
      <p className={classes.note}>
        {say(texts.renewal, { price: dollars(renewalCents), time: texts.renewalTimes[billingType] })}
      </p>
      {frozen.length > 0 && (
        <Alert color="yellow" title={texts.frozenTitle}>
          <p className={classes.frozen}>{texts.frozenText}</p>
          <ul className={classes.list}>
            {frozen.map(({ what, used, max, names }) => (
              <li key={what}>{say(texts.frozen[what], { used, max, names: names.join(', ') })}</li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  )
}
