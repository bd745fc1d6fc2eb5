import classes from './CopyField.module.css'
import { CopyButton } from './Mono.tsx'

type CopyFieldProps = { label: string; value: string }

/** A code to take along, whole, with its copy button. */
export function CopyField({ label, value }: CopyFieldProps) {
  return (
    <div>
      <div className={classes.label}>{label}</div>
      <div className={classes.field}>
        <code className={classes.value}>{value}</code>
        <CopyButton text={value} name={label} size={28} />
      </div>
    </div>
  )
}
