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
  /** The batch, if the table has loaded it. */
  known: batch.Batch | undefined
  tab: string | undefined
  onTab: (tab: string) => void
  onClose: () => void
}

/** Drawer of one batch: its progress or outcome, its result file, and the outcome of each row. */
export function BatchDrawer({ isOpen, id, known, tab, onTab, onClose }: BatchDrawerProps) {
  const query = useAsk(batch.get, { id: id ?? '' }, { enabled: isOpen && id !== undefined && known === undefined })
  const loaded = known ?? query.data
  const live = useLiveBatches(known === undefined && loaded?.process === 'PROCESSING')
  const shown = loaded && newer(loaded, live.get(loaded.id))
  const outcome = shown && batchOutcome(shown)
  const isGone = isProblem(query.error, 'not_found') || isProblem(query.error, 'invalid')
  const placeholder = isGone ? (
    <EmptyState
      drawing="lost"
      title={texts.goneTitle}
      text={texts.goneText}
      button={{ label: texts.close, onClick: onClose }}
    />
  ) : query.error ? (
    <ErrorState problem={query.error} onRetry={() => void query.refetch()} />
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
      title={
        shown ? (
          <Mono copyAs={texts.kind}>{shown.code}</Mono>
        ) : isGone ? (
          texts.notFound
        ) : query.error ? (
          texts.notLoaded
        ) : (
          uiTexts.loading
        )
      }
      status={
        outcome ? (
          <StatusBadge tone={outcome.tone} busy={outcome.busy}>
            {outcome.label}
          </StatusBadge>
        ) : (
          !query.error && <Skeleton width={84} height={22} />
        )
      }
      tabs={[
        { id: 'overview', label: texts.tabs.overview, content: shown ? <BatchOverview batch={shown} /> : placeholder },
        { id: 'rows', label: texts.tabs.rows, content: shown ? <BatchRows batch={shown} /> : placeholder },
      ]}
      tab={tab}
      onTab={onTab}
    />
  )
}
