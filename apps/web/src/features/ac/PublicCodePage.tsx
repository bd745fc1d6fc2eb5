import { Skeleton } from '@mantine/core'
import * as fleet from '@simwright/contract/fleet'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isProblem } from '../../api/problem.ts'
import { useAsk } from '../../api/query.ts'
import { loadPlatform, usePlatform } from '../../platform/platform.ts'
import { publicCodeTexts as texts } from '../../texts/public-code.ts'
import { uiTexts } from '../../texts/ui.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Illustration } from '../../ui/Illustration.tsx'
import { CodeView } from './CodeView.tsx'
import classes from './PublicCodePage.module.css'
import { PublicFrame } from './PublicFrame.tsx'

/** The page follows what the device does. */
const POLL_MS = 4_000

/** The public page of an activation code: anyone who has the link may open it. */
export function PublicCodePage() {
  const { slug = '' } = useParams({ strict: false }) as { slug?: string }
  const { data, error, refetch } = useAsk(fleet.publicCode, { slug }, { pollMs: POLL_MS })
  const { sys, byHost } = usePlatform()
  const wanted = data?.sys
  useEffect(() => {
    if (wanted !== undefined && wanted !== sys && !byHost) void loadPlatform(wanted)
  }, [wanted, sys, byHost])
  const isClosed = isProblem(error, 'code_gone') || isProblem(error, 'invalid')
  return (
    <PublicFrame isKnown={byHost || data?.sys === sys}>
      <meta name="robots" content="noindex, nofollow" />
      {isClosed ? (
        <div className={classes.closed}>
          <Illustration name="locked" />
          <h1 className={classes.title}>{texts.closedTitle}</h1>
          <p className={classes.text}>{texts.closedText}</p>
        </div>
      ) : data ? (
        <CodeView code={data} />
      ) : error ? (
        <ErrorState problem={error} onRetry={() => void refetch()} />
      ) : (
        <div role="status" aria-label={uiTexts.loading} className={classes.loading}>
          <Skeleton width={160} height={100} radius="lg" />
          <Skeleton width={220} height={28} />
          <Skeleton width={280} height={18} />
          <Skeleton height={300} radius="lg" mt={24} />
        </div>
      )}
    </PublicFrame>
  )
}
