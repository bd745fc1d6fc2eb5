import { LongText } from '../ui/LongText.tsx'
import classes from './GroupTag.module.css'

/** A group's name with its color. */
export function GroupTag({ name, color }: { name: string; color: string | null }) {
  return (
    <span className={classes.tag}>
      <span className={classes.dot} data-color={color} aria-hidden />
      <LongText>{name}</LongText>
    </span>
  )
}
