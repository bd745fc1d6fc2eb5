import type { OutputOf } from '@simwright/contract/endpoint'
import * as campaign from '@simwright/contract/provisioning/campaign'
import { useParams } from '@tanstack/react-router'
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react'
import { isProblem } from '../../../api/problem.ts'
import { useAsk } from '../../../api/query.ts'
import { loadPlatform, usePlatform } from '../../../brand/platform.ts'
import { CampaignView } from '../../../end-user/CampaignView.tsx'
import { EndUserPage } from '../../../end-user/EndUserPage.tsx'
import { LoadingContent } from '../../../end-user/LoadingContent.tsx'
import { ClosedNotice, FailedNotice } from '../../../end-user/Notice.tsx'
import { publicPages } from '../../../paths.ts'

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
    <EndUserPage page={publicPages.publicCampaign} isKnown={byHost || wanted === sys} look={data?.page}>
      <meta name="robots" content="noindex, nofollow" />
      {isClosed ? (
        <ClosedNotice />
      ) : data ? (
        <CampaignView campaign={data} />
      ) : error ? (
        <FailedNotice problem={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingContent />
      )}
    </EndUserPage>
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
