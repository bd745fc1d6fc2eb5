import { Skeleton } from '@mantine/core'
import * as notice from '@simwright/contract/platform/notice'
import { isThresholdKind, thresholdRow } from '@simwright/contract/platform/threshold'
import { useAsk } from '../../../api/query.ts'
import { noticeTexts } from '../../../texts/notice.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { FormSection } from '../../../ui/FormSection.tsx'
import { ThresholdForm } from './ThresholdForm.tsx'

const texts = noticeTexts.thresholds

/** The thresholds whose notifications the user can get. */
export function ThresholdList() {
  const thresholds = useAsk(notice.listThresholds, {})
  if (thresholds.error) return <ErrorState problem={thresholds.error} onRetry={() => void thresholds.refetch()} />
  if (!thresholds.data) return <Skeleton height={420} />
  // a newer server knows more kinds than this tab
  const items = thresholds.data.items.filter(({ kind }) => isThresholdKind(kind))
  if (items.length === 0) return <EmptyState drawing="mail" title={texts.noneTitle} text={texts.noneText} />
  return (
    <>
      <p>{texts.text}</p>
      {items.map((threshold) => {
        const { label, about } = thresholdRow(threshold.kind)
        return (
          <FormSection key={threshold.kind} title={label} text={about}>
            <ThresholdForm key={threshold.version} threshold={threshold} />
          </FormSection>
        )
      })}
    </>
  )
}
