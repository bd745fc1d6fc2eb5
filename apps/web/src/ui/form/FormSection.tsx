import { IconAlertCircleFilled, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { uiTexts } from '../../texts/ui.ts'
import { Title } from '../layout/layout.tsx'
import classes from './FormSection.module.css'

type FormSectionProps = {
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
      <div>
        <Title id={titleId} as="h2" size="h3">
          {title}
        </Title>
        {text && <div className={classes.text}>{text}</div>}
      </div>
      <div className={classes.fields}>{children}</div>
    </section>
  )
}

type FoldedSectionProps = FormSectionProps & {
  isOpen: boolean
  onToggle: () => void
  /** What is set in the section, in one line; shown while it is folded. */
  summary: ReactNode
  /** A field of the section has an error. */
  isFaulty?: boolean
}

/** A section whose fields are shown on demand; folded it is one line. */
export function FoldedSection({ id, title, text, children, ...fold }: FoldedSectionProps) {
  const { isOpen, onToggle, summary, isFaulty } = fold
  const titleId = useId()
  return (
    <section id={id} className={classes.section} data-folded={!isOpen || undefined} aria-labelledby={titleId}>
      <div>
        <Title id={titleId} size="h3">
          <button type="button" className={classes.fold} aria-expanded={isOpen} onClick={onToggle}>
            <IconChevronRight size={16} className={classes.chevron} aria-hidden />
            {title}
            {isFaulty && (
              <>
                <IconAlertCircleFilled size={14} className={classes.fault} aria-hidden />
                <span className="visually-hidden">{uiTexts.form.hasFaults}</span>
              </>
            )}
          </button>
        </Title>
        {isOpen && text && <div className={classes.text}>{text}</div>}
      </div>
      {isOpen ? <div className={classes.fields}>{children}</div> : <div className={classes.summary}>{summary}</div>}
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
