import type { ReactNode } from 'react'
import classes from './Section.module.css'

type SectionProps = { title: string; text?: ReactNode; actions?: ReactNode; children: ReactNode }

/** A section of a drawer or panel with a title. */
export function Section({ title, text, actions, children }: SectionProps) {
  return (
    <section className={classes.section}>
      <div className={classes.head}>
        <div>
          <h3 className={classes.title}>{title}</h3>
          {text && <p className={classes.text}>{text}</p>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {children}
    </section>
  )
}
