import classes from './Layout.module.css'
import { type LayoutProps, type LayoutTag, layoutBox } from './layout.ts'

type NoteOptions = { size?: 'small' }

/** Text that explains, in the muted color. */
export function Note<Tag extends LayoutTag = 'p'>(props: LayoutProps<Tag, NoteOptions>) {
  // cast, because what a generic element accepts is not known here
  const { size, ...box } = props as LayoutProps<'div', NoteOptions>
  const mark = { 'data-size': size }
  return layoutBox(classes.note, { as: 'p', ...box, ...mark })
}
