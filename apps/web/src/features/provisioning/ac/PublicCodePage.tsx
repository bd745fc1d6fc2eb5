import { Skeleton } from '@mantine/core'
import * as delivery from '@simwright/contract/provisioning/delivery'
import { useParams } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { isProblem } from '../../../api/problem.ts'
import { useAsk } from '../../../api/query.ts'
import { stream } from '../../../api/stream.ts'
import { loadPlatform, usePlatform } from '../../../brand/platform.ts'
import { publicPages } from '../../../paths.ts'
import { publicCodeTexts as texts } from '../../../texts/public-code.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Illustration } from '../../../ui/Illustration.tsx'
import { CodeView } from './CodeView.tsx'
import classes from './PublicCodePage.module.css'
import { PublicFrame } from './PublicFrame.tsx'

/** The public page of an activation code; anyone who has the link may open it. */
export function PublicCodePage() {
  const { slug } = useParams({ from: publicPages.publicCode.path })
  const { data: opened, error, refetch } = useAsk(delivery.publicCode, { slug }, { staleMs: Number.POSITIVE_INFINITY })
  const state = useDeviceState(slug, opened !== undefined, () => void refetch())
  const data = opened && { ...opened, state: state ?? opened.state }
  const { sys, byHost } = usePlatform()
  const wanted = data?.sys
  useEffect(() => {
    if (wanted !== undefined && wanted !== sys && !byHost) void loadPlatform(wanted)
  }, [wanted, sys, byHost])
  const isClosed = isProblem(error, 'code_gone') || isProblem(error, 'invalid')
  return (
    <PublicFrame isKnown={byHost || data?.sys === sys}>
      <meta name="robots" content="noindex, nofollow" />
      {!data && !isClosed && <h1 className="visually-hidden">{texts.titleNone}</h1>}
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

/** Delay before the stream is opened again after an error. */
const RETRY_MS = 15_000

/** Streams the state that the device reports to the SM-DP+. `onEnd` refetches the code, which may be closed then. */
function useDeviceState(slug: string, isOpen: boolean, onEnd: () => void): State | undefined {
  const [state, setState] = useState<State>()
  const ended = useEffectEvent(onEnd)
  useEffect(() => {
    if (!isOpen) return
    const stop = new AbortController()
    let timer: number | undefined
    const begin = () => {
      follow(slug, stop.signal, setState).then(
        () => {
          if (!stop.signal.aborted) ended()
        },
        () => {
          if (!stop.signal.aborted) timer = window.setTimeout(() => begin(), RETRY_MS)
        },
      )
    }
    begin()
    return () => {
      stop.abort()
      window.clearTimeout(timer)
    }
  }, [slug, isOpen])
  return state
}

type State = delivery.PublicCode['state']

async function follow(slug: string, signal: AbortSignal, onState: (state: State) => void): Promise<void> {
  for await (const event of stream(delivery.publicCourse, { slug }, { signal })) onState(event.state)
}
