import { type ReactNode, useId } from 'react'
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
              <h2 id={id} className={classes.title}>
                {title}
              </h2>
            )}
            {text && <div className={classes.text}>{text}</div>}
          </div>
          {actions && <div className={classes.actions}>{actions}</div>}
        </div>
      )}
      <div className={classes.body} data-padding={padding} data-headed={title || actions ? true : undefined}>
        {children}
      </div>
    </section>
  )
}
