import classes from './CopyField.module.css'
import { CopyButton } from './Mono.tsx'

type CopyFieldProps = {
  label: string
  value: string
  /** Shown instead of the value; the button copies the value. */
  shown?: string
  /** `spoken`: only screen readers get the label, because a heading next to the field shows it. */
  labelIs?: 'shown' | 'spoken'
}

/** A labeled value that is shown in full, with a copy button. */
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
