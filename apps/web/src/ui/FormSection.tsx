import { type ReactNode, useId } from 'react'
import classes from './FormSection.module.css'

type FormSectionProps = {
  /** Target of a `SectionNav` link. */
  id?: string
  title: string
  /** What the fields are for; shown next to them. */
  text?: ReactNode
  children: ReactNode
}

/** A group of fields with a title and help next to them. */
export function FormSection({ id, title, text, children }: FormSectionProps) {
  const titleId = useId()
  return (
    <section id={id} className={classes.section} aria-labelledby={titleId}>
      <div className={classes.about}>
        <h2 id={titleId} className={classes.title}>
          {title}
        </h2>
        {text && <div className={classes.text}>{text}</div>}
      </div>
      <div className={classes.fields}>{children}</div>
    </section>
  )
}

/** Fields side by side if there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={classes.row}>{children}</div>
}

/** The buttons of a form; they stay visible at the bottom. */
export function FormActions({ children, note }: { children: ReactNode; note?: ReactNode }) {
  return (
    <div className={classes.actions}>
      <div className={classes.note}>{note}</div>
      {children}
    </div>
  )
}
