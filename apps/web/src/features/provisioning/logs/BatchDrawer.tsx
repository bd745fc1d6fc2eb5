import { Skeleton } from '@mantine/core'
import * as batch from '@simwright/contract/provisioning/batch'
import { useAsk } from '../../../api/query.ts'
import { Comments } from '../../../comment/Comments.tsx'
import { useCommentLabel } from '../../../comment/comment-count.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { DetailDrawer } from '../../../ui/overlay/DetailDrawer.tsx'
import { isGone, NotLoaded } from '../../../ui/page/NotLoaded.tsx'
import { copyAction, useOpenObject } from '../../../ui/table/open-object.ts'
import { Mono } from '../../../ui/text/Mono.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { BatchOverview } from './BatchOverview.tsx'
import { BatchRows } from './BatchRows.tsx'
import { batchOutcome } from './batch-outcome.ts'
import { newer, useLiveBatches } from './live-batch.ts'
import { logTexts } from './logs-texts.ts'

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
  useOpenObject(
    isOpen && shown
      ? { kind: 'batch', id: shown.id, label: shown.code, actions: [copyAction(texts.kind, shown.code)] }
      : undefined,
  )
  const outcome = shown && batchOutcome(shown)
  const gone = { title: texts.goneTitle, text: texts.goneText, back: texts.close }
  const placeholder = (
    <NotLoaded problem={query.error} onRetry={() => void query.refetch()} gone={gone} onClose={onClose} />
  )
  const commentLabel = useCommentLabel(texts.tabs.comments, shown && { kind: 'BATCH', objectId: shown.id })
  return (
    <DetailDrawer
      isOpen={isOpen}
      onClose={onClose}
      kind={texts.kind}
      title={
        shown ? (
          <Mono copyAs={texts.kind}>{shown.code}</Mono>
        ) : isGone(query.error) ? (
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
        {
          id: 'comments',
          label: commentLabel,
          content: shown ? <Comments kind="BATCH" objectId={shown.id} /> : placeholder,
        },
      ]}
      tab={tab}
      onTab={onTab}
    />
  )
}
