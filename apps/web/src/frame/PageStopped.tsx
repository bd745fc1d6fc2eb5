import { Button } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { Problem } from '../api/problem.ts'
import { uiTexts } from '../texts/ui.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'

/** What stands instead of a page that could not be loaded or drawn. */
export function PageStopped({ error, reset }: ErrorComponentProps) {
  if (error instanceof Problem) return <ErrorState problem={error} onRetry={reset} />
  return (
    <EmptyState
      drawing="broken"
      title={uiTexts.pageErrorTitle}
      text={
        <>
          {uiTexts.pageErrorHelp}
          <Button display="flex" mx="auto" mt="lg" variant="default" onClick={() => location.reload()}>
            {uiTexts.reload}
          </Button>
        </>
      }
    />
  )
}
