import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useIsOffline } from '../api/connection.ts'
import { Problem } from '../api/problem.ts'
import { uiTexts } from '../texts/ui.ts'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { ErrorState } from '../ui/page/ErrorState.tsx'
import classes from './PageError.module.css'

/** Shown in place of a page that failed to load or to render. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  useIsOffline(() => error instanceof Problem && error.transportFailure === 'offline' && retry())
  return (
    <div className={classes.error}>
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
