import type { Severity } from '@simwright/contract/profiles/advice'
import { IconAlertTriangle, IconBulb } from '@tabler/icons-react'
import { Row } from '../ui/layout/layout.tsx'
import classes from './AdviceLine.module.css'

type AdviceLineProps = { severity: Severity; text: string; reason: string }

/** One piece of advice under the inputs that it is about. */
export function AdviceLine({ severity, text, reason }: AdviceLineProps) {
  return (
    <Row gap={6} nowrap align="start" className={classes.line}>
      <SeverityIcon severity={severity} />
      <span>
        <strong>{text}</strong> {reason}
      </span>
    </Row>
  )
}

export function SeverityIcon({ severity }: { severity: Severity }) {
  const Icon = severity === 'warning' ? IconAlertTriangle : IconBulb
  return <Icon size={16} className={classes.icon} data-severity={severity} aria-hidden />
}
