import { LongText } from '../ui/LongText.tsx'
import classes from './GroupTag.module.css'

/** The color of a group. */
export function GroupDot({ color }: { color: string | null }) {
  return <span className={classes.dot} data-color={color} aria-hidden />
}

/** A group's name with its color. */
export function GroupTag({ name, color }: { name: string; color: string | null }) {
  return (
    <span className={classes.tag} data-color={color}>
      <LongText>{name}</LongText>
    </span>
  )
}
