import { Note, Stack } from '../layout/layout.tsx'
import classes from './ChangedValues.module.css'

type ChangedValuesProps = { values: readonly string[]; side: 'before' | 'after' }

/** The values of one side of a change, marked as removed or added; a dash when there are none. */
export function ChangedValues({ values, side }: ChangedValuesProps) {
  if (values.length === 0)
    return (
      <Note as="span" size="same" tone="faint">
        –
      </Note>
    )
  const Mark = side === 'before' ? 'del' : 'ins'
  return (
    <Stack as="ul" gap={4} align="start">
      {values.map((value) => (
        <li key={value}>
          <Mark className={classes.value} data-side={side}>
            {value}
          </Mark>
        </li>
      ))}
    </Stack>
  )
}
