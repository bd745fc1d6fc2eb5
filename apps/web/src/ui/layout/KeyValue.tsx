import type { ReactNode } from 'react'
import classes from './KeyValue.module.css'
import { Note } from './layout.tsx'

type KeyValueProps = { items: readonly { label: string; value: ReactNode }[] }

/** Names and values, one per line; an absent value is shown as a dash. */
export function KeyValue({ items }: KeyValueProps) {
  return (
    <dl className="size-text">
      {items.map(({ label, value }) => (
        <div key={label} className={classes.item}>
          <dt>{label}</dt>
          <dd>
            {value === null || value === undefined || value === '' ? (
              <Note as="span" size="same" tone="faint">
                –
              </Note>
            ) : (
              value
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
