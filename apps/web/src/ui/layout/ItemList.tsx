import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './ItemList.module.css'
import { Note } from './layout.tsx'

export type Item = {
  id: string
  icon: Icon
  title: ReactNode
  /** One line of details. */
  note?: ReactNode
  actions?: ReactNode
}

/** A short list of items with icons and actions. */
export function ItemList({ label, items }: { label: string; items: readonly Item[] }) {
  return (
    <ul className="boxed" aria-label={label}>
      {items.map(({ id, icon: ItemIcon, title, note, actions }) => (
        <li key={id} className={classes.item}>
          <span className={classes.icon} aria-hidden>
            <ItemIcon size={20} stroke={1.6} />
          </span>
          <div className={classes.words}>
            <div className={classes.title}>{title}</div>
            {note && <Note as="div">{note}</Note>}
          </div>
          {actions && <div className={classes.actions}>{actions}</div>}
        </li>
      ))}
    </ul>
  )
}
