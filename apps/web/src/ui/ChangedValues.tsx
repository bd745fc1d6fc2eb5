import classes from './ChangedValues.module.css'

type ChangedValuesProps = { values: readonly string[]; side: 'before' | 'after' }

/** The values of one side of a change, marked as removed or added; a dash when there are none. */
export function ChangedValues({ values, side }: ChangedValuesProps) {
  if (values.length === 0) return <span className={classes.nothing}>–</span>
  const Mark = side === 'before' ? 'del' : 'ins'
  return (
    <ul className={classes.values}>
      {values.map((value) => (
        <li key={value}>
          <Mark className={classes.value} data-side={side}>
            {value}
          </Mark>
        </li>
      ))}
    </ul>
  )
}
