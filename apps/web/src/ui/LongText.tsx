import classes from './LongText.module.css'

/** Words of a table cell that may be long: shortened to the column, whole in the tip. */
export function LongText({ children }: { children: string }) {
  return (
    <span className={classes.long} title={children}>
      {children}
    </span>
  )
}
