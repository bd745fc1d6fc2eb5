import classes from './TickBox.module.css'

type TickBoxProps = {
  label: string
  checked: boolean
  indeterminate?: boolean
  /** -1 in a table, whose rows the arrow keys reach. */
  tabIndex?: number
  /** `isRange`: clicked with Shift. */
  onChange: (isRange: boolean) => void
}

const setIndeterminate = (box: HTMLInputElement | null) => {
  if (box) box.indeterminate = true
}
const clearIndeterminate = (box: HTMLInputElement | null) => {
  if (box) box.indeterminate = false
}

/** The tick box of a table row: a native checkbox drawn with CSS, because tables have hundreds of them. */
export function TickBox({ label, checked, indeterminate = false, tabIndex, onChange }: TickBoxProps) {
  return (
    <input
      type="checkbox"
      className={classes.box}
      aria-label={label}
      checked={checked}
      tabIndex={tabIndex}
      ref={indeterminate ? setIndeterminate : clearIndeterminate}
      onChange={({ nativeEvent }) => onChange(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
    />
  )
}
