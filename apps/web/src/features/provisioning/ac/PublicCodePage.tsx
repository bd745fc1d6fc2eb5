import type { OutputOf } from '@simwright/contract/endpoint'
import * as delivery from '@simwright/contract/provisioning/delivery'
import { useParams } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { isProblem } from '../../../api/problem.ts'
import { useAsk } from '../../../api/query.ts'
import { stream } from '../../../api/stream.ts'
import { loadPlatform, usePlatform } from '../../../brand/platform.ts'
import { CodeView, EarlyView } from '../../../end-user/CodeView.tsx'
import { EndUserPage } from '../../../end-user/EndUserPage.tsx'
import { LoadingContent } from '../../../end-user/LoadingContent.tsx'
import { ClosedNotice, FailedNotice } from '../../../end-user/Notice.tsx'
import { publicPages } from '../../../paths.ts'

/** The public page of an activation code; anyone who has the link may open it. */
export function PublicCodePage() {
  const { slug } = useParams({ from: publicPages.publicCode.path })
  const { data: opened, error, refetch } = useAsk(delivery.publicCode, { slug }, { staleMs: Number.POSITIVE_INFINITY })
  const state = useDeviceState(slug, opened !== undefined, () => void refetch())
  const data = opened && { ...opened, state: state ?? opened.state }
  const isOpening = opened?.state === 'soon' && data?.state !== 'soon'
  useEffect(() => {
    if (isOpening) void refetch()
  }, [isOpening, refetch])
  const { sys, byHost } = usePlatform()
  const wanted = data?.sys
  useEffect(() => {
    if (wanted !== undefined && wanted !== sys && !byHost) void loadPlatform(wanted)
  }, [wanted, sys, byHost])
  const isClosed = isProblem(error, 'code_gone') || isProblem(error, 'invalid')
  return (
    <EndUserPage page={publicPages.publicCode} isKnown={byHost || data?.sys === sys} look={data?.page}>
      <meta name="robots" content="noindex, nofollow" />
      {isClosed ? (
        <ClosedNotice />
      ) : data ? (
        <Content page={data} />
      ) : error ? (
        <FailedNotice problem={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingContent />
      )}
    </EndUserPage>
  )
}

type Page = OutputOf<typeof delivery.publicCode>

function Content({ page }: { page: Page }) {
  const { activationCode, matchingId, opensAt, opensTimeZone } = page
  if (opensAt !== null && opensTimeZone !== null) return <EarlyView code={{ ...page, opensAt, opensTimeZone }} />
  if (activationCode === null || matchingId === null) return <LoadingContent />
  return <CodeView code={{ ...page, activationCode, matchingId }} />
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
