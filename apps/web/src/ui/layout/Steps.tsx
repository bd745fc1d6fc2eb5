import { IconCheck } from '@tabler/icons-react'
import classes from './Steps.module.css'

export type Step = { id: string; label: string; state: 'done' | 'current' | 'to come' }

type StepsProps = {
  steps: readonly Step[]
  label: string
  /** `below`: all labels are visible in a narrow page; `beside`: only that of the current step. */
  labels?: 'beside' | 'below'
  /** Read by screen readers after the label of a step that is done. */
  doneText?: string
}

/** The steps of a wizard and the current one. */
export function Steps({ steps, label, labels = 'beside', doneText = 'done' }: StepsProps) {
  return (
    <ol className={classes.steps} aria-label={label} data-labels={labels}>
      {steps.map((step, i) => (
        <li
          key={step.id}
          className={classes.step}
          data-state={step.state}
          aria-current={step.state === 'current' ? 'step' : undefined}
        >
          <span className={classes.mark}>
            {step.state === 'done' ? <IconCheck size={13} stroke={2.5} aria-hidden /> : i + 1}
          </span>
          <span className={classes.label}>
            {step.label}
            {step.state === 'done' && <span className="visually-hidden">, {doneText}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
