import { Skeleton } from '@mantine/core'
import * as notice from '@simwright/contract/platform/notice'
import { isThresholdKind } from '@simwright/contract/platform/threshold'
import { useMemo, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { noticeTexts } from '../../../texts/notice.ts'
import { useEntryForm } from '../../../ui/form/form.ts'
import { useSectionSaves } from '../../../ui/form/section-save.ts'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { toast } from '../../../ui/toast.ts'
import { entryOf, fieldsOf, ThresholdEntries, ThresholdForm } from './ThresholdForm.tsx'

const texts = noticeTexts.thresholds

/** The thresholds whose notifications the user can get. */
export function ThresholdList() {
  const thresholds = useAsk(notice.listThresholds, {})
  // a form that shows what somebody else has saved starts again
  const [loads, setLoads] = useState(0)
  if (thresholds.error) return <ErrorState problem={thresholds.error} onRetry={() => void thresholds.refetch()} />
  if (!thresholds.data) return <Skeleton height={420} />
  const { items } = thresholds.data
  if (items.length === 0) return <EmptyState drawing="mail" title={texts.noneTitle} text={texts.noneText} />
  const reload = () => void thresholds.refetch().then(() => setLoads((count) => count + 1))
  return <ThresholdSections key={loads} items={items} onReload={reload} />
}

const names = ['levels', 'unit', 'hours', 'minimum']

type ThresholdSectionsProps = { items: readonly notice.Threshold[]; onReload: () => void }

/** The thresholds, each of which is saved on its own. */
function ThresholdSections({ items, onReload }: ThresholdSectionsProps) {
  // a newer server knows more kinds than this tab
  const known = items.filter(({ kind }) => isThresholdKind(kind))
  const saved = useMemo(() => Object.fromEntries(items.map((one) => [one.kind, entryOf(one)])), [items])
  const form = useEntryForm(ThresholdEntries, saved)
  const set = useMutation(notice.setThreshold, { changes: [notice.listThresholds], silent: true })
  const saveOf = useSectionSaves<ThresholdEntries, string>({
    schema: ThresholdEntries,
    form,
    saved,
    sections: Object.fromEntries(known.map(({ kind }) => [kind, names.map((name) => `${kind}.${name}`)])),
    isSaving: set.isPending,
    problem: set.error,
    within: 'fields',
    fieldOf: (path, kind) => `${kind}.${path}`,
    onSave: (values, section) => {
      const { kind, version } = items.find((one) => one.kind === section)!
      const fields = fieldsOf(values[kind]!)
      set.mutate({ kind, version, fields }, { onSuccess: () => toast.success(texts.saved) })
    },
    onReload,
  })
  return (
    <>
      <p style={{ margin: '14px 0' }}>{texts.text}</p>
      {known.map((threshold) => (
        <ThresholdForm key={threshold.kind} threshold={threshold} form={form} save={saveOf(threshold.kind)} />
      ))}
    </>
  )
}
