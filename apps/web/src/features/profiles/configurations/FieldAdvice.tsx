import { IconAlertTriangle, IconBulb } from '@tabler/icons-react'
import classes from './Advice.module.css'
import { useAdviceAt } from './use-advice.ts'

/** The advice about these fields, under their inputs. */
export function FieldAdvice({ paths }: { paths: readonly string[] }) {
  const advice = useAdviceAt(paths)
  return advice.map(({ id, severity, text, reason }) => (
    <div key={id} className={classes.beside} data-severity={severity}>
      <SeverityIcon severity={severity} />
      <span>
        <strong>{text}</strong> {reason}
      </span>
    </div>
  ))
}

export function SeverityIcon({ severity }: { severity: 'warning' | 'hint' }) {
  const Icon = severity === 'warning' ? IconAlertTriangle : IconBulb
  return <Icon size={16} className={classes.icon} aria-hidden />
}
