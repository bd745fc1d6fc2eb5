import type { SavedReport } from '@simwright/contract/insight/report'
import type { Schedule } from '@simwright/contract/insight/report-schedule'
import { say } from '../../../texts/text.ts'
import { useDialogGuard } from '../../../ui/form/unsaved.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { reportTexts as texts } from './report-texts.ts'
import { ScheduleForm } from './ScheduleForm.tsx'

type ScheduleDialogProps = {
  /** The report that is sent; undefined: closed. */
  report: Pick<SavedReport, 'id' | 'name'> | undefined
  /** Undefined: a new one. */
  schedule: Schedule | undefined
  onClose: () => void
}

/** Chooses when a report is sent, and to whom. */
export function ScheduleDialog({ report, schedule, onClose }: ScheduleDialogProps) {
  const title = report && say(texts.scheduleTitle, { name: report.name })
  const guard = useDialogGuard(onClose)
  return (
    <Dialog opened={report !== undefined} onClose={guard.close} title={title} size={560}>
      {report && <ScheduleForm key={schedule?.version ?? 'new'} report={report} schedule={schedule} guard={guard} />}
    </Dialog>
  )
}
