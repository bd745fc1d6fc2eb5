import classes from './CopyField.module.css'
import { CopyButton } from './Mono.tsx'

type CopyFieldProps = {
  label: string
  value: string
  /** Stands in its place; the button copies the value itself. */
  shown?: string
  /** A heading beside it says what it is already. */
  labelIs?: 'shown' | 'spoken'
}

/** A code to take along, whole, with its copy button. */
export function CopyField({ label, value, shown, labelIs = 'shown' }: CopyFieldProps) {
  return (
    <div>
      <div className={labelIs === 'shown' ? classes.label : 'visually-hidden'}>{label}</div>
      <div className={classes.field}>
        <code className={classes.value}>{shown ?? value}</code>
        <CopyButton text={value} name={label} size={28} />
      </div>
    </div>
  )
}
