import type { Help } from './help-texts.ts'
import classes from './KeyList.module.css'

/** Keyboard shortcuts and what they do. */
export function KeyList({ keys }: { keys: NonNullable<Help['keys']> }) {
  return (
    <dl className={classes.keys}>
      {keys.map((one) => (
        <div key={one.keys}>
          <dt>
            {one.keys.split(' ').map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{one.text}</dd>
        </div>
      ))}
    </dl>
  )
}
