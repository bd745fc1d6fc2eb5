import { Anchor } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import classes from './MessageStrip.module.css'

type MessageStripProps = {
  tone: 'info' | 'warning'
  icon: ComponentType<{ size?: number; stroke?: number }>
  /** The kind of message ("Maintenance"). */
  label: string
  text: string
  link?: { to: string; label: string } | undefined
  /** A button at its end. */
  action?: ReactNode
}

/** A message across the page, such as an announcement. A link opens another site in a new tab. */
export function MessageStrip({ tone, icon: Icon, label, text, link, action }: MessageStripProps) {
  return (
    <div className={classes.strip} data-tone={tone}>
      <span className={classes.icon} aria-hidden>
        <Icon size={16} stroke={1.8} />
      </span>
      <p className="grow">
        <strong>{label}:</strong> {text}{' '}
        {link && (
          <Anchor href={link.to} target="_blank" rel="noopener noreferrer" inherit c="inherit" underline="always">
            {link.label}
          </Anchor>
        )}
      </p>
      {action}
    </div>
  )
}
