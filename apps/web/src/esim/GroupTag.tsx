import { LongText } from '../ui/text/LongText.tsx'
import classes from './GroupTag.module.css'

/** Shades of Mantine's colors that are seen on both schemes. */
const DARKER = new Set(['yellow', 'green'])

/** The color of a group. */
export function GroupDot({ color }: { color: string | null }) {
  const shade = color !== null && DARKER.has(color) ? 7 : 6
  const background = `var(--mantine-color-${color ?? 'gray'}-${shade})`
  return <span className={classes.dot} style={{ background }} aria-hidden />
}

/** A group's name with its color. */
export function GroupTag({ name, color }: { name: string; color: string | null }) {
  return (
    <span className={classes.tag}>
      <GroupDot color={color} />
      <LongText>{name}</LongText>
    </span>
  )
}
