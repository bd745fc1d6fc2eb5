import { Button } from '@mantine/core'
import * as notice from '@simwright/contract/notice'
import { Link } from '@tanstack/react-router'
import { useDo } from '../api/do.ts'
import { usePages } from '../api/pages.ts'
import { batchPath } from '../esim/path.ts'
import { useMasks } from '../esim/privacy.ts'
import { useRunningBatches } from '../esim/running-batch.ts'
import { generateTexts } from '../texts/generate.ts'
import { noticeTexts as texts } from '../texts/notice.ts'
import { profileTexts } from '../texts/profile.ts'
import { say } from '../texts/text.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { formatAgo } from '../ui/time.ts'
import { solidOf } from '../ui/tone.ts'
import classes from './NoticeBell.module.css'
import { noticeLook } from './notice-look.tsx'
import { useUnread } from './unread.ts'

/** The batches that run, then what was told, newest first. */
export function NoticePanel({ onGone }: { onGone: () => void }) {
  const unread = useUnread()
  const read = useDo(notice.read, { changes: [notice.list], silent: true })
  return (
    <>
      <div className={classes.head}>
        <h2 className={classes.title}>{texts.title}</h2>
        {unread > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={() => read.mutate({})}>
            {texts.readAll}
          </Button>
        )}
      </div>
      <div className={classes.scroll}>
        <RunningList onGone={onGone} />
        <NoticeList
          onOpen={(id) => {
            read.mutate({ id })
            onGone()
          }}
        />
      </div>
    </>
  )
}

function RunningList({ onGone }: { onGone: () => void }) {
  const { batches } = useRunningBatches()
  if (batches.length === 0) return null
  return (
    <section className={classes.running} aria-label={texts.runningLabel}>
      {batches.map(({ id, code, type, configurationName, total, succeeded, failed }) => (
        <div key={id}>
          <Link {...batchPath(id)} className={classes.runningName} onClick={onGone}>
            {code} · {configurationName ?? profileTexts.batchTypes[type]}
          </Link>
          <ProgressBar
            label={say(generateTexts.progress.bar, { code })}
            total={total}
            succeeded={succeeded}
            failed={failed}
          />
        </div>
      ))}
    </section>
  )
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
      <ul className={classes.list}>
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

function NoticeLine({ notice: one, onOpen }: { notice: notice.Notice; onOpen: () => void }) {
  const masks = useMasks()
  const { icon: Icon, tone, title, text, to } = noticeLook(one)
  const content = (
    <>
      <span className={classes.icon} style={{ color: solidOf(tone) }} aria-hidden>
        <Icon size={18} stroke={1.7} />
      </span>
      <span className={classes.words}>
        <span className={classes.name}>
          {!one.isRead && <span className="visually-hidden">{texts.isUnread}</span>}
          {title}
        </span>
        {text && <span className={classes.text}>{masks.text(text)}</span>}
        <time className={classes.time} dateTime={one.createdAt}>
          {formatAgo(one.createdAt)}
        </time>
      </span>
      {!one.isRead && <span className={classes.dot} aria-hidden />}
    </>
  )
  if (to)
    return (
      <Link {...to} className={classes.notice} onClick={onOpen}>
        {content}
      </Link>
    )
  return (
    <button type="button" className={classes.notice} onClick={onOpen}>
      {content}
    </button>
  )
}
