import { type ReactNode, useId } from 'react'
import { Note, Row } from '../layout/layout.tsx'
import classes from './ChoiceCards.module.css'

type ChoiceCardsProps<Choice extends string> = {
  label: string
  /** Where a heading says the same, the label is for screen readers only. */
  hidesLabel?: boolean
  choices: readonly { value: Choice; label: string; help: string; tag?: ReactNode }[]
  value: Choice
  onChange: (value: Choice) => void
  name?: string
  error?: ReactNode
}

/** Radio buttons as cards, each with a sentence of explanation. */
export function ChoiceCards<Choice extends string>(props: ChoiceCardsProps<Choice>) {
  const { label, choices, value, onChange } = props
  const id = useId()
  return (
    <fieldset className={classes.group}>
      <legend className={props.hidesLabel ? 'visually-hidden' : 'field-label'}>{label}</legend>
      <div className={classes.cards}>
        {choices.map((choice) => (
          <label key={choice.value} className={classes.card}>
            <input
              type="radio"
              name={props.name ?? id}
              value={choice.value}
              className="cover-input"
              checked={value === choice.value}
              onChange={() => onChange(choice.value)}
            />
            <span className={classes.dot} aria-hidden />
            <span>
              <Row as="span" gap="2 8" className="compact strong">
                {choice.label}
                {choice.tag && <span className={classes.tag}>{choice.tag}</span>}
              </Row>
              <span className="fine block muted">{choice.help}</span>
            </span>
          </label>
        ))}
      </div>
      {props.error && (
        <Note as="div" size="small" tone="danger" mt={6}>
          {props.error}
        </Note>
      )}
    </fieldset>
  )
}
