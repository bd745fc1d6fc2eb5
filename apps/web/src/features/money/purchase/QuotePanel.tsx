import { Skeleton } from '@mantine/core'
import type { Quote } from '@simwright/contract/money/order'
import type { BillingType } from '@simwright/contract/money/price'
import type { ReactNode } from 'react'
import type { Problem } from '../../../api/problem.ts'
import { dollars } from '../../../base/money.ts'
import { QuoteFacts } from '../../../money/QuoteFacts.tsx'
import { QuoteFaults } from '../../../money/QuoteFaults.tsx'
import { purchaseTexts as texts } from '../../../texts/order.ts'
import { say } from '../../../texts/text.ts'
import { Note, Stack } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'

type QuotePanelProps = {
  quote: Quote | undefined
  billingType: BillingType
  /** No country is selected yet, so the price has no tax. */
  isUntaxed: boolean
  isLoading: boolean
  problem: Problem | null
  onRetry: () => void
  /** Terms and the button. */
  children: ReactNode
}

/** The price line by line, when the plan applies, and what it would freeze. */
export function QuotePanel({ quote, billingType, isUntaxed, isLoading, problem, onRetry, children }: QuotePanelProps) {
  return (
    <Panel title={texts.price}>
      <Stack gap={20} aria-live="polite">
        {problem && problem.faults.length > 0 ? (
          <QuoteFaults faults={problem.faults} />
        ) : problem ? (
          <ErrorState problem={problem} onRetry={onRetry} refusedTitle={texts.refusedTitle} />
        ) : quote ? (
          <>
            <QuoteFacts quote={quote}>
              {say(texts.renewal, { price: dollars(quote.renewalCents), time: texts.renewalTimes[billingType] })}
            </QuoteFacts>
            {isUntaxed && <Note>{texts.untaxed}</Note>}
          </>
        ) : isLoading ? (
          <Skeleton height={160} />
        ) : (
          <Note>{texts.incomplete}</Note>
        )}
        {children}
      </Stack>
    </Panel>
  )
}
