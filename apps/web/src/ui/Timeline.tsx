import type { ReactNode } from 'react'
import classes from './Timeline.module.css'
import { formatAgo, formatTimeExact } from './time.ts'
import type { Tone } from './tone.ts'

export type TimelineItem = {
  id: string
  tone: Tone
  title: ReactNode
  /** ISO 8601. */
  at: string
  text?: ReactNode
  /** Who or what: a device, a person, an address. */
  by?: ReactNode
}

/** What happened, newest first. */
export function Timeline({ items }: { items: readonly TimelineItem[] }) {
  return (
    <ol className={classes.timeline}>
      {items.map((item) => (
        <li key={item.id} className={classes.item} data-tone={item.tone}>
          <div className={classes.head}>
            <span className={classes.title}>{item.title}</span>
            <time dateTime={item.at} title={formatAgo(item.at)} className={classes.time}>
              {formatTimeExact(item.at)}
            </time>
          </div>
          {item.text && <div className={classes.text}>{item.text}</div>}
          {item.by && <div className={classes.by}>{item.by}</div>}
        </li>
      ))}
    </ol>
  )
}
