import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useIsOffline } from '../api/connection.ts'
import { Problem } from '../api/problem.ts'
import { uiTexts } from '../texts/ui.ts'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { ErrorState } from '../ui/page/ErrorState.tsx'
import classes from './PageError.module.css'
import { PageNotReached } from './page-code.ts'

/** Shown in place of a page that failed to load or to render. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const problem = error instanceof PageNotReached ? error.problem : error instanceof Problem ? error : undefined
  const retry = () => {
    // style sheets that failed to load are not asked for again without a reload
    if (error instanceof PageNotReached) return location.reload()
    reset()
    void router.invalidate()
  }
  useIsOffline(() => problem?.transportFailure === 'offline' && retry())
  return (
    <div className={classes.error}>
      {problem ? (
        <ErrorState problem={problem} onRetry={retry} />
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
