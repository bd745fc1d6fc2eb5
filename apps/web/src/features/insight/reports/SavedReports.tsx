import { ActionIcon, Button, Menu } from '@mantine/core'
import * as report from '@simwright/contract/insight/report'
import * as schedule from '@simwright/contract/insight/report-schedule'
import { IconCalendarClock, IconDots, IconReportAnalytics, IconTrash, IconUser, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { linkTo, pages } from '../../../paths.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { say, sayCount } from '../../../texts/text.ts'
import { ItemList } from '../../../ui/layout/ItemList.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { toast } from '../../../ui/toast.ts'
import { Pending } from './Pending.tsx'
import classes from './Reports.module.css'
import { addressOfSaved } from './report-address.ts'
import { contentOf } from './report-summary.ts'
import { reportTexts as texts } from './report-texts.ts'
import { ScheduleDialog } from './ScheduleDialog.tsx'

/** The user's saved reports and the shared ones. */
export function SavedReports() {
  const asked = useAsk(report.list, {})
  const { data } = asked
  const mayEdit = useAllowed('Report_Edit')
  const [scheduling, setScheduling] = useState<report.SavedReport>()
  if (!data) return <Pending asked={asked} heightPx={180} />
  if (data.items.length === 0) {
    return (
      <Panel>
        <EmptyState
          drawing="chart"
          title={texts.savedNone}
          text={texts.savedNoneText}
          button={{ label: texts.make, to: pages.reports.path }}
        />
      </Panel>
    )
  }
  const items = data.items.map((saved) => ({
    id: saved.id,
    icon: IconReportAnalytics,
    title: (
      <Link
        {...linkTo(pages.reports, { search: addressOfSaved(saved.id, saved.parameters) })}
        className={classes.count}
      >
        {saved.name}
      </Link>
    ),
    note: <SavedNote saved={saved} />,
    actions: (
      <div className={classes.rowActions}>
        {mayEdit && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconCalendarClock size={15} />}
            aria-label={`${texts.schedule}: ${saved.name}`}
            onClick={() => setScheduling(saved)}
          >
            {texts.schedule}
          </Button>
        )}
        {mayEdit && saved.manageable && <More saved={saved} />}
      </div>
    ),
  }))
  return (
    <Panel>
      <ItemList label={texts.tabs.saved} items={items} />
      <ScheduleDialog report={scheduling} schedule={undefined} onClose={() => setScheduling(undefined)} />
    </Panel>
  )
}

function SavedNote({ saved }: { saved: report.SavedReport }) {
  const Icon = saved.isShared ? IconUsers : IconUser
  const seen = saved.isShared ? `${texts.sharedBadge}, ${saved.createdBy}` : texts.privateBadge
  return (
    <>
      {contentOf(saved.parameters)}
      <span className={classes.sub}>
        <Icon size={13} aria-hidden style={{ verticalAlign: -2 }} /> {seen}
        {saved.schedules > 0 && ` · ${sayCount(texts.schedules, saved.schedules)}`}
      </span>
    </>
  )
}

function More({ saved }: { saved: report.SavedReport }) {
  const remove = useMutation(report.remove, { changes: [report.list, schedule.list] })
  const ask = async () => {
    const { id, name, version, schedules } = saved
    const yes = await confirm({
      title: say(texts.removeTitle, { name }),
      text: schedules === 0 ? texts.removeTextNone : sayCount(texts.removeText, schedules),
      proceed: texts.remove,
      tone: 'danger',
    })
    if (yes) remove.mutate({ id, version }, { onSuccess: () => toast.success(say(texts.removed, { name })) })
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="md" aria-label={say(texts.more, { name: saved.name })}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => void ask()}>
          {texts.remove}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
