import classes from './TickBox.module.css'

type TickBoxProps = {
  label: string
  checked: boolean
  indeterminate?: boolean
  /** `isRange`: clicked with Shift. */
  onChange: (isRange: boolean) => void
}

const showsSome = (box: HTMLInputElement | null) => {
  if (box) box.indeterminate = true
}
const showsNone = (box: HTMLInputElement | null) => {
  if (box) box.indeterminate = false
}

/** The tick box of a table: the browser's own, drawn by CSS, so that hundreds of them cost little. */
export function TickBox({ label, checked, indeterminate = false, onChange }: TickBoxProps) {
  return (
    <input
      type="checkbox"
      className={classes.box}
      aria-label={label}
      checked={checked}
      ref={indeterminate ? showsSome : showsNone}
      onChange={({ nativeEvent }) => onChange(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
    />
  )
}
