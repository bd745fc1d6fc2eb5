import { Skeleton } from '@mantine/core'
import type { Quote } from '@simwright/contract/money/order'
import type { Problem } from '../../../api/problem.ts'
import { QuoteFacts } from '../../../money/QuoteFacts.tsx'
import { QuoteFaults } from '../../../money/QuoteFaults.tsx'
import { purchaseTexts as texts } from '../../../texts/order.ts'
import { Note, Stack } from '../../../ui/layout/layout.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'

type HandPriceProps = {
  quote: Quote | undefined
  isLoading: boolean
  problem: Problem | null
  onRetry: () => void
}

/** The price of an order by hand before it is placed. */
export function HandPrice({ quote, isLoading, problem, onRetry }: HandPriceProps) {
  return (
    <Section title={texts.price}>
      <Stack aria-live="polite">
        {problem && problem.faults.length > 0 ? (
          <QuoteFaults faults={problem.faults} />
        ) : problem ? (
          <ErrorState problem={problem} onRetry={onRetry} refusedTitle={texts.refusedTitle} />
        ) : quote ? (
          <QuoteFacts quote={quote} />
        ) : isLoading ? (
          <Skeleton height={160} />
        ) : (
          <Note size="same">{texts.incomplete}</Note>
        )}
      </Stack>
    </Section>
  )
}
