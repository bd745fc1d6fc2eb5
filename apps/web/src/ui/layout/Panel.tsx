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
        <div className={classes.head}>
          <div>
            {title && (
              <Title id={id} as="h2">
                {title}
              </Title>
            )}
            {text && <Note as="div">{text}</Note>}
          </div>
          {actions && <Row>{actions}</Row>}
        </div>
      )}
      <div className={classes.body} data-padding={padding} data-headed={title || actions ? true : undefined}>
        {children}
      </div>
    </section>
  )
}
