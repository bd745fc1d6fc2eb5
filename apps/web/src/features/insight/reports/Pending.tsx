import { Skeleton } from '@mantine/core'
import type { Problem } from '../../../api/problem.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'

type PendingProps = {
  /** The call, which has no answer yet; without an error it is running. */
  asked: { error: Problem | null; refetch: () => Promise<unknown> }
  heightPx: number
}

/** Shown in place of an answer: why it is missing, with a button to try again, or a placeholder. */
export function Pending({ asked: { error, refetch }, heightPx }: PendingProps) {
  return (
    <Panel>
      {error ? (
        <ErrorState problem={error} onRetry={() => void refetch()} />
      ) : (
        <div role="status" aria-label={uiTexts.loading}>
          <Skeleton height={heightPx} />
        </div>
      )}
    </Panel>
  )
}
