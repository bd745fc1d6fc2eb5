import { Skeleton } from '@mantine/core'
import * as batch from '@simwright/contract/provisioning/batch'
import { isProblem } from '../../../api/problem.ts'
import { useAsk } from '../../../api/query.ts'
import { logTexts } from '../../../texts/logs.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { DetailDrawer } from '../../../ui/DetailDrawer.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Mono } from '../../../ui/Mono.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { BatchOverview } from './BatchOverview.tsx'
import { BatchRows } from './BatchRows.tsx'
import { batchOutcome } from './batch-outcome.ts'
import { newer, useLiveBatches } from './live-batch.ts'

const texts = logTexts.batches

type BatchDrawerProps = {
  isOpen: boolean
  id: string | undefined
  /** What the table knows of it. */
  known: batch.Batch | undefined
  tab: string | undefined
  onTab: (tab: string) => void
  onClose: () => void
}

/** One batch: how far it is or how it ended, its result file, and what became of each row. */
export function BatchDrawer({ isOpen, id, known, tab, onTab, onClose }: BatchDrawerProps) {
  const asked = useAsk(batch.get, { id: id ?? '' }, { enabled: isOpen && id !== undefined && known === undefined })
  const read = known ?? asked.data
  const live = useLiveBatches(known === undefined && read?.process === 'PROCESSING')
  const shown = read && newer(read, live.get(read.id))
  const outcome = shown && batchOutcome(shown)
  const isGone = isProblem(asked.error, 'not_found') || isProblem(asked.error, 'invalid')
  const instead = isGone ? (
    <EmptyState
      drawing="lost"
      title={texts.goneTitle}
      text={texts.goneText}
      button={{ label: texts.close, onClick: onClose }}
    />
  ) : asked.error ? (
    <ErrorState problem={asked.error} onRetry={() => void asked.refetch()} />
  ) : (
    <div role="status" aria-label={uiTexts.loading}>
      <Skeleton height={96} radius="lg" mb={24} />
      <Skeleton height={240} radius="lg" />
    </div>
  )
  return (
    <DetailDrawer
      isOpen={isOpen}
      onClose={onClose}
      kind={texts.kind}
      title={shown ? <Mono copyAs={texts.kind}>{shown.code}</Mono> : asked.error ? texts.notFound : uiTexts.loading}
      status={
        outcome ? (
          <StatusBadge tone={outcome.tone} busy={outcome.busy}>
            {outcome.label}
          </StatusBadge>
        ) : (
          !asked.error && <Skeleton width={84} height={22} />
        )
      }
      tabs={[
        { id: 'overview', label: texts.tabs.overview, content: shown ? <BatchOverview batch={shown} /> : instead },
        { id: 'rows', label: texts.tabs.rows, content: shown ? <BatchRows batch={shown} /> : instead },
      ]}
      tab={tab}
      onTab={onTab}
    />
  )
}
