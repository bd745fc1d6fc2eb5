import type { Notice } from '@simwright/contract/platform/notice'
import { Link } from '@tanstack/react-router'
import { useMasks } from '../esim/privacy.ts'
import { noticeTexts as texts } from '../texts/notice.ts'
import { Time } from '../ui/text/Time.tsx'
import { solidOf } from '../ui/tone.ts'
import classes from './NoticeLine.module.css'
import { noticeView } from './notice-view.tsx'

/** One notification; opens the page that it is about, if there is one. */
export function NoticeLine({ notice, onOpen }: { notice: Notice; onOpen: () => void }) {
  const masks = useMasks()
  const { icon: Icon, tone, title, text, to, needsReload } = noticeView(notice)
  const content = (
    <>
      <span className={classes.icon} style={{ color: solidOf(tone) }} aria-hidden>
        <Icon size={18} stroke={1.7} />
      </span>
      <span className="grow">
        <span className="block strong">
          {!notice.isRead && <span className="visually-hidden">{texts.isUnread}</span>}
          {title}
        </span>
        {text && <span className="block muted">{masks.text(text)}</span>}
        <Time at={notice.createdAt} show="ago" className="block faint size-small" />
      </span>
      {!notice.isRead && <span className={classes.dot} aria-hidden />}
    </>
  )
  if (to)
    return (
      <Link {...to} className={classes.notice} onClick={onOpen}>
        {content}
      </Link>
    )
  return (
    <button type="button" className={classes.notice} onClick={needsReload ? () => location.reload() : onOpen}>
      {content}
    </button>
  )
}
