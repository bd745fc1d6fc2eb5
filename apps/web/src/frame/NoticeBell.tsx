import { ActionIcon, Popover, Tooltip } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { runningBatches, runningFiles, runningOperations, useRunning } from '../esim/running.ts'
import { noticeTexts as texts } from '../texts/notice.ts'
import { sayCount } from '../texts/text.ts'
import { useAnnouncements } from './announcements.ts'
import classes from './NoticeBell.module.css'
import { useUnread } from './unread.ts'

const load = () => import('./NoticePanel.tsx')
const NoticePanel = lazy(() => load().then((module) => ({ default: module.NoticePanel })))

const MAX_SHOWN = 99

/** Bell with the number of unread notifications; opens the list of running jobs and notifications. */
export function NoticeBell() {
  const [isOpen, setIsOpen] = useState(false)
  const unread = useUnread() + useAnnouncements().filter(({ isDismissed }) => !isDismissed).length
  const running =
    useRunning(runningBatches).length + useRunning(runningOperations).length + useRunning(runningFiles).length
  useEffect(() => void load(), [])
  const labels = [
    texts.title,
    ...(unread > 0 ? [sayCount(texts.unread, unread)] : []),
    ...(running > 0 ? [sayCount(texts.running, running)] : []),
  ]
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width={380} shadow="md" radius="md" trapFocus>
      <Popover.Target>
        <Tooltip label={texts.title} disabled={isOpen}>
          <ActionIcon
            aria-label={labels.join(', ')}
            className={classes.bell}
            data-running={running > 0 || undefined}
            onClick={() => setIsOpen(!isOpen)}
          >
            <IconBell size={18} stroke={1.6} />
            {unread > 0 && (
              <span className={classes.count} aria-hidden>
                {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
              </span>
            )}
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p={0} maw="calc(100vw - 24px)" aria-label={texts.title}>
        <Suspense fallback={null}>
          <NoticePanel onLeave={() => setIsOpen(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
