import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Problem } from '../api/problem.ts'
import { uiTexts } from '../texts/ui.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import classes from './PageStopped.module.css'

/** What stands instead of a page that could not be loaded or drawn. */
export function PageStopped({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <div className={classes.stopped}>
      {error instanceof Problem ? (
        <ErrorState problem={error} onRetry={retry} />
      ) : (
        <EmptyState
          drawing="broken"
          title={uiTexts.pageErrorTitle}
          text={uiTexts.pageErrorHelp}
          button={{ label: uiTexts.reload, onClick: () => location.reload() }}
        />
      )}
    </div>
  )
}
