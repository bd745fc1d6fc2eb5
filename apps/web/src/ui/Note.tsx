import type { ComponentPropsWithRef, ElementType } from 'react'
import classes from './Layout.module.css'
import { type BoxProps, joined, type LayoutTag, marginsOf } from './layout.ts'

type NoteProps<Tag extends LayoutTag> = BoxProps<Tag> & { size?: 'small' } & Omit<ComponentPropsWithRef<Tag>, 'as'>

/** Text that explains, in the muted color. */
export function Note<Tag extends LayoutTag = 'p'>(props: NoteProps<Tag>) {
  // cast, because what a generic element accepts is not known here
  const { as, size, mt, mb, className, style, ...rest } = props as NoteProps<'p'>
  const Box: ElementType = as ?? 'p'
  const own = marginsOf(mt, mb)
  return <Box {...rest} className={joined(classes.note, className)} data-size={size} style={{ ...own, ...style }} />
}
