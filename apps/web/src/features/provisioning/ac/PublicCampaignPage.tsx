import { Skeleton } from '@mantine/core'
import type { OutputOf } from '@simwright/contract/endpoint'
import * as campaign from '@simwright/contract/provisioning/campaign'
import { useParams } from '@tanstack/react-router'
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react'
import { isProblem } from '../../../api/problem.ts'
import { useAsk } from '../../../api/query.ts'
import { loadPlatform, usePlatform } from '../../../brand/platform.ts'
import { publicPages } from '../../../paths.ts'
import { campaignTexts } from '../../../texts/campaign.ts'
import { publicCodeTexts } from '../../../texts/public-code.ts'
import { say } from '../../../texts/text.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Illustration } from '../../../ui/Illustration.tsx'
import { formatTime } from '../../../ui/time.ts'
import view from './CodeView.module.css'
import { InstallMethods } from './CodeView.tsx'
import classes from './PublicCodePage.module.css'
import { PublicFrame } from './PublicFrame.tsx'

const texts = campaignTexts.publicPage

/** Poll interval: `soon` after a change, growing to `atMost` while nothing changes. */
const POLL_MS = { soon: 10_000, atMost: 60_000, growth: 1.5 } as const

/** The public page of a campaign; anyone who has the link may open it. */
export function PublicCampaignPage() {
  const { slug } = useParams({ from: publicPages.publicCampaign.path })
  const [pollMs, setPollMs] = useState<number>(POLL_MS.soon)
  const answer = useAsk(campaign.publicCampaign, { slug }, { pollMs: pollMs })
  const { data, error, refetch } = answer
  usePollInterval(answer, setPollMs)
  const { sys, byHost } = usePlatform()
  const wanted = data?.sys
  useEffect(() => {
    if (wanted !== undefined && wanted !== sys && !byHost) void loadPlatform(wanted)
  }, [wanted, sys, byHost])
  const isClosed = isProblem(error, 'campaign_gone') || isProblem(error, 'invalid')
  return (
    <PublicFrame isKnown={byHost || wanted === sys}>
      <meta name="robots" content="noindex, nofollow" />
      {!data && !isClosed && <h1 className="visually-hidden">{publicCodeTexts.titleNone}</h1>}
      {isClosed ? (
        <div className={classes.closed}>
          <Illustration name="locked" />
          <h1 className={classes.title}>{publicCodeTexts.closedTitle}</h1>
          <p className={classes.text}>{publicCodeTexts.closedText}</p>
        </div>
      ) : data ? (
        <Content one={data} />
      ) : error ? (
        <ErrorState problem={error} onRetry={() => void refetch()} />
      ) : (
        <div role="status" aria-label={uiTexts.loading} className={classes.loading}>
          <Skeleton height={120} />
          <Skeleton height={320} />
        </div>
      )}
    </PublicFrame>
  )
}

type Answer = Pick<ReturnType<typeof useAsk<typeof campaign.publicCampaign>>, 'data' | 'dataUpdatedAt'>

/** Sets the poll interval after each answer, at most until one second after the campaign starts or ends. */
function usePollInterval({ data, dataUpdatedAt }: Answer, onInterval: Dispatch<SetStateAction<number>>): void {
  const last = useRef<Public>(undefined)
  useEffect(() => {
    if (data === undefined || dataUpdatedAt === 0) return
    const isSame = last.current === data
    last.current = data
    const turns = [data.startsAt, data.endsAt].flatMap((at) => (at ? [Date.parse(at) - dataUpdatedAt + 1_000] : []))
    const next = Math.min(POLL_MS.atMost, ...turns.filter((ms) => ms > 0))
    onInterval((before) => Math.min(next, isSame ? before * POLL_MS.growth : POLL_MS.soon))
  }, [data, dataUpdatedAt, onInterval])
}

type Public = OutputOf<typeof campaign.publicCampaign>

function Content({ one }: { one: Public }) {
  const { state, serviceProviderName: provider, activationCode, matchingId } = one
  const { title, text } = texts.states[state]
  const heading = one.title || (provider ? say(texts.title, { provider }) : texts.titleNone)
  const isOpen = state === 'open' && activationCode !== null && matchingId !== null
  return (
    <>
      <div className={view.head}>
        <Illustration name={isOpen || state === 'soon' ? 'card' : 'locked'} />
        <h1 className={view.title}>{heading}</h1>
        {one.welcome && <p className={view.text}>{one.welcome}</p>}
        <div aria-live="polite">
          <p className={view.state} data-state={isOpen ? 'ready' : 'expired'}>
            {title}
          </p>
          <p className={view.text}>{text}</p>
        </div>
        <p className={view.text}>{timeOf(one)}</p>
      </div>
      {isOpen && <InstallMethods code={{ ...one, activationCode, matchingId }} />}
    </>
  )
}

function timeOf({ state, startsAt, endsAt }: Public): string | undefined {
  if (state === 'soon' && startsAt) return say(texts.begins, { time: formatTime(startsAt) })
  return (state === 'open' || state === 'paused') && endsAt ? say(texts.ends, { time: formatTime(endsAt) }) : undefined
}
