import { type ReactNode, useId } from 'react'
import { Note, Row, Title } from './layout.tsx'
import classes from './Panel.module.css'

type PanelProps = {
  title?: ReactNode
  text?: ReactNode
  actions?: ReactNode
  /** `none`: the content reaches the edges (tables, lists). */
  padding?: 'normal' | 'none'
  children: ReactNode
}

/** A box with a title for related content. */
export function Panel({ title, text, actions, padding = 'normal', children }: PanelProps) {
  const id = useId()
  return (
    <section className={classes.panel} aria-labelledby={title ? id : undefined}>
      {(title || actions) && (
        <Row gap="8 12" align="start" justify="between" style={{ padding: '14px 16px 0' }}>
          <div>
            {title && (
              <Title id={id} as="h2">
                {title}
              </Title>
            )}
            {text && <Note as="div">{text}</Note>}
          </div>
          {actions && <Row>{actions}</Row>}
        </Row>
      )}
      <div className={classes.body} data-padding={padding} data-headed={title || actions ? true : undefined}>
        {children}
      </div>
    </section>
  )
}
