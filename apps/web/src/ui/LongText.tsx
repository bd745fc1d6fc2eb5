import classes from './LongText.module.css'

type LongTextProps = {
  children: string
  /** More than the words themselves. */
  tip?: string | undefined
  /** How much of the line it may take. */
  most?: 'column' | 'wide'
}

/** Words of a table cell that may be long: shortened, whole in the tip. */
export function LongText({ children, tip = children, most = 'column' }: LongTextProps) {
  return (
    <span className={classes.long} data-most={most} title={tip}>
      {children}
    </span>
  )
}
