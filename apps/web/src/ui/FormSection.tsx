import { type ReactNode, useId } from 'react'
import classes from './FormSection.module.css'

type FormSectionProps = {
  title: string
  /** What these fields are for, beside them. */
  text?: ReactNode
  children: ReactNode
}

/** Fields that belong together, with their help beside them. */
export function FormSection({ title, text, children }: FormSectionProps) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.about}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {text && <div className={classes.text}>{text}</div>}
      </div>
      <div className={classes.fields}>{children}</div>
    </section>
  )
}

/** Fields side by side where there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={classes.row}>{children}</div>
}

/** The buttons of a form, which stay in view at the bottom. */
export function FormActions({ children, note }: { children: ReactNode; note?: ReactNode }) {
  return (
    <div className={classes.actions}>
      <div className={classes.note}>{note}</div>
      {children}
    </div>
  )
}
