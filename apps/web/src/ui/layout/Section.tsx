import type { ReactNode } from 'react'
import { Note, Row, Title } from './layout.tsx'
import classes from './Section.module.css'

type SectionProps = { title: string; text?: ReactNode; actions?: ReactNode; children: ReactNode }

/** A section of a drawer or panel with a title. */
export function Section({ title, text, actions, children }: SectionProps) {
  return (
    <section className={classes.section}>
      <Row gap={12} align="start" justify="between" nowrap mb={8}>
        <div>
          <Title>{title}</Title>
          {text && <Note mt={2}>{text}</Note>}
        </div>
        {actions && (
          <Row nowrap className="fixed" style={{ marginBlock: -5 }}>
            {actions}
          </Row>
        )}
      </Row>
      {children}
    </section>
  )
}
