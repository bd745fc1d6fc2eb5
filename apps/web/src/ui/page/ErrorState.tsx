import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { isProblem, isServerFailure, messageNextToId, type Problem } from '../../api/problem.ts'
import { say } from '../../texts/text.ts'
import { uiTexts } from '../../texts/ui.ts'
import { Title } from '../layout/layout.tsx'
import { CopyButton } from '../text/CopyButton.tsx'
import classes from './EmptyState.module.css'
import { Illustration } from './Illustration.tsx'

type ErrorStateProps = {
  problem: Problem
  onRetry?: () => void
  /** The title when the server refused the call, so that nothing has failed. */
  refusedTitle?: string
}

/** Shown for a failed call: the error, what to do, and the request id for support. */
export function ErrorState({ problem, onRetry, refusedTitle }: ErrorStateProps) {
  const isRefused = problem.transportFailure === undefined && !isServerFailure(problem)
  return (
    <div className={classes.empty} role="alert">
      <Illustration name="broken" />
      <Title as="h2" size="h3" mt={16} mb={4}>
        {(isRefused && refusedTitle) || uiTexts.errorTitle}
      </Title>
      <p className={classes.text}>
        {messageNextToId(problem)} {isProblem(problem, 'internal') && uiTexts.errorHelp}
      </p>
      {problem.transportFailure === undefined && (
        <div className={classes.request}>
          <code>{say(uiTexts.requestId, { id: problem.requestId })}</code>
          <CopyButton text={problem.requestId} name={uiTexts.requestIdName} />
        </div>
      )}
      {onRetry && (
        <div className={classes.actions}>
          <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry}>
            {uiTexts.tryAgain}
          </Button>
        </div>
      )}
    </div>
  )
}
