import type { ComponentType, ReactNode } from 'react'
import { Note, Row } from '../layout/layout.tsx'
import { Time } from '../text/Time.tsx'
import type { Tone } from '../tone.ts'
import classes from './Timeline.module.css'

export type TimelineItem = {
  id: string
  tone: Tone
  /** Shown as a ring when absent. */
  icon?: ComponentType<{ size?: number; stroke?: number }>
  title: ReactNode
  /** ISO 8601. */
  at: string
  text?: ReactNode
  /** The actor: a device, a person, an address. */
  by?: ReactNode
  /** Details that the user can expand. */
  more?: ReactNode
}

/** Events, newest first. */
export function Timeline({ items }: { items: readonly TimelineItem[] }) {
  return (
    <ol>
      {items.map(({ id, tone, icon: Icon, title, at, text, by, more }) => (
        <li key={id} className={classes.item} data-tone={tone}>
          <span className={classes.mark} data-ring={Icon ? undefined : true} aria-hidden>
            {Icon && <Icon size={14} stroke={1.8} />}
          </span>
          <Row gap="0 12" align="start" justify="between">
            <span className="strong">{title}</span>
            <Time at={at} show="second" className="faint size-small" />
          </Row>
          {text && (
            <Note as="div" size="same">
              {text}
            </Note>
          )}
          {by && (
            <Note as="div" size="small" tone="faint">
              {by}
            </Note>
          )}
          {more && (
            <Note as="div" size="same">
              {more}
            </Note>
          )}
        </li>
      ))}
    </ol>
  )
}
