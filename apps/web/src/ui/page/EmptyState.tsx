import { Anchor, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { exampleTexts } from '../../texts/example.ts'
import { Note, Title } from '../layout/layout.tsx'
import classes from './EmptyState.module.css'
import { type Drawing, Illustration } from './Illustration.tsx'

export type EmptyStateProps = {
  drawing: Drawing
  title: string
  /** One sentence: what will be listed here, and how it gets here. */
  text: ReactNode
  button?: { label: string; to?: string; onClick?: () => void }
  link?: { label: string; to: string }
  /** A row as the list will have it. */
  example?: { name: string; text: string; status: string }
}

/** Shown for an empty list or page: a drawing, a sentence, one button and one link. */
export function EmptyState({ drawing, title, text, button, link, example }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      <Illustration name={drawing} />
      <Title as="h2" size="h3" mt={16} mb={4}>
        {title}
      </Title>
      <p className={classes.text}>{text}</p>
      {example && (
        <figure className={classes.example}>
          <figcaption className={classes.exampleLabel}>{exampleTexts.label}</figcaption>
          <div style={{ minWidth: 0 }}>
            <div className={classes.exampleName}>{example.name}</div>
            <Note as="div" size="small">
              {example.text}
            </Note>
          </div>
          <div className={classes.exampleStatus}>{example.status}</div>
        </figure>
      )}
      {(button || link) && (
        <div className={classes.actions}>
          {button?.to && (
            <Button component={Link} to={button.to}>
              {button.label}
            </Button>
          )}
          {button && !button.to && <Button onClick={button.onClick}>{button.label}</Button>}
          {link && (
            <Anchor component={Link} to={link.to} size="sm">
              {link.label}
            </Anchor>
          )}
        </div>
      )}
    </div>
  )
}
