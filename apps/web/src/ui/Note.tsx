import classes from './Layout.module.css'
import { type LayoutProps, type LayoutTag, layoutBox } from './layout.ts'

type NoteOptions = {
  /** `same`: the size of the text around it. */
  size?: 'small' | 'same'
  tone?: 'faint' | 'danger'
}

/** Text that explains, in the muted color. */
export function Note<Tag extends LayoutTag = 'p'>(props: LayoutProps<Tag, NoteOptions>) {
  // cast, because what a generic element accepts is not known here
  const { size, tone, ...box } = props as LayoutProps<'div', NoteOptions>
  const mark = { 'data-size': size, 'data-tone': tone }
  return layoutBox(classes.note, { as: 'p', ...box, ...mark })
}
