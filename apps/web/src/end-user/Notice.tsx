import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { Problem } from '../api/problem.ts'
import { Illustration } from '../ui/page/Illustration.tsx'
import { showOwnTitle } from '../ui/page/page-title.ts'
import classes from './Notice.module.css'
import { useSpeech } from './speech.ts'

/** Instead of the content: the page is closed or never existed. */
export function ClosedNotice() {
  const { texts } = useSpeech()
  useEffect(() => showOwnTitle(texts.closed), [texts])
  return (
    <div className={classes.notice}>
      <Illustration name="locked" />
      <h1 className={classes.title}>{texts.closed}</h1>
      <p className={classes.text}>{texts.closedText}</p>
    </div>
  )
}

/** Instead of the content: the call failed. */
export function FailedNotice({ problem, onRetry }: { problem: Problem; onRetry: () => void }) {
  const { texts, say } = useSpeech()
  useEffect(() => showOwnTitle(texts.failed), [texts])
  return (
    <div className={classes.notice} role="alert">
      <Illustration name="broken" />
      <h1 className={classes.title}>{texts.failed}</h1>
      <p className={classes.text}>{texts.failedText}</p>
      {problem.transportFailure === undefined && (
        <p className={classes.text}>{say('failedId', { id: problem.requestId })}</p>
      )}
      <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry}>
        {texts.tryAgain}
      </Button>
    </div>
  )
}
