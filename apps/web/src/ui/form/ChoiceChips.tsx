import { useId } from 'react'
import { Row } from '../layout/layout.tsx'
import classes from './ChoiceChips.module.css'

type ChoiceChipsProps<Choice extends string> = {
  label: string
  choices: readonly Choice[]
  value: Choice | undefined
  onChange: (value: Choice) => void
}

/** Radio buttons styled as chips, for a few choices that are all visible. */
export function ChoiceChips<Choice extends string>({ label, choices, value, onChange }: ChoiceChipsProps<Choice>) {
  const name = useId()
  return (
    <fieldset>
      <legend className="compact medium" style={{ marginBottom: 6 }}>
        {label}
      </legend>
      <Row gap={6}>
        {choices.map((choice) => (
          <label key={choice} className={classes.chip}>
            <input
              type="radio"
              name={name}
              className="cover-input"
              checked={value === choice}
              onChange={() => onChange(choice)}
            />
            {choice}
          </label>
        ))}
      </Row>
    </fieldset>
  )
}
