import { IconCheck } from '@tabler/icons-react'
import classes from './Steps.module.css'

export type Step = { id: string; label: string; state: 'done' | 'current' | 'to come' }

/** The steps of a wizard and the current one. */
export function Steps({ steps, label }: { steps: readonly Step[]; label: string }) {
  return (
    <ol className={classes.steps} aria-label={label}>
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
            {step.state === 'done' && <span className="visually-hidden">, done</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
