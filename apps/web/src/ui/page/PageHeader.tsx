import type { ReactNode } from 'react'
import { Note, Row } from '../layout/layout.tsx'
import { type Back, BackLink } from './BackLink.tsx'
import classes from './PageHeader.module.css'

type PageHeaderProps = {
  title: ReactNode
  /** One line under the title: what the page is for, or what it counts. */
  text?: ReactNode
  /** The page above it, with the way back. */
  back?: Back | undefined
  /** A badge next to the title. */
  mark?: ReactNode
  /** Buttons, the primary one last. */
  actions?: ReactNode
}

/** The header of a page: its title (the page's only h1), one line of text, and its buttons. */
export function PageHeader({ title, text, back, mark, actions }: PageHeaderProps) {
  return (
    <header className={classes.header}>
      <div className={classes.words}>
        {back && (
          <Note as="div" mb={4}>
            <BackLink {...back} />
          </Note>
        )}
        <Row gap="4 10">
          <h1 className={classes.title}>{title}</h1>
          {mark}
        </Row>
        {text && (
          <div className="muted wrap pretty" style={{ maxWidth: '96ch', marginTop: 4 }}>
            {text}
          </div>
        )}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  )
}
