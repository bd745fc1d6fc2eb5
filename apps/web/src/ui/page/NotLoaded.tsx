import { Skeleton } from '@mantine/core'
import type { NotLoadedContent } from '../../api/opened.ts'
import { isProblem, type Problem } from '../../api/problem.ts'
import { uiTexts } from '../../texts/ui.ts'
import { EmptyState } from './EmptyState.tsx'
import { ErrorState } from './ErrorState.tsx'

/** Shown in a drawer instead of an object: it is loading, it does not exist, or it could not be loaded. */
export function NotLoaded({ problem, onRetry, gone, onClose }: NotLoadedContent & { onClose: () => void }) {
  if (problem === null)
    return (
      <div role="status" aria-label={uiTexts.loading}>
        <Skeleton height={96} radius="lg" mb={24} />
        <Skeleton height={240} radius="lg" />
      </div>
    )
  if (!isGone(problem)) return <ErrorState problem={problem} onRetry={onRetry} />
  const { title, text, back } = gone
  return <EmptyState drawing="lost" title={title} text={text} button={{ label: back, onClick: onClose }} />
}

/** Whether the object does not exist; an id that can't be one is answered as invalid. */
export const isGone = (problem: Problem | null) => isProblem(problem, 'not_found') || isProblem(problem, 'invalid')
