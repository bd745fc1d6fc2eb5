import type { ReactNode } from 'react'
import classes from './PageHeader.module.css'

type PageHeaderProps = {
  title: ReactNode
  /** One line under the title: what the page is for, or what it counts. */
  text?: ReactNode
  /** Above the title: where this page belongs. */
  above?: ReactNode
  /** Buttons, the primary one last. */
  actions?: ReactNode
}

/** The head of a page: its title (the page's only h1), a line, and its buttons. */
export function PageHeader({ title, text, above, actions }: PageHeaderProps) {
  return (
    <header className={classes.header}>
      <div className={classes.words}>
        {above && <div className={classes.above}>{above}</div>}
        <h1 className={classes.title}>{title}</h1>
        {text && <div className={classes.text}>{text}</div>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  )
}
