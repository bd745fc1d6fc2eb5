import { Row } from '../layout/layout.tsx'
import classes from './ChoiceChips.module.css'

type TickChipsProps<Choice extends string> = {
  /** Names the group for screen readers only; the page shows a label next to it. */
  label: string
  /** The path of the field, with which `ErrorSummary` finds it. */
  path?: string
  choices: readonly { value: Choice; label: string }[]
  value: readonly Choice[]
  onChange: (value: Choice[]) => void
}

/** Checkboxes styled as chips, for a few choices that are all visible. */
export function TickChips<Choice extends string>({ label, path, choices, value, onChange }: TickChipsProps<Choice>) {
  const toggle = (choice: Choice) => {
    const ticked = new Set(value)
    if (!ticked.delete(choice)) ticked.add(choice)
    onChange(choices.map((one) => one.value).filter((one) => ticked.has(one)))
  }
  return (
    <fieldset>
      <legend className="visually-hidden">{label}</legend>
      <Row gap={6}>
        {choices.map((choice, i) => (
          <label key={choice.value} className={classes.chip} data-size="small">
            <input
              type="checkbox"
              data-path={i === 0 ? path : undefined}
              className="cover-input"
              checked={value.includes(choice.value)}
              onChange={() => toggle(choice.value)}
            />
            {choice.label}
          </label>
        ))}
      </Row>
    </fieldset>
  )
}
