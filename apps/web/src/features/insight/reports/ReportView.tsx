import { Button, Loader } from '@mantine/core'
import * as report from '@simwright/contract/insight/report'
import { ruleOfKind } from '@simwright/contract/insight/report-kind'
import { IconDeviceFloppy, IconDownload, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { useAsk } from '../../../api/query.ts'
import { useSave } from '../../../api/save.ts'
import { formatBytes } from '../../../base/size.ts'
import { useAddress } from '../../../base/url.ts'
import { pages } from '../../../paths.ts'
import { useSeesNoGroup } from '../../../session/group-limit.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { frameTexts } from '../../../texts/frame.ts'
import { say } from '../../../texts/text.ts'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { Pending } from './Pending.tsx'
import { ReportControls } from './ReportControls.tsx'
import { ReportResult } from './ReportResult.tsx'
import classes from './Reports.module.css'
import { addressOf, checked, type Wanted, wantedOf } from './report-address.ts'
import { reportTexts as texts } from './report-texts.ts'
import { SaveDialog } from './SaveDialog.tsx'

/** The controls of a report and its result. All parameters are in the address. */
export function ReportView() {
  const [address, change] = useAddress(pages.reports)
  const wanted = wantedOf(address)
  const { parameters, faults } = checked(wanted)
  const asked = useAsk(
    report.run,
    { parameters: parameters ?? report.ReportParameters.parse({}) },
    { enabled: parameters !== undefined, keepPrevious: true },
  )
  const refused = asked.error?.faults.map(({ path, text }) => [path.replace(/^parameters\./, ''), text] as const) ?? []
  const set = (next: Wanted) => change(addressOf(next))
  return (
    <Stack>
      <ReportControls wanted={wanted} faults={{ ...faults, ...Object.fromEntries(refused) }} onChange={set} />
      <ReportActions parameters={parameters} savedId={address.saved} />
      <Stack aria-busy={asked.isFetching}>
        {parameters !== undefined && (
          <Answer asked={asked} wanted={wanted} isRefused={refused.length > 0} onClear={() => set(cleared(wanted))} />
        )}
      </Stack>
    </Stack>
  )
}

const cleared = (wanted: Wanted): Wanted => ({ ...wanted, range: 'last30', only: [] })

type AnswerProps = {
  asked: ReturnType<typeof useAsk<typeof report.run>>
  wanted: Wanted
  /** The fault is shown at its field. */
  isRefused: boolean
  onClear: () => void
}

function Answer({ asked, wanted, isRefused, onClear }: AnswerProps) {
  const seesNoGroup = useSeesNoGroup()
  if (isRefused) return null
  // the previous answer may be of another kind of report
  if (!asked.data || asked.error || asked.isPlaceholderData) return <Pending asked={asked} heightPx={320} />
  if (isEmpty(asked.data)) {
    if (seesNoGroup)
      return (
        <Panel>
          <EmptyState drawing="chart" {...frameTexts.groupLimit.noneEmpty} />
        </Panel>
      )
    const { ranged } = ruleOfKind(wanted.kind)
    const isFiltered = wanted.only.length > 0 || (ranged && wanted.range !== 'last30')
    return (
      <Panel>
        <EmptyState
          drawing="chart"
          title={ranged ? texts.emptyTitle : texts.emptyNowTitle}
          text={ranged ? texts.emptyText : texts.emptyNow}
          {...(isFiltered ? { button: { label: ranged ? texts.clear : texts.clearNow, onClick: onClear } } : {})}
        />
      </Panel>
    )
  }
  return <ReportResult report={asked.data} wanted={wanted} />
}

const isEmpty = ({ totals, billing }: report.Report) =>
  billing === null && Object.values(totals).every((count) => count === 0)

type ReportActionsProps = { parameters: report.ReportParameters | undefined; savedId: string | undefined }

function ReportActions({ parameters, savedId }: ReportActionsProps) {
  const [isSaving, setIsSaving] = useState(false)
  const mayEdit = useAllowed('Report_Edit')
  const file = useSave(report.exportFile)
  const download = (format: report.ReportFormat) => parameters && file.start({ parameters, format })
  const isDisabled = parameters === undefined
  return (
    <Row justify="end" className={classes.actions} data-print="none">
      {file.isPending && <FileProgress bytes={file.bytes} onCancel={file.cancel} />}
      <Button
        variant="default"
        leftSection={<IconPrinter size={16} />}
        disabled={isDisabled}
        onClick={() => window.print()}
      >
        {texts.print}
      </Button>
      {report.reportFormats.map((format) => (
        <Button
          key={format}
          variant="default"
          leftSection={<IconDownload size={16} />}
          disabled={isDisabled || file.isPending}
          onClick={() => download(format)}
        >
          {texts[format]}
        </Button>
      ))}
      {mayEdit && (
        <Button leftSection={<IconDeviceFloppy size={16} />} disabled={isDisabled} onClick={() => setIsSaving(true)}>
          {texts.save}
        </Button>
      )}
      {parameters && (
        <SaveDialog isOpen={isSaving} parameters={parameters} savedId={savedId} onClose={() => setIsSaving(false)} />
      )}
    </Row>
  )
}

/** A file whose rows arrive. Nobody knows its size before its end. */
function FileProgress({ bytes, onCancel }: { bytes: number; onCancel: () => void }) {
  return (
    <Row
      as="section"
      gap="4 8"
      aria-label={texts.file.label}
      className="muted size-text figures"
      style={{ flex: '1 1 260px', minWidth: 0 }}
    >
      <Loader size={14} aria-hidden />
      <span>{bytes === 0 ? texts.file.reading : say(texts.file.size, { size: formatBytes(bytes) })}</span>
      <Button variant="subtle" size="compact-sm" onClick={onCancel}>
        {texts.file.cancel}
      </Button>
    </Row>
  )
}
