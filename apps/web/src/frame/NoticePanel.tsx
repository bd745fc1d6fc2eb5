import { Anchor, Button } from '@mantine/core'
import * as notice from '@simwright/contract/platform/notice'
import type { Batch } from '@simwright/contract/provisioning/batch'
import type { CodeFile } from '@simwright/contract/provisioning/delivery'
import type { RunningOperation } from '@simwright/contract/provisioning/operation'
import { Link } from '@tanstack/react-router'
import { useMutation } from '../api/mutation.ts'
import { usePages } from '../api/pages.ts'
import { announcementView } from '../brand/announcement-view.ts'
import { fileTitle } from '../esim/file.ts'
import { operationName } from '../esim/operation-name.ts'
import { batchPath, filePath, operationPath } from '../esim/path.ts'
import { runningBatches, runningFiles, runningOperations, useRunning } from '../esim/running.ts'
import { NoticeLine } from '../notice/NoticeLine.tsx'
import { linkTo, pages } from '../paths.ts'
import { Allowed } from '../session/permission.tsx'
import { announcementTexts } from '../texts/announcement.ts'
import { generateTexts } from '../texts/generate.ts'
import { noticeTexts as texts } from '../texts/notice.ts'
import { profileTexts } from '../texts/profile.ts'
import { say } from '../texts/text.ts'
import { ProgressBar } from '../ui/chart/ProgressBar.tsx'
import { Row, Title } from '../ui/layout/layout.tsx'
import { ErrorState } from '../ui/page/ErrorState.tsx'
import { MessageStrip } from '../ui/page/MessageStrip.tsx'
import { useAnnouncements } from './announcements.ts'
import classes from './NoticeBell.module.css'
import { useUnread } from './unread.ts'

/** The running jobs, then the notifications, newest first. `onLeave` is called when a link opens another page. */
export function NoticePanel({ onLeave }: { onLeave: () => void }) {
  const unread = useUnread()
  const read = useMutation(notice.read, { changes: [notice.list], silent: true })
  return (
    <>
      <div className={classes.head}>
        <Title as="h2">{texts.title}</Title>
        {unread > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={() => read.mutate({})}>
            {texts.readAll}
          </Button>
        )}
      </div>
      <div style={{ overflowY: 'auto', maxHeight: 'min(520px, 70dvh)' }}>
        <AnnouncementList />
        <RunningList onLeave={onLeave} />
        <NoticeList
          onOpen={(id) => {
            read.mutate({ id })
            onLeave()
          }}
        />
      </div>
      <Row
        gap={0}
        align="stretch"
        justify="between"
        nowrap
        className="ruled size-text"
        style={{ padding: '10px 16px' }}
      >
        <Anchor component={Link} {...linkTo(pages.notifications)} onClick={onLeave}>
          {texts.all}
        </Anchor>
        <Allowed need={pages.operations.permissions}>
          <Anchor component={Link} {...linkTo(pages.operations)} onClick={onLeave}>
            {texts.operations}
          </Anchor>
        </Allowed>
        <Anchor component={Link} {...linkTo(pages.notifications, { search: { tab: 'channels' } })} onClick={onLeave}>
          {texts.settings}
        </Anchor>
      </Row>
    </>
  )
}

/** The announcements of the platform, dismissed or not. */
function AnnouncementList() {
  const announcements = useAnnouncements()
  if (announcements.length === 0) return null
  return (
    <section aria-label={announcementTexts.label}>
      {announcements.map((one) => (
        <MessageStrip key={one.id} {...announcementView(one)} />
      ))}
    </section>
  )
}

function RunningList({ onLeave }: { onLeave: () => void }) {
  const lines = [
    ...useRunning(runningBatches).map(batchLine),
    ...useRunning(runningOperations).map(operationLine),
    ...useRunning(runningFiles).map(fileLine),
  ]
  if (lines.length === 0) return null
  return (
    <section className={classes.running} aria-label={texts.runningLabel}>
      {lines.map(({ id, to, name, ...progress }) => (
        <div key={id}>
          <Link {...to} className={classes.runningName} onClick={onLeave}>
            {name}
          </Link>
          <ProgressBar {...progress} />
        </div>
      ))}
    </section>
  )
}

function batchLine({ id, code, type, configurationName, total, succeeded, failed }: Batch) {
  const name = `${code} · ${configurationName ?? profileTexts.batchTypes[type]}`
  return { id, to: batchPath(id), name, label: say(generateTexts.progress.bar, { code }), total, succeeded, failed }
}

function operationLine(operation: RunningOperation) {
  const { id, kind, given, total, succeeded, failed } = operation
  const label = operationName(operation)
  const name = kind === 'GROUP' && given ? `${label} · ${given}` : label
  return { id, to: operationPath(id), name, label, total, succeeded, failed }
}

function fileLine(file: CodeFile) {
  const { id, total, written } = file
  const name = fileTitle(file)
  return { id, to: filePath(id), name, label: name, total, succeeded: written, failed: 0 }
}

function NoticeList({ onOpen }: { onOpen: (id: string) => void }) {
  const list = usePages(notice.list, {})
  if (!list.items) return list.problem ? <ErrorState problem={list.problem} onRetry={list.refresh} /> : null
  if (list.items.length === 0)
    return (
      <div className={classes.none}>
        <strong>{texts.noneTitle}</strong>
        {texts.noneText}
      </div>
    )
  return (
    <>
      <ul style={{ padding: 4 }}>
        {list.items.map((one) => (
          <li key={one.id}>
            <NoticeLine notice={one} onOpen={() => onOpen(one.id)} />
          </li>
        ))}
      </ul>
      {list.more && (
        <Button variant="subtle" fullWidth onClick={list.more} loading={list.isReadingMore}>
          {texts.more}
        </Button>
      )}
    </>
  )
}
