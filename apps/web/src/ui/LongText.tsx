import classes from './LongText.module.css'

type LongTextProps = {
  children: string
  /** More than the words themselves. */
  tip?: string | undefined
  /** How much of the line it may take. */
  width?: 'column' | 'wide'
}

/** So many of the widest letter fit in: such words need no box that cuts them. */
const SURELY_FITS = 16

/** Words of a table cell that may be long: shortened, whole in the tip. */
export function LongText({ children, tip = children, width = 'column' }: LongTextProps) {
  if (children.length <= SURELY_FITS && tip === children) return children
  return (
    <span className={classes.long} data-width={width} title={tip}>
      {children}
    </span>
  )
}
