import { Skeleton } from '@mantine/core'
import * as campaign from '@simwright/contract/provisioning/campaign'
import { isProblem } from '../../../api/problem.ts'
import { useAsk } from '../../../api/query.ts'
import { invalidate, keyOf, queryClient } from '../../../api/query-client.ts'
import { useStream } from '../../../api/shared-stream.ts'
import { formatTime } from '../../../base/time.ts'
import { Comments } from '../../../comment/Comments.tsx'
import { useCommentLabel } from '../../../comment/comment-count.ts'
import { pages } from '../../../paths.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { commentTexts } from '../../../texts/comment.ts'
import { pageTexts } from '../../../texts/page.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { StatCard } from '../../../ui/chart/StatCard.tsx'
import { KeyValue } from '../../../ui/layout/KeyValue.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { useOpenObject } from '../../../ui/table/open-object.ts'
import { Time } from '../../../ui/text/Time.tsx'
import classes from './Campaign.module.css'
import { CampaignActions } from './CampaignActions.tsx'
import { CodePanel } from './CodePanel.tsx'
import { CampaignStateBadge, Period, takenText } from './campaign-state.tsx'
import { campaignTexts as texts } from './campaign-texts.ts'
import { FillPanel } from './FillPanel.tsx'
import { OutcomePanel } from './OutcomePanel.tsx'
import { openDownloads, PlanWarning } from './PlanWarning.tsx'
import { RefusalList } from './RefusalList.tsx'
import { TrendPanel } from './TrendPanel.tsx'

type CampaignViewProps = { id: string; onBack: () => void }

/** Page of one campaign: its code, live counters, profiles, and the devices that it refused. */
export function CampaignView({ id, onBack }: CampaignViewProps) {
  const answer = useAsk(campaign.get, { id })
  const { data, error } = answer
  useLiveCampaign(data)
  if (data) return <LoadedCampaign one={data} onBack={onBack} />
  return (
    <>
      <PageHeader title={pageTexts.campaigns} />
      {error ? (
        <Panel>
          {isProblem(error, 'not_found') || isProblem(error, 'invalid') ? (
            <EmptyState
              drawing="lost"
              title={texts.goneTitle}
              text={texts.goneText}
              button={{ label: texts.goneBack, onClick: onBack }}
            />
          ) : (
            <ErrorState problem={error} onRetry={() => void answer.refetch()} />
          )}
        </Panel>
      ) : (
        <Skeleton height={480} radius="lg" />
      )}
    </>
  )
}

function LoadedCampaign({ one, onBack }: { one: campaign.Campaign; onBack: () => void }) {
  const mayEdit = useAllowed('Campaign_Edit')
  useOpenObject({ kind: 'campaign', id: one.id, label: one.name, actions: [] })
  return (
    <Stack className={classes.sections}>
      <PageHeader
        back={{ label: pages.campaigns.title, onClick: onBack }}
        title={one.name}
        text={
          <>
            <CampaignStateBadge state={one.state} />{' '}
            {one.state === 'ENDED' && one.endedAt ? (
              <Time at={one.endedAt}>{say(texts.endedAt, { time: formatTime(one.endedAt) })}</Time>
            ) : (
              <Period campaign={one} />
            )}
          </>
        }
        actions={<CampaignActions one={one} mayEdit={mayEdit} onDeleted={onBack} />}
      />
      {one.state !== 'ENDED' && <PlanWarning downloads={openDownloads(one)} />}
      <Figures one={one} />
      <div className={classes.pair}>
        <Stack className={classes.sections}>
          {mayEdit && one.state !== 'ENDED' && <FillPanel one={one} />}
          {one.state !== 'DRAFT' && <OutcomePanel one={one} />}
          {one.state !== 'DRAFT' && <TrendPanel id={one.id} isOver={one.state === 'ENDED'} />}
        </Stack>
        <Stack className={classes.sections}>
          <CodePanel one={one} />
          <Facts one={one} />
        </Stack>
      </div>
      {one.state !== 'DRAFT' && <RefusalList id={one.id} />}
      <CommentPanel id={one.id} />
    </Stack>
  )
}

function Figures({ one }: { one: campaign.Campaign }) {
  const { counts, leftOver } = one
  const { figures } = texts
  const { installed, downloaded } = counts
  return (
    <div className={classes.cards}>
      {one.state === 'ENDED' ? (
        <StatCard label={figures.leftOver} value={leftOver ?? 0} text={figures.leftOverText} />
      ) : (
        <StatCard label={figures.free} value={counts.free} text={figures.freeText} />
      )}
      <StatCard label={figures.held} value={counts.held} text={figures.heldText} />
      <StatCard label={figures.taken} value={takenText(one)} text={say(figures.takenText, { installed, downloaded })} />
      <StatCard label={figures.failed} value={counts.failed} text={figures.failedText} />
      <StatCard label={figures.refused} value={counts.refused} text={sayCount(figures.refusedText, counts.devices)} />
    </div>
  )
}

function Facts({ one }: { one: campaign.Campaign }) {
  const { facts } = texts
  const begins = one.startsAt ?? one.startedAt
  const ends = one.endedAt ?? one.endsAt
  return (
    <Panel title={facts.title}>
      <KeyValue
        items={[
          { label: facts.configuration, value: one.configurationName },
          {
            label: facts.begins,
            value: begins && <Time at={begins} />,
          },
          { label: facts.ends, value: ends && <Time at={ends} /> },
          { label: facts.cap, value: one.cap === null ? facts.noCap : one.cap.toLocaleString('en') },
          { label: facts.deviceLimit, value: one.deviceLimit },
          { label: facts.maxAttempts, value: one.maxAttempts },
          { label: facts.atEnd, value: one.atEnd === 'RECYCLE' ? facts.recycle : facts.keep },
          { label: facts.confirmation, value: one.confirmationCodeRequired ? facts.yes : facts.no },
          {
            label: facts.created,
            value: (
              <Time at={one.createdAt}>
                {say(facts.createdBy, { time: formatTime(one.createdAt), name: one.createdBy })}
              </Time>
            ),
          },
          { label: facts.notes, value: one.notes },
        ]}
      />
    </Panel>
  )
}

/** Keeps the shown campaign up to date from a stream; refetches what depends on its counters only if they changed. */
function useLiveCampaign(shown: campaign.Campaign | undefined): void {
  useStream(
    campaign.live,
    { id: shown?.id ?? '' },
    {
      enabled: shown !== undefined,
      onEvent: (now) => {
        queryClient.setQueryData(keyOf(campaign.get, { id: now.id }), now)
        if (shown) void invalidate(changedBetween(shown, now))
      },
    },
  )
}

function changedBetween(before: campaign.Campaign, now: campaign.Campaign) {
  const isRefused = before.counts.refused !== now.counts.refused
  const countsChanged =
    JSON.stringify([before.counts, before.recycling]) !== JSON.stringify([now.counts, now.recycling])
  return [
    ...(before.taken === now.taken ? [] : [campaign.trend]),
    ...(isRefused ? [campaign.refusals] : []),
    ...(countsChanged || before.state !== now.state ? [campaign.outcome] : []),
    ...(before.state === now.state ? [] : [campaign.list]),
  ]
}

function CommentPanel({ id: objectId }: { id: string }) {
  const object = { kind: 'CAMPAIGN', objectId } as const
  const title = useCommentLabel(commentTexts.title, object)
  return (
    <Panel title={title}>
      <Comments {...object} />
    </Panel>
  )
}
