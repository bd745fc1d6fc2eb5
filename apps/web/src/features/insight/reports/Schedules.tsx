import { ActionIcon, Button } from '@mantine/core'
import * as report from '@simwright/contract/insight/report'
import * as schedule from '@simwright/contract/insight/report-schedule'
import { IconCalendarClock, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { formatTime } from '../../../base/time.ts'
import { pages } from '../../../paths.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { say, sayCount } from '../../../texts/text.ts'
import { ItemList } from '../../../ui/layout/ItemList.tsx'
import { Note } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { toast } from '../../../ui/toast.ts'
import { Pending } from './Pending.tsx'
import classes from './Reports.module.css'
import { rhythmOf } from './report-summary.ts'
import { reportTexts as texts } from './report-texts.ts'
import { ScheduleDialog } from './ScheduleDialog.tsx'

const tones = { ACTIVE: 'success', PAUSED: 'neutral', STOPPED: 'danger' } as const

/** The schedules of the reports that the user sees. */
export function Schedules() {
  const asked = useAsk(schedule.list, {}, { pollMs: 60_000 })
  const { data } = asked
  const mayEdit = useAllowed('Report_Edit')
  const [editing, setEditing] = useState<schedule.Schedule>()
  if (!data) return <Pending asked={asked} heightPx={180} />
  if (data.items.length === 0) {
    return (
      <Panel>
        <EmptyState
          drawing="mail"
          title={texts.schedulesNone}
          text={texts.schedulesNoneText}
          button={{ label: texts.toSaved, to: `${pages.reports.path}?tab=saved` }}
        />
      </Panel>
    )
  }
  const items = data.items.map((one) => ({
    id: one.id,
    icon: IconCalendarClock,
    title: (
      <>
        {one.reportName} <StatusBadge tone={tones[one.state]}>{texts.states[one.state]}</StatusBadge>
      </>
    ),
    note: <ScheduleNote schedule={one} />,
    actions: mayEdit && one.manageable ? <Actions schedule={one} onEdit={() => setEditing(one)} /> : undefined,
  }))
  return (
    <Panel>
      <ItemList label={texts.tabs.schedules} items={items} />
      <ScheduleDialog
        report={editing && { id: editing.reportId, name: editing.reportName }}
        schedule={editing}
        onClose={() => setEditing(undefined)}
      />
    </Panel>
  )
}

function ScheduleNote({ schedule: one }: { schedule: schedule.Schedule }) {
  const zone = one.timeZone.replaceAll('_', ' ')
  const { nextAt, lastAt } = one
  return (
    <>
      {`${rhythmOf(one)} (${zone})`}
      <span className={classes.sub}>{one.recipients.map(({ name }) => name).join(', ')}</span>
      <span className={classes.sub}>
        {nextAt && (
          <>
            {texts.columns.next}: <Time at={nextAt} /> ·{' '}
          </>
        )}
        {texts.columns.last}:{' '}
        {lastAt === null ? (
          texts.never
        ) : (
          <Time at={lastAt}>{sayCount(texts.mails, one.lastMails ?? 0, { time: formatTime(lastAt) })}</Time>
        )}
        {` · ${texts.columns.owner}: ${one.owner}`}
      </span>
      {one.stopReason && (
        <Note as="span" tone="danger">
          {texts.stopped[one.stopReason]}
        </Note>
      )}
    </>
  )
}

function Actions({ schedule: one, onEdit }: { schedule: schedule.Schedule; onEdit: () => void }) {
  const remove = useMutation(schedule.remove, { changes: [schedule.list, report.list] })
  const ask = async () => {
    const { id, version, reportName: name } = one
    const title = say(texts.removeScheduleTitle, { name })
    const yes = await confirm({ title, text: texts.removeScheduleText, proceed: texts.removeSchedule, tone: 'danger' })
    if (yes) remove.mutate({ id, version }, { onSuccess: () => toast.success(texts.scheduleRemoved) })
  }
  return (
    <div className={classes.rowActions}>
      <Button variant="default" size="compact-sm" aria-label={`${texts.edit}: ${one.reportName}`} onClick={onEdit}>
        {texts.edit}
      </Button>
      <ActionIcon
        variant="default"
        size="md"
        color="red"
        aria-label={`${texts.removeSchedule}: ${one.reportName}`}
        loading={remove.isPending}
        onClick={() => void ask()}
      >
        <IconTrash size={15} />
      </ActionIcon>
    </div>
  )
}
